/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * C interface of the golden model and of the scoreboard. Handles are opaque numbers: one that was
 * closed is an error. Calls on one handle take turns, whatever the thread. Made by cbindgen from
 * sim/ffi/src: UPDATE=1 cargo test -p agu-ffi --test all generated:: writes it anew. */

#ifndef AGU_H
#define AGU_H

#include <stddef.h>
#include <stdint.h>

// The input ports: a request, or one beat of it; handshakes and configuration do not count. Start with `agu_request_default`.
typedef struct agu_inputs {
    // LEA: Sb; access: Ra; ADDR_ADD: src0 in bits 15:0.
    uint32_t base_lo[32];
    // LEA: 0; access: Ra+1.
    uint32_t base_hi[32];
    // LEA, access with a scale: Ra; ADDR_ADD: src1 in bits 15:0.
    uint32_t offset_lo[32];
    // LEA: Rc.
    uint32_t offset_hi[32];
    // its value.
    uint64_t config_data;
    // uniform registers {UR+1, UR} of an address.
    uint64_t uniform_base;
    // raw field, zero-extended.
    uint32_t immediate;
    // EM of the whole warp, one bit a channel.
    uint32_t execution_mask;
    // the lane takes part at all.
    uint32_t active_mask;
    // the guard predicate holds.
    uint32_t guard_mask;
    // the lane performs no generic or global store.
    uint32_t helper_mask;
    // Plg, which steers a generic access away from shared memory.
    uint32_t steering_mask;
    // CC.CF, with `volta` Pc, before the instruction.
    uint32_t carry_in;
    // CC.OF before the instruction.
    uint32_t overflow_in;
    // Rd of an LEA (255, RZ, is none); data register of an access; address variable.
    uint16_t destination;
    // synchronous, active high.
    uint8_t reset;
    // a configuration write is asked for.
    uint8_t config_valid;
    // register.
    uint8_t config_address;
    // a beat of a warp is asked for.
    uint8_t request_valid;
    // a load or a store, else an LEA or an ADDR_ADD; a MOV is an LEA without offset.
    uint8_t access;
    // an LEA or an access of a part from Volta on.
    uint8_t volta;
    // `.X` of an LEA, `.E` of an access.
    uint8_t extended;
    // lane l executes only where bit l mod 4 is set.
    uint8_t lane_mask;
    // LEA.HI, else LEA.LO.
    uint8_t high;
    // the offset is negated, also of an ADDR_ADD.
    uint8_t negate;
    // with `volta`: the base is negated.
    uint8_t negate_base;
    // left shift of the offset; of an access with `volta` 0, or 2 to 4.
    uint8_t scale;
    // `.CC`: the condition code is written.
    uint8_t write_cc;
    // predicate that is written; 7 (PT) is none.
    uint8_t predicate;
    // a store, else a load.
    uint8_t store;
    // 0 generic, 1 global, 2 shared, 3 local, 4 constant.
    uint8_t access_space;
    // 0, 1: 1 byte; 2, 3: 2 bytes; 4: 4; 5: 8; 6, 7: 16.
    uint8_t access_size;
    // number of the base register; 255 (RZ) is none.
    uint8_t address_register;
    // with `volta` and `extended`: the base is Ra alone.
    uint8_t base_word;
    // with `volta`: `uniform_base` is added.
    uint8_t uniform_added;
    // 0: 32 bits; 1: 24 bits; 2: 16 bits, unsigned; 3: 16 bits.
    uint8_t immediate_kind;
    // constant bank.
    uint8_t bank;
    // the window compare steers, not `steering_mask`.
    uint8_t steer_by_window;
    // an ADDR_ADD, channel i in lane i: only `negate`, `destination` and this group count.
    uint8_t address_add;
    // src1 is a signed number whose magnitude counts, before `negate`.
    uint8_t absolute;
    // log2 of the number of channels, 0 to 5; others have none.
    uint8_t exec_size;
    // M1 to M8 in bits 2:0, NoMask in bit 3.
    uint8_t channel_mask;
    // element of the address variable that channel 0 writes.
    uint8_t element;
    // the result is taken at this edge.
    uint8_t result_ready;
    // the memory request is taken at this edge.
    uint8_t memory_ready;
} agu_inputs;

