// Verilator's run-time library, in which a design neither ends the program nor prints to standard
// output.
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <unistd.h>

static int agu_printf(const char* format, ...);
static size_t agu_fwrite(const void* data, size_t size, size_t count, FILE* file);

#define VL_USER_FINISH
#define VL_USER_STOP
#define VL_USER_FATAL
#define VL_PRINTF agu_printf
// $fdisplay to the descriptors of standard output and standard error.
#define fwrite agu_fwrite
#include "verilated.cpp"
#undef fwrite

#include "runtime.h"

// Every model of a program has such a context.
static AguContext& context() { return *static_cast<AguContext*>(Verilated::threadContextp()); }

void vl_finish(const char* file, int line, const char*) { context().ends("$finish", file, line); }

void vl_stop(const char* file, int line, const char*) { context().ends("$stop", file, line); }

// Of Verilator itself, such as logic that does not settle. Its code expects no return.
void vl_fatal(const char* file, int line, const char*, const char* text) {
    context().print(std::string{"%Error: "} + text + "\n");
    context().ends("$fatal", file, line);
    context().end.fatal = 1;
    throw AguFatal{};
}

static int agu_printf(const char* format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    va_end(arguments);
    std::string text(length < 0 ? 1 : length + 1, '\0');
    std::vsnprintf(&text[0], text.size(), format, again);
    va_end(again);
    text.pop_back();
    context().print(text);
    return length;
}

static size_t agu_fwrite(const void* data, size_t size, size_t count, FILE* file) {
    if (file != stdout && file != stderr) return std::fwrite(data, size, count, file);
    context().print(std::string(static_cast<const char*>(data), size * count));
    return count;
}

void AguContext::ends(const char* call, const char* file, int line) {
    flush();
    // The first call counts.
    if (end.call) return;
    m_file = file;
    m_text = m_last;
    end.file = m_file.c_str();
    end.text = m_text.c_str();
    end.line = line;
    end.call = call;
}

void AguContext::print(const std::string& text) {
    m_last = text;
    if (!m_prints) return;
    m_line += text;
    const size_t length = m_line.rfind('\n') + 1;
    if (length == 0) return;
    // Models of other threads print too.
    static std::mutex mutex;
    const std::lock_guard<std::mutex> lock{mutex};
    const char* next = m_line.data();
    for (const char* last = next + length; next != last;) {
        const ssize_t written = ::write(STDERR_FILENO, next, last - next);
        if (written < 0 && errno == EINTR) continue;
        // Standard error may be closed.
        if (written <= 0) break;
        next += written;
    }
    m_line.erase(0, length);
}

void AguContext::flush() {
    if (m_line.empty()) return;
    const std::string last = m_last;
    print("\n");
    m_last = last;
}
