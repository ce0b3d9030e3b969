// Context of a model: the call that ended its simulation, and the text that it prints.
#pragma once
#include <cstdint>
#include <string>
#include <verilated.h>

// A call that ended the simulation: $finish, $stop, or $error and $fatal, which stop it. ffi.rs
// declares the same in Rust.
struct agu_end {
    const char* call;  // null while the simulation goes on
    const char* file;
    const char* text;  // the last printed text
    uint32_t line;
    uint8_t fatal;  // whether the model cannot go on
};

// Leaves the code of a model that cannot go on.
struct AguFatal {};

class AguContext final : public VerilatedContext {
public:
    agu_end end{};

    // The text of a model that does not print is dropped.
    explicit AguContext(bool prints)
        : m_prints{prints} {}
    ~AguContext() { flush(); }

    // Runs code of the model.
    template <typename Code>
    void run(Code code) {
        if (end.fatal) return;
        // Several models may share a thread. The test spares a write that all threads share.
        if (Verilated::threadContextp() != this) Verilated::threadContextp(this);
        try {
            code();
        } catch (const AguFatal&) {
        }
    }

    // Records a call that ends the simulation.
    void ends(const char* call, const char* file, int line);

    // Prints whole lines to standard error, and keeps the begin of the next one.
    void print(const std::string& text);

    // Ends a line that has begun.
    void flush();

private:
    const bool m_prints;
    std::string m_line;
    std::string m_last;
    std::string m_file;
    std::string m_text;
};