// The output ports: a result, or one beat of it, or a memory request. Members count where their ports do.
typedef struct agu_outputs {
    // base + addend + carry: Rd of an LEA, address of an access before alignment.
    uint32_t sum_lo[32];
    // the upper word of that sum.
    uint32_t sum_hi[32];
    // the address given out, aligned, bits 31:0.
    uint32_t address_lo[32];
    // its bits 48:32.
    uint32_t address_hi[32];
    // bytes of the aligned 16-byte block.
    uint16_t byte_enable[32];
    // {OF, SF, ZF, CF}; OF, outside of the shared window, is also the value of Plg; with `volta` the carry, Pd.
    uint8_t cc[32];
    // 0 global, 1 shared, 2 local, 3 constant.
    uint8_t space[32];
    // 0 none, 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned.
    uint8_t fault[32];
    // `address[9:2]`.
    uint8_t lock_index[32];
    // `address[48:7]` of the line.
    uint64_t memory_line;
    // the lane writes Rd, or its element of the address variable; 0 for an access.
    uint32_t rd_write;
    // it writes the predicate; 0 for an access.
    uint32_t predicate_write;
    // it writes CC; 0 for an access.
    uint32_t cc_write;
    // the lane executes.
    uint32_t execute_mask;
    // of an access: the lane accesses memory.
    uint32_t live_mask;
    // of an access: it accesses shared memory.
    uint32_t shared_mask;
    // of an access: it faults.
    uint32_t fault_mask;
    // of an access: its address was misaligned.
    uint32_t misaligned_mask;
    // one bit a lane of the warp: served by this request.
    uint32_t memory_lanes;
    // its `destination`.
    uint16_t result_destination;
    // the configuration write is taken at this edge.
    uint8_t config_ready;
    // the request is taken at this edge.
    uint8_t request_ready;
    // there is a beat of results.
    uint8_t result_valid;
    // number of the beat in its warp.
    uint8_t result_beat;
    // it is the last of its warp.
    uint8_t result_last;
    // `access` of the request.
    uint8_t result_access;
    // its `address_add`.
    uint8_t result_address_add;
    // its `store`.
    uint8_t result_store;
    // its `access_size`.
    uint8_t result_size;
    // its `predicate`.
    uint8_t result_predicate;
    // its `element`.
    uint8_t result_element;
    // of the warp up to this beat: all lanes that access memory access one place.
    uint8_t uniform;
    // of the warp up to this beat: some lane faults.
    uint8_t fault_valid;
    // the lowest of these.
    uint8_t fault_lane;
    // there is a request of a warp; without one the data below is 0.
    uint8_t memory_valid;
    // a pass of shared memory, else a 128-byte line of global memory.
    uint8_t memory_shared;
    // a store, else a load.
    uint8_t memory_store;
    // 32-byte sectors of the line that are touched.
    uint8_t memory_sectors;
    // number of the pass.
    uint8_t memory_pass;
    // the last request of its warp.
    uint8_t memory_last;
} agu_outputs;

// Record of a word, as the decoder in front of the unit gives it. A member that the instruction does
// not use has its value for unused: registers 255, predicates 7, `lane_mask` 15, all others 0.
typedef struct agu_control_record {
    // The word is no instruction, or illegal to execute; then all other fields are 0.
    uint8_t illegal;
    // Guard predicate.
    uint8_t guard;
    // The lane executes where the guard is false.
    uint8_t guard_inverted;
    // An ADDR_ADD, else what `access` says.
    uint8_t address_add;
    // A load or a store, else an LEA or a MOV.
    uint8_t access;
    // An LEA or an access of a part from Volta on.
    uint8_t volta;
    // A ULEA, a ULDC or an LDCU: registers and predicates are uniform ones.
    uint8_t uniform_form;
    // `.X` of an LEA, `.E` of an access.
    uint8_t extended;
    // Lane `l` takes part where bit `l mod 4` is set.
    uint8_t lane_mask;
    // Rd of an LEA or a MOV, data register of an access, address variable of an ADDR_ADD.
    uint16_t destination;
    // LEA.HI.
    uint8_t high;
    // The offset of an LEA is negated, or src1 of an ADDR_ADD.
    uint8_t negate;
    // The base of an LEA is negated.
    uint8_t negate_base;
    // Predicate that an LEA with `.X` adds.
    uint8_t carry_predicate;
    // That predicate is inverted.
    uint8_t carry_inverted;
    // Left shift of an LEA's offset, or of a shared address's base.
    uint8_t scale;
    // `.CC`.
    uint8_t write_cc;
    // Plg or Pd of an LEA, where it is written.
    uint8_t predicate;
    // A store, else a load.
    uint8_t store;
    // Code of the `AccessSpace`.
    uint8_t access_space;
    // Code of the access size.
    uint8_t access_size;
    // Ra of an access.
    uint8_t address_register;
    // The base of an address of 64 bits is Ra alone.
    uint8_t base_word;
    // The uniform registers at `uniform_register` are added to an address: one, or with `.E` a pair.
    uint8_t uniform_added;
    // Uniform register that an address adds, or that is Sb of an LEA.
    uint8_t uniform_register;
    // An access's raw field, zero-extended; an Sb or an Rc that is an immediate, sign-extended; a src1 that is one, zero-extended.
    uint32_t immediate;
    // Code of the kind of an access's immediate.
    uint8_t immediate_kind;
    // Constant bank of LDC or of an Sb that is a constant.
    uint8_t bank;
    // The window compare alone steers a generic access.
    uint8_t steer_by_window;
    // `(abs)` of src1, before it is negated.
    uint8_t absolute;
    // Code of the exec size.
    uint8_t exec_size;
    // Code of the channel mask: its group in bits 2:0, NoMask in bit 3.
    uint8_t channel_mask;
    // First element of the destination.
    uint8_t element;
    // Plg of a generic access, where it steers.
    uint8_t steering_predicate;
    // The access competes for a lock.
    uint8_t lock_acquire;
    // The access frees a lock.
    uint8_t lock_release;
    // Predicate that tells who got the lock.
    uint8_t lock_predicate;
    // Code of the `SourceCode`: where Sb, the base of an LEA or a MOV, or src0 of an ADDR_ADD comes from.
    uint8_t source_kind;
    // Sb as a register.
    uint8_t source_register;
    // Sb as a constant: byte offset in its bank.
    uint16_t constant_offset;
    // Ra of an LEA, the low word of its offset.
    uint8_t offset_register;
    // Rc of an LEA, the high word of its offset.
    uint8_t offset_high_register;
    // Code of the `OffsetHighCode`: where the high word of an LEA's offset comes from.
    uint8_t offset_high_kind;
    // Bytes of an ADDR_ADD.
    uint8_t length;
    // Number of src0's variable.
    uint32_t source_variable;
    // First element of src0, row of a general variable, bytes past a state variable's address.
    uint8_t source_offset;
    // Column of src0 that is a general variable.
    uint8_t source_column;
    // Code of the width of src0 that is an address operand.
    uint8_t source_width;
    // Src0 is a sampler, where it is a state variable.
    uint8_t source_sampler;
    // Code of the `OffsetCode`: where the offset, or src1, comes from.
    uint8_t offset_kind;
    // Number of src1's variable.
    uint32_t offset_variable;
    // Row of src1's first element.
    uint8_t offset_row;
    // Column of src1's first element.
    uint8_t offset_column;
    // Code of the vertical stride of src1's region, 1 to 7.
    uint8_t vertical_stride;
    // Code of the width of src1's region, 2 to 7.
    uint8_t region_width;
    // Code of the horizontal stride of src1's region, 1 to 7.
    uint8_t horizontal_stride;
} agu_control_record;

