// The C face of the Verilated board top, for board.rs.
#include MODEL_HEADER
#include <cstdint>
#include <verilated.h>

namespace {
struct Board {
    VerilatedContext context;
    MODEL model;
    Board() : model(&context, "") {
        model.clock = 0;
        model.rx = 1;
        model.eval();
    }
};
}  // namespace

extern "C" {
void* agu_board_create() { return new Board; }

void agu_board_destroy(void* handle) {
    Board* board = static_cast<Board*>(handle);
    board->model.final();
    delete board;
}

// One clock cycle with the line at `rx`; gives the level of `tx`.
uint8_t agu_board_cycle(void* handle, uint8_t rx) {
    Board* board = static_cast<Board*>(handle);
    board->model.rx = rx;
    board->model.clock = !board->model.clock;
    board->model.eval();
    return board->model.tx;
}
}