// Instruction sets. vISA has bytes in place of words: its programs can be run, but no word of it be
// assembled or decoded.
#define AGU_MAXWELL 0
#define AGU_FERMI 1
#define AGU_VISA 2
#define AGU_SM_70 3
#define AGU_SM_75 4
#define AGU_SM_80 5
#define AGU_SM_86 6
#define AGU_SM_87 7
#define AGU_SM_88 8
#define AGU_SM_89 9
#define AGU_SM_90 10
#define AGU_SM_100 11
#define AGU_SM_101 12
#define AGU_SM_103 13
#define AGU_SM_110 14
#define AGU_SM_120 15
#define AGU_SM_121 16


// Configuration registers of a unit.
#define AGU_CONFIG_REGISTERS 39

// Status of a call; errors are negative, and change nothing but where a function says so.
typedef enum agu_status {
    AGU_OK = 0,
    // The hardware differs from the golden model.
    AGU_DIFFERENT = 1,
    // There is nothing more.
    AGU_END = 2,
    // A pointer is null, or not aligned.
    AGU_ERROR_POINTER = -1,
    // A handle is none: it was closed, belongs to something else, or never was one.
    AGU_ERROR_HANDLE = -2,
    // A number is out of its range.
    AGU_ERROR_VALUE = -3,
    // A text is not understood.
    AGU_ERROR_TEXT = -4,
    // A word or a line is no legal instruction.
    AGU_ERROR_ILLEGAL = -5,
    // A buffer is too small.
    AGU_ERROR_SIZE = -6,
    // A tag that a request in the unit has already, or not that of the warp's other beats.
    AGU_ERROR_TAG = -7,
    // A result that no request asked for. It counts as a difference too.
    AGU_ERROR_NOT_ASKED = -8,
    // The call comes at the wrong time.
    AGU_ERROR_STATE = -9,
    // A defect of the library.
    AGU_ERROR_INTERNAL = -100,
} agu_status;

// A program and its warp.
typedef struct agu_program agu_program;

// A scoreboard.
typedef struct agu_scoreboard agu_scoreboard;

// A trace that was read on the golden model.
typedef struct agu_trace agu_trace;

// Windows and limits of a warp. A unit has those of `agu_config_default` after reset.
typedef struct agu_config {
    // First address of the shared window; bits 23:0 are 0.
    uint64_t shared_base;
    // First address of the local window, another one; bits 23:0 are 0.
    uint64_t local_base;
    // Allocated bytes of global memory, 0 to 2^49.
    uint64_t global_limit;
    // Allocated bytes of the shared window, 0 to 2^18.
    uint32_t shared_size;
    // Allocated bytes of the local window, 0 to 2^24.
    uint32_t local_size;
    // Allocated bytes of each constant bank, 0 to 65536.
    uint32_t const_size[32];
    // Registers that the program may use, 0 to 255.
    uint8_t register_count;
    // Not 0: a misaligned access is a fault.
    uint8_t misaligned_is_error;
} agu_config;

// Status of the last call that it was given to, and the reason in words. Null is allowed.
typedef struct agu_error {
    enum agu_status status;
    // Zero-terminated, cut to its size; empty unless the status is an error. The text of a
    // difference is `agu_scoreboard_text`'s.
    char message[508];
} agu_error;

// A write to a configuration register of the unit.
typedef struct agu_config_write {
    uint64_t data;
    uint8_t address;
} agu_config_write;

// A memory port of another kind than an exported unit's. Numbers that do not apply are 0.
typedef struct agu_memory_port {
    // Most requests of a warp; 0 if there is no limit.
    uint64_t at_most;
    // Bytes of a line: a power of two, 1 to 256.
    uint32_t line_bytes;
    // Bytes for each bit of the mask; 0 if a request is for its whole line.
    uint32_t mask_bytes;
    // Banks of shared memory, in place of lines: a request is a pass over them.
    uint32_t banks;
    // Bytes of a bank's word.
    uint32_t bank_bytes;
    // 0 for requests of global memory, 1 shared, 2 local, 3 global and shared.
    uint8_t space;
    // A request is named a load or a store.
    uint8_t has_store;
    // A request names the lanes that it serves.
    uint8_t has_lanes;
    // Bytes may be requested again.
    uint8_t repeats;
    // Lanes that store the same byte may do so in requests of their own, the highest last.
    uint8_t store_order;
} agu_memory_port;

// A memory request of another coalescer.
typedef struct agu_port_request {
    // Address of the line's first byte; the offset in the window for shared and local memory.
    uint64_t address;
    // Parts of the line that are requested, a bit each, the first one in bit 0 of `mask[0]`.
    uint32_t mask[8];
    // Lanes of the warp that are served, a bit each.
    uint32_t lanes;
    // 1 for a store.
    uint8_t store;
    // 1 for shared memory, at a port for both spaces.
    uint8_t shared;
} agu_port_request;

// A port of the unit, and with that a member of `agu_inputs` or `agu_outputs`.
typedef struct agu_port {
    // Constant string: the name of port and member.
    const char *name;
    // Constant string: the meaning, in Markdown.
    const char *meaning;
    // Bits; of a port with lanes, those of one lane. Lanes of one bit are a mask.
    uint32_t bits;
    // A value for each lane.
    uint8_t per_lane;
    // An input of the unit.
    uint8_t input;
    // 1 of a request, 2 of a result, 3 of a memory request; 0 of configuration and handshakes.
    uint8_t channel;
} agu_port;

// One step of a program.
typedef struct agu_step {
    // Line of the program's text, from 1.
    size_t line;
    // The lanes that executed.
    uint32_t execute_mask;
    // Faults of this step, and the number of the first of them.
    uint32_t faults;
    size_t first_fault;
    // The instruction is illegal.
    uint8_t illegal;
    // Its result, unless it is illegal.
    agu_outputs result;
} agu_step;

// A fault of a program.
typedef struct agu_fault {
    // Number of the instruction, from 0.
    size_t instruction;
    // -1 of an illegal instruction, which is none of a lane.
    int32_t lane;
    // 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned, 4 IllegalInstruction.
    uint32_t kind;
    // 0 global, 1 shared, 2 local, 3 constant; -1 where that was not decided.
    int32_t space;
    // Bytes of the access.
    uint32_t size;
    // The effective address.
    uint64_t address;
} agu_fault;

// The first difference.
typedef struct agu_difference {
    // The tag of its request, where `has_tag` is not 0.
    uint64_t tag;
    uint8_t has_tag;
    // Number of the warp since the scoreboard was opened, from 0.
    uint64_t instruction;
    // Number of the call, of those that were not refused, from 0.
    uint64_t call;
    // The lane of the warp; -1 where the signal belongs to the whole warp.
    int32_t lane;
    // A port's name, or that of a flag of `cc`.
    char signal[64];
    uint64_t expected;
    uint64_t got;
    // All of it as a line, as `agu_scoreboard_text` gives it.
    char text[256];
} agu_difference;

// One lane of the result of a load or store.
typedef struct agu_lane_address {
    // Before alignment, and before a window's base is taken off.
    uint64_t effective;
    // Aligned; an offset in shared, local and constant memory.
    uint64_t address;
    // 0 global, 1 shared, 2 local, 3 constant; -1 where steering allows no window.
    int32_t space;
    // 0 none, 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned.
    uint32_t fault;
    // Bytes of the aligned 16-byte block.
    uint16_t byte_enable;
    // The lane accesses memory.
    uint8_t live;
} agu_lane_address;

// An instruction set.
typedef struct agu_isa {
    // The number by which calls name it.
    uint32_t number;
    // Bits of a word: 64 or 128; 0 of vISA, which has bytes.
    uint32_t word_bits;
    // Registers besides RZ.
    uint32_t registers;
    // Uniform registers besides URZ.
    uint32_t uniform_registers;
} agu_isa;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The library's version, as `0.2.0`: a constant string.
const char *agu_version(void);

// Configuration of a unit after reset.
//
// `config` is null or valid for writes.
enum agu_status agu_config_default(struct agu_config *config);

// Configuration of a warp of an instruction set or a part with that name, all of whose registers are
// in use.
//
// `name` is null or ends with a zero; `config` and `error` are null or valid for writes.
enum agu_status agu_config_of(const char *name,
                              struct agu_config *config,
                              struct agu_error *error);

// The writes at the configuration port that set all registers; a null `config` is the default one.
//
// `config` is null or valid for reads; `writes` has place for `AGU_CONFIG_REGISTERS` elements;
// `error` is null or valid for writes.
enum agu_status agu_config_writes(const struct agu_config *config,
                                  struct agu_config_write *writes,
                                  struct agu_error *error);

// `agu_execute` for `count` requests. The message of an error begins with the
// number of the warp, from 0; the results before it are written.
//
// As for `agu_execute`; `requests` and `results` have place for `count` elements.
enum agu_status agu_execute_many(const struct agu_config *config,
                                 const agu_inputs *requests,
                                 agu_outputs *results,
                                 size_t count,
                                 struct agu_error *error);

// The unit took `count` beats of requests, those of a warp after each other; the tags of the warps
// count up from `first_tag`. The message of an error begins with the number of the beat, from 0; the
// beats before it were taken.
//
// As for `agu_scoreboard_request`; `requests` has `count` elements.
enum agu_status agu_scoreboard_requests(const struct agu_scoreboard *scoreboard,
                                        uint64_t first_tag,
                                        const agu_inputs *requests,
                                        size_t count,
                                        struct agu_error *error);

// `count` beats of results left the unit: in the order of their requests, or, unless `tags` is null,
// each of the request with its tag. `*right` is how many are as expected; `AGU_DIFFERENT` where not
// all are. The message of an error begins with the number of the beat; those before it were
// compared.
//
// As for `agu_scoreboard_result`; `results` has `count` elements, and so has `tags`.
enum agu_status agu_scoreboard_results(const struct agu_scoreboard *scoreboard,
                                       const uint64_t *tags,
                                       const agu_outputs *results,
                                       size_t count,
                                       size_t *right,
                                       struct agu_error *error);

// `count` memory requests left the unit; `right` as for `agu_scoreboard_results`.
//
// As for `agu_scoreboard_results`.
enum agu_status agu_scoreboard_memories(const struct agu_scoreboard *scoreboard,
                                        const agu_outputs *requests,
                                        size_t count,
                                        size_t *right,
                                        struct agu_error *error);

// A scoreboard for a unit of 1, 2, 4, 8, 16 or 32 lanes after reset, with warps of `warp_lanes` lanes,
// and `count` memory ports of another kind than an exported unit's. Requests of a space come in the
// order of their warps, those of a warp in any order.
//
// `ports` is null or has `count` elements; `scoreboard` and `error` are null or valid for writes.
enum agu_status agu_scoreboard_open_ports(uint32_t lanes,
                                          uint32_t warp_lanes,
                                          const struct agu_memory_port *ports,
                                          size_t count,
                                          struct agu_scoreboard **scoreboard,
                                          struct agu_error *error);

// A memory request left the port with that number, from 0.
//
// Each pointer is null, or valid for reads or, for `error`, writes.
enum agu_status agu_scoreboard_port_request(const struct agu_scoreboard *scoreboard,
                                            uint32_t port,
                                            const struct agu_port_request *request,
                                            struct agu_error *error);

// A request that asks for nothing: an LEA of zeros in all lanes that writes nothing.
//
// `request` is null or valid for writes.
enum agu_status agu_request_default(agu_inputs *request);

// The port of that number, from 0: inputs, then outputs, in the order of the module; `AGU_END` past
// the last one.
//
// `port` and `error` are null or valid for writes.
enum agu_status agu_port_at(size_t number, struct agu_port *port, struct agu_error *error);

// Loads a program, a line an instruction: text, or the digits of its code. `init` is what the warp
// holds before it, as TOML; null is nothing.
//
// `source` and `init` are null or end with a zero; `program` and `error` are null or valid for
// writes.
enum agu_status agu_program_open(uint32_t isa,
                                 const char *source,
                                 const char *init,
                                 struct agu_program **program,
                                 struct agu_error *error);

// Closes a program. Its handle is none from then on.
enum agu_status agu_program_close(const struct agu_program *program);

// Executes the next instruction; `AGU_END` after the last one.
//
// `step` and `error` are null or valid for writes; a null `step` is of no interest.
enum agu_status agu_program_step(const struct agu_program *program,
                                 struct agu_step *step,
                                 struct agu_error *error);

// The fault of that number, from 0, of all so far; `AGU_END` past the last one.
//
// `fault` and `error` are null or valid for writes.
enum agu_status agu_program_fault(const struct agu_program *program,
                                  size_t number,
                                  struct agu_fault *fault,
                                  struct agu_error *error);

// Reads a register: 32 words, lane 0 first. RZ, 255, reads 0.
//
// `lanes` has place for 32 words; `error` is null or valid for writes.
enum agu_status agu_program_register(const struct agu_program *program,
                                     uint32_t index,
                                     uint32_t *lanes,
                                     struct agu_error *error);

// Sets a register of the lanes in `mask`. RZ stays 0.
//
// `lanes` has 32 words, which are only read; `error` is null or valid for writes.
enum agu_status agu_program_set_register(const struct agu_program *program,
                                         uint32_t index,
                                         const uint32_t *lanes,
                                         uint32_t mask,
                                         struct agu_error *error);

// Reads a predicate, a bit a lane. PT, 7, is true.
//
// `lanes` and `error` are null or valid for writes.
enum agu_status agu_program_predicate(const struct agu_program *program,
                                      uint32_t index,
                                      uint32_t *lanes,
                                      struct agu_error *error);

// Sets a predicate, a bit a lane, of the lanes in `mask`. PT stays true.
//
// `error` is null or valid for writes.
enum agu_status agu_program_set_predicate(const struct agu_program *program,
                                          uint32_t index,
                                          uint32_t lanes,
                                          uint32_t mask,
                                          struct agu_error *error);

// Reads a uniform register. URZ, 255, reads 0.
//
// `value` and `error` are null or valid for writes.
enum agu_status agu_program_uniform(const struct agu_program *program,
                                    uint32_t index,
                                    uint32_t *value,
                                    struct agu_error *error);

// Sets a uniform register. URZ stays 0.
//
// `error` is null or valid for writes.
enum agu_status agu_program_set_uniform(const struct agu_program *program,
                                        uint32_t index,
                                        uint32_t value,
                                        struct agu_error *error);

// Reads a uniform predicate, 0 or 1. UPT, 7, is 1.
//
// `value` and `error` are null or valid for writes.
enum agu_status agu_program_uniform_predicate(const struct agu_program *program,
                                              uint32_t index,
                                              uint8_t *value,
                                              struct agu_error *error);

// Sets a uniform predicate, to 1 unless `value` is 0. UPT stays 1.
//
// `error` is null or valid for writes.
enum agu_status agu_program_set_uniform_predicate(const struct agu_program *program,
                                                  uint32_t index,
                                                  uint8_t value,
                                                  struct agu_error *error);

// Reads a flag of the condition code, a bit a lane: 0 CF, 1 ZF, 2 SF, 3 OF.
//
// `lanes` and `error` are null or valid for writes.
enum agu_status agu_program_cc(const struct agu_program *program,
                               uint32_t index,
                               uint32_t *lanes,
                               struct agu_error *error);

// Sets a flag of the condition code, a bit a lane, of the lanes in `mask`.
//
// `error` is null or valid for writes.
enum agu_status agu_program_set_cc(const struct agu_program *program,
                                   uint32_t index,
                                   uint32_t lanes,
                                   uint32_t mask,
                                   struct agu_error *error);

// Reads bytes of a memory: 0 global, 1 shared, 2 local of `lane`. A byte without a store is 0.
//
// `bytes` has place for `count` bytes; `error` is null or valid for writes.
enum agu_status agu_program_memory(const struct agu_program *program,
                                   uint32_t space,
                                   uint32_t lane,
                                   uint64_t address,
                                   uint8_t *bytes,
                                   size_t count,
                                   struct agu_error *error);

// Writes bytes of a memory.
//
// `bytes` has `count` bytes, which are only read; `error` is null or valid for writes.
enum agu_status agu_program_set_memory(const struct agu_program *program,
                                       uint32_t space,
                                       uint32_t lane,
                                       uint64_t address,
                                       const uint8_t *bytes,
                                       size_t count,
                                       struct agu_error *error);

// A scoreboard for a unit of 1, 2, 4, 8, 16 or 32 lanes after reset. Without a memory port, which
// a `has_memory` of 0 says, no memory requests are expected.
//
// `scoreboard` and `error` are null or valid for writes.
enum agu_status agu_scoreboard_open(uint32_t lanes,
                                    uint8_t has_memory,
                                    struct agu_scoreboard **scoreboard,
                                    struct agu_error *error);

// Closes a scoreboard. Its handle is none from then on.
enum agu_status agu_scoreboard_close(const struct agu_scoreboard *scoreboard);

// The unit was reset: nothing is outstanding. The first difference stays.
//
// `error` is null or valid for writes.
enum agu_status agu_scoreboard_reset(const struct agu_scoreboard *scoreboard,
                                     struct agu_error *error);

// The unit took a write to the configuration register of that address.
//
// `error` is null or valid for writes.
enum agu_status agu_scoreboard_write(const struct agu_scoreboard *scoreboard,
                                     uint32_t address,
                                     uint64_t data,
                                     struct agu_error *error);

// All configuration registers of the unit were written; a null `config` is the default one.
//
// Each pointer is null, or valid for reads or, for `error`, writes.
enum agu_status agu_scoreboard_configure(const struct agu_scoreboard *scoreboard,
                                         const struct agu_config *config,
                                         struct agu_error *error);

// The unit took a beat of a request. `tag` is 64 bits of one's own, the same for all beats of a
// warp; no other warp whose results are to come has it.
//
// Each pointer is null, or valid for reads or, for `error`, writes.
enum agu_status agu_scoreboard_request(const struct agu_scoreboard *scoreboard,
                                       uint64_t tag,
                                       const agu_inputs *request,
                                       struct agu_error *error);

// A beat of a result left the unit: the oldest that is to come. `AGU_DIFFERENT` where it is not as
// expected.
//
// Each pointer is null, or valid for reads or, for `error`, writes.
enum agu_status agu_scoreboard_result(const struct agu_scoreboard *scoreboard,
                                      const agu_outputs *result,
                                      struct agu_error *error);

// The same of a unit whose results leave in any order: the oldest of the request with that tag.
//
// As for `agu_scoreboard_result`.
enum agu_status agu_scoreboard_result_of(const struct agu_scoreboard *scoreboard,
                                         uint64_t tag,
                                         const agu_outputs *result,
                                         struct agu_error *error);

// A memory request left the unit.
//
// As for `agu_scoreboard_result`.
enum agu_status agu_scoreboard_memory(const struct agu_scoreboard *scoreboard,
                                      const agu_outputs *request,
                                      struct agu_error *error);

// The first difference: `AGU_DIFFERENT` and its fields where there is one, else `AGU_OK`.
//
// `difference` and `error` are null or valid for writes; a null `difference` is of no interest.
enum agu_status agu_scoreboard_difference(const struct agu_scoreboard *scoreboard,
                                          struct agu_difference *difference,
                                          struct agu_error *error);

// The first difference as a line of text, empty if there is none; null for a closed handle. The
// text lives until the next call of this function or of one of the `_bits` functions for the same
// scoreboard, or until that is closed.
const char *agu_scoreboard_text(const struct agu_scoreboard *scoreboard);

// Tags of what has not left: those of the requests whose results are to come, and of those whose
// memory requests are. The counts say how many there are; at most `capacity` of each are written.
//
// `results` and `memory` have place for `capacity` tags, or are null where that is 0; the counts
// and `error` are null or valid for writes.
enum agu_status agu_scoreboard_outstanding(const struct agu_scoreboard *scoreboard,
                                           uint64_t *results,
                                           uint64_t *memory,
                                           size_t capacity,
                                           size_t *result_count,
                                           size_t *memory_count,
                                           struct agu_error *error);

// Reads the trace of a file: Accel-Sim's, raw or grouped, or that of NVBit's mem_trace.
//
// `path` is null or ends with a zero; `trace` and `error` are null or valid for writes.
enum agu_status agu_trace_open(const char *path,
                               const struct agu_trace **trace,
                               struct agu_error *error);

// Closes a trace. Its handle is none from then on.
enum agu_status agu_trace_close(const struct agu_trace *trace);

// The list `kernels` of `agu trace --json`, with a zero behind it.
//
// `*length`, unless `length` is null, becomes its length without the zero. Gives `AGU_ERROR_SIZE`
// where `size` bytes are too few.
//
// `buffer` has place for `size` bytes; `length` and `error` are null or valid for writes.
enum agu_status agu_trace_json(const struct agu_trace *trace,
                               char *buffer,
                               size_t size,
                               size_t *length,
                               struct agu_error *error);

// Result of 32 lanes for a request, by the golden model; a null `config` is the default one.
//
// Each pointer is null, or valid for reads or, for `result` and `error`, writes.
enum agu_status agu_execute(const struct agu_config *config,
                            const agu_inputs *request,
                            agu_outputs *result,
                            struct agu_error *error);

// Lane 0 to 31 of a result of `agu_execute`; `AGU_END` of another instruction than a load or store,
// or of a lane that does not execute.
//
// As for `agu_execute`.
enum agu_status agu_lane_of(const agu_outputs *result,
                            uint32_t lane,
                            struct agu_lane_address *address,
                            struct agu_error *error);

// Memory requests of a result of `agu_execute`, in order: `*count` of them, of which the first
// `capacity` are written to `requests`. A warp makes at most 32.
//
// Gives `AGU_ERROR_SIZE` where they are more than `capacity`; `*count` is how many.
//
// As for `agu_execute`; `requests` has place for `capacity` elements.
enum agu_status agu_memory_requests(const agu_outputs *result,
                                    agu_outputs *requests,
                                    size_t capacity,
                                    size_t *count,
                                    struct agu_error *error);

// The instruction set of that name, or of the part or the architecture with that name, such as
// `maxwell`, `sm_90` and `hopper`.
//
// `name` is null or ends with a zero; `isa` and `error` are null or valid for writes.
enum agu_status agu_isa_of(const char *name, struct agu_isa *isa, struct agu_error *error);

// The word of a line of text, of Maxwell or Fermi.
//
// `line` is null or ends with a zero; `word` and `error` are null or valid for writes.
enum agu_status agu_assemble(uint32_t isa,
                             const char *line,
                             uint64_t *word,
                             struct agu_error *error);

// The word of a line of text, of any instruction set: bits 63:0 in `low`, 127:64 in `high`.
//
// `line` is null or ends with a zero; `low`, `high` and `error` are null or valid for writes.
enum agu_status agu_assemble_wide(uint32_t isa,
                                  const char *line,
                                  uint64_t *low,
                                  uint64_t *high,
                                  struct agu_error *error);

// The canonical text of a word of Maxwell or Fermi, with a zero behind it.
//
// `*length`, unless `length` is null, becomes its length without the zero. Gives
// `AGU_ERROR_SIZE` where `size` bytes are too few.
//
// `buffer` has place for `size` bytes; `length` and `error` are null or valid for writes.
enum agu_status agu_disassemble(uint32_t isa,
                                uint64_t word,
                                char *buffer,
                                size_t size,
                                size_t *length,
                                struct agu_error *error);

// `agu_disassemble` of a word of any instruction set.
//
// As for `agu_disassemble`.
enum agu_status agu_disassemble_wide(uint32_t isa,
                                     uint64_t low,
                                     uint64_t high,
                                     char *buffer,
                                     size_t size,
                                     size_t *length,
                                     struct agu_error *error);

// The record of a word of Maxwell or Fermi. An illegal word has a record too, `illegal` and nothing
// else; the status is then `AGU_ERROR_ILLEGAL`, with the reason.
//
// `record` and `error` are null or valid for writes.
enum agu_status agu_decode(uint32_t isa,
                           uint64_t word,
                           agu_control_record *record,
                           struct agu_error *error);

// `agu_decode` of a word of any instruction set.
//
// As for `agu_decode`.
enum agu_status agu_decode_wide(uint32_t isa,
                                uint64_t low,
                                uint64_t high,
                                agu_control_record *record,
                                struct agu_error *error);

// `agu_scoreboard_request` with an `agu_request_t`.
//
// `request` is null or a vector of that structure; `message` is null or valid for writes.
enum agu_status agu_scoreboard_request_bits(const struct agu_scoreboard *scoreboard,
                                            uint64_t tag,
                                            const uint32_t *request,
                                            const char **message);

// `agu_scoreboard_result` with an `agu_result_t`; with
// `by_tag`, of the request with that tag.
//
// `result` is null or a vector of that structure; `message` is null or valid for writes.
enum agu_status agu_scoreboard_result_bits(const struct agu_scoreboard *scoreboard,
                                           uint8_t by_tag,
                                           uint64_t tag,
                                           const uint32_t *result,
                                           const char **message);

// `agu_scoreboard_memory` with an
// `agu_memory_request_t`.
//
// `request` is null or a vector of that structure; `message` is null or valid for writes.
enum agu_status agu_scoreboard_memory_bits(const struct agu_scoreboard *scoreboard,
                                           const uint32_t *request,
                                           const char **message);

// Adds a memory port of another kind, before all other calls; `port` is an `agu_memory_port_t`.
//
// `port` is null or a vector of that structure; `message` is null or valid for writes.
enum agu_status agu_scoreboard_add_port_bits(const struct agu_scoreboard *scoreboard,
                                             const uint32_t *port,
                                             const char **message);

// `agu_scoreboard_port_request` with an
// `agu_port_request_t`.
//
// `request` is null or a vector of that structure; `message` is null or valid for writes.
enum agu_status agu_scoreboard_port_request_bits(const struct agu_scoreboard *scoreboard,
                                                 uint32_t port,
                                                 const uint32_t *request,
                                                 const char **message);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* AGU_H */
