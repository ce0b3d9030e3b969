// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_unit of agu 0.2.0

// The address unit: the warp unit, and the coalescer behind its results.
//
//     deliverable  = the coalescer is ready, or the result is no access
//     result_valid = a result is there, and deliverable
//
// A result beat of an access goes to its reader and to the coalescer at the same
// clock edge; where the coalescer still has requests of the warp before, the result
// waits. See the warp unit for what a result is, the coalescer for memory requests.
// Reset is synchronous.
module agu_unit #(parameter LANES = 8) (
  input  wire                clock,
  // synchronous, active high
  input  wire                reset,

  // configuration write port
  input  wire                config_valid,
  output wire                config_ready,
  input  wire [5:0]          config_address,
  input  wire [63:0]         config_data,

  // one beat of a warp
  input  wire                request_valid,
  output wire                request_ready,
  // a load or a store, else an LEA or an ADDR_ADD; a MOV is an LEA without offset
  input  wire                access,
  // an LEA or an access of a part from Volta on
  input  wire                volta,
  // .X of an LEA: CC.CF is added, CC.OF takes part in the window test; with volta Pc is
  // added, and negations are inversions; .E of an access: the base is a register pair
  input  wire                extended,
  // lane l executes only where bit l mod 4 is set
  input  wire [3:0]          lane_mask,
  // register that an LEA writes, 255 (RZ) is none; data register of an access; address
  // variable of an ADDR_ADD
  input  wire [15:0]         destination,

  // LEA.HI, else LEA.LO
  input  wire                high,
  // the offset is negated
  input  wire                negate,
  // with volta: the base is negated
  input  wire                negate_base,
  // left shift of the offset, 0 to 31; with volta also of the base of an access, 0 or 2 to 4
  input  wire [4:0]          scale,
  // .CC: the condition code is written
  input  wire                write_cc,
  // predicate that is written; 7 (PT) is none
  input  wire [2:0]          predicate,

  // a store, else a load
  input  wire                store,
  // 0 generic, 1 global, 2 shared, 3 local, 4 constant
  input  wire [2:0]          access_space,
  // 0, 1: 1 byte; 2, 3: 2 bytes; 4: 4; 5: 8; 6, 7: 16
  input  wire [2:0]          access_size,
  // number of the base register; 255 (RZ) is none
  input  wire [7:0]          address_register,
  // with volta and extended: the base is Ra alone
  input  wire                base_word,
  // with volta: uniform_base is added
  input  wire                uniform_added,
  // uniform registers {UR+1, UR} of an address
  input  wire [63:0]         uniform_base,
  // raw field, zero-extended
  input  wire [31:0]         immediate,
  // 0: 32 bits; 1: 24 bits; 2: 16 bits, unsigned; 3: 16 bits
  input  wire [1:0]          immediate_kind,
  // constant bank
  input  wire [4:0]          bank,
  // the window compare steers, not steering_mask
  input  wire                steer_by_window,

  // an ADDR_ADD: channel i is lane i; neither masks nor any other control but negate
  // count
  input  wire                address_add,
  // the offset is a signed number whose magnitude counts, before negate
  input  wire                absolute,
  // log2 of the number of channels, 0 to 5; others have none
  input  wire [2:0]          exec_size,
  // M1 to M8 in bits 2:0, NoMask in bit 3
  input  wire [3:0]          channel_mask,
  // EM of the whole warp, one bit a channel
  input  wire [31:0]         execution_mask,
  // element of the address variable that channel 0 writes
  input  wire [4:0]          element,

  // one bit a lane: takes part at all
  input  wire [LANES-1:0]    active_mask,
  // one bit a lane: the guard predicate holds
  input  wire [LANES-1:0]    guard_mask,
  // one bit a lane: performs no generic or global store
  input  wire [LANES-1:0]    helper_mask,
  // one bit a lane: Plg, which steers a generic access away from shared memory
  input  wire [LANES-1:0]    steering_mask,
  // one bit a lane: CC.CF, with volta Pc, and CC.OF before the instruction
  input  wire [LANES-1:0]    carry_in,
  input  wire [LANES-1:0]    overflow_in,
  // 32 bits a lane; LEA: base is {0, Sb}, offset is {Rc, Ra}; access: base is {Ra+1, Ra},
  // and where it has a scale the offset is Ra; ADDR_ADD: bits 15:0 of base_lo are src0, of
  // offset_lo src1
  input  wire [32*LANES-1:0] base_lo,
  input  wire [32*LANES-1:0] base_hi,
  input  wire [32*LANES-1:0] offset_lo,
  input  wire [32*LANES-1:0] offset_hi,

  // one beat of results
  output wire                result_valid,
  input  wire                result_ready,
  // number of the beat in its warp
  output wire [4:0]          result_beat,
  output wire                result_last,
  output wire                result_access,
  output wire                result_address_add,
  output wire                result_store,
  output wire [2:0]          result_size,
  output wire [2:0]          result_predicate,
  output wire [15:0]         result_destination,
  output wire [4:0]          result_element,
  // one bit a lane: the lane writes Rd, or its element of the address variable; the
  // predicate; CC; 0 for an access
  output wire [LANES-1:0]    rd_write,
  output wire [LANES-1:0]    predicate_write,
  output wire [LANES-1:0]    cc_write,
  // one bit a lane: the lane executes
  output wire [LANES-1:0]    execute_mask,
  // one bit a lane of an access: accesses memory, accesses shared memory
  output wire [LANES-1:0]    live_mask,
  output wire [LANES-1:0]    shared_mask,
  // one bit a lane of an access: faults, was misaligned
  output wire [LANES-1:0]    fault_mask,
  output wire [LANES-1:0]    misaligned_mask,
  // of the warp up to this beat: all lanes that access memory access one place
  output wire                uniform,
  // of the warp up to this beat: the lowest lane that faults
  output wire                fault_valid,
  output wire [4:0]          fault_lane,
  // 32 bits a lane: an LEA's base + addend + carry, sum_lo is Rd; an access's address
  // before alignment; an ADDR_ADD's sum in bits 15:0 of sum_lo
  output wire [32*LANES-1:0] sum_lo,
  output wire [32*LANES-1:0] sum_hi,
  // 4 bits a lane: {OF, SF, ZF, CF}; OF, outside the shared window, is also the
  // value of Plg; with volta it is the carry, Pd
  output wire [4*LANES-1:0]  cc,
  // 32 bits a lane: the address given out, aligned
  output wire [32*LANES-1:0] address_lo,
  output wire [17*LANES-1:0] address_hi,
  // 16 bits a lane: bytes of the aligned 16-byte block
  output wire [16*LANES-1:0] byte_enable,
  // 2 bits a lane: 0 global, 1 shared, 2 local, 3 constant
  output wire [2*LANES-1:0]  space,
  // 2 bits a lane: 0 none, 1 OutsideWindow, 2 OutsideAllocation, 3 Misaligned
  output wire [2*LANES-1:0]  fault,
  // 8 bits a lane: `address[9:2]`
  output wire [8*LANES-1:0]  lock_index,

  // one memory request of a warp; the data is 0 while there is none
  output wire                memory_valid,
  input  wire                memory_ready,
  // a pass of shared memory, else a 128-byte line of global memory
  output wire                memory_shared,
  output wire                memory_store,
  // `address[48:7]` of the line
  output wire [41:0]         memory_line,
  // 32-byte sectors of the line that are touched
  output wire [3:0]          memory_sectors,
  // one bit a lane of the warp: served by this request
  output wire [31:0]         memory_lanes,
  // number of the pass
  output wire [4:0]          memory_pass,
  // the last request of its warp
  output wire                memory_last
);

  generate
    if (LANES != 1 && LANES != 2 && LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : refused
      LANES_must_be_1_2_4_8_16_or_32 lanes ();
    end
  endgenerate

  wire                deliverable;
  wire                warp_unit_result_valid;
  wire                warp_unit_result_last;
  wire                warp_unit_result_access;
  wire                warp_unit_result_store;
  wire [2:0]          warp_unit_result_size;
  wire [LANES-1:0]    warp_unit_shared_mask;
  wire [LANES-1:0]    warp_unit_global_mask;
  wire [32*LANES-1:0] warp_unit_line;
  wire [32*LANES-1:0] warp_unit_top;
  wire [32*LANES-1:0] warp_unit_word;
  wire                coalescer_ready;

  agu_warp_unit #(.LANES(LANES)) warp_unit (
    .clock(clock),
    .reset(reset),
    .config_valid(config_valid),
    .config_ready(config_ready),
    .config_address(config_address),
    .config_data(config_data),
    .request_valid(request_valid),
    .request_ready(request_ready),
    .access(access),
    .volta(volta),
    .extended(extended),
    .lane_mask(lane_mask),
    .destination(destination),
    .high(high),
    .negate(negate),
    .negate_base(negate_base),
    .scale(scale),
    .write_cc(write_cc),
    .predicate(predicate),
    .store(store),
    .access_space(access_space),
    .access_size(access_size),
    .address_register(address_register),
    .base_word(base_word),
    .uniform_added(uniform_added),
    .uniform_base(uniform_base),
    .immediate(immediate),
    .immediate_kind(immediate_kind),
    .bank(bank),
    .steer_by_window(steer_by_window),
    .address_add(address_add),
    .absolute(absolute),
    .exec_size(exec_size),
    .channel_mask(channel_mask),
    .execution_mask(execution_mask),
    .element(element),
    .active_mask(active_mask),
    .guard_mask(guard_mask),
    .helper_mask(helper_mask),
    .steering_mask(steering_mask),
    .carry_in(carry_in),
    .overflow_in(overflow_in),
    .base_lo(base_lo),
    .base_hi(base_hi),
    .offset_lo(offset_lo),
    .offset_hi(offset_hi),
    .result_valid(warp_unit_result_valid),
    .result_ready(result_ready & deliverable),
    .result_beat(result_beat),
    .result_last(warp_unit_result_last),
    .result_access(warp_unit_result_access),
    .result_address_add(result_address_add),
    .result_store(warp_unit_result_store),
    .result_size(warp_unit_result_size),
    .result_predicate(result_predicate),
    .result_destination(result_destination),
    .result_element(result_element),
    .rd_write(rd_write),
    .predicate_write(predicate_write),
    .cc_write(cc_write),
    .execute_mask(execute_mask),
    .live_mask(live_mask),
    .shared_mask(warp_unit_shared_mask),
    .fault_mask(fault_mask),
    .misaligned_mask(misaligned_mask),
    .uniform(uniform),
    .fault_valid(fault_valid),
    .fault_lane(fault_lane),
    .sum_lo(sum_lo),
    .sum_hi(sum_hi),
    .cc(cc),
    .address_lo(address_lo),
    .address_hi(address_hi),
    .byte_enable(byte_enable),
    .space(space),
    .fault(fault),
    .lock_index(lock_index),
    .global_mask(warp_unit_global_mask),
    .line(warp_unit_line),
    .top(warp_unit_top),
    .word(warp_unit_word)
  );

  generate
    if (LANES == 1) begin : one_lane
      agu_serial_coalescer serial_coalescer (
        .clock(clock),
        .reset(reset),
        .take(warp_unit_result_valid & warp_unit_result_access & coalescer_ready & result_ready),
        .ready(coalescer_ready),
        .last(warp_unit_result_last),
        .store(warp_unit_result_store),
        .size(warp_unit_result_size),
        .global_mask(warp_unit_global_mask),
        .shared_mask(warp_unit_shared_mask),
        .line(warp_unit_line[31:0]),
        .top(warp_unit_top[31:0]),
        .word(warp_unit_word[31:0]),
        .memory_valid(memory_valid),
        .memory_ready(memory_ready),
        .memory_shared(memory_shared),
        .memory_store(memory_store),
        .memory_line(memory_line),
        .memory_sectors(memory_sectors),
        .memory_lanes(memory_lanes),
        .memory_pass(memory_pass),
        .memory_last(memory_last)
      );
    end else begin : more_lanes
      agu_coalescer #(.LANES(LANES)) coalescer (
        .clock(clock),
        .reset(reset),
        .take(warp_unit_result_valid & warp_unit_result_access & coalescer_ready & result_ready),
        .ready(coalescer_ready),
        .last(warp_unit_result_last),
        .store(warp_unit_result_store),
        .size(warp_unit_result_size),
        .global_mask(warp_unit_global_mask),
        .shared_mask(warp_unit_shared_mask),
        .line(warp_unit_line),
        .top(warp_unit_top),
        .word(warp_unit_word),
        .memory_valid(memory_valid),
        .memory_ready(memory_ready),
        .memory_shared(memory_shared),
        .memory_store(memory_store),
        .memory_line(memory_line),
        .memory_sectors(memory_sectors),
        .memory_lanes(memory_lanes),
        .memory_pass(memory_pass),
        .memory_last(memory_last)
      );
    end
  endgenerate

  assign deliverable = coalescer_ready | ~warp_unit_result_access;
  assign result_valid = warp_unit_result_valid & deliverable;
  assign result_last = warp_unit_result_last;
  assign result_access = warp_unit_result_access;
  assign result_store = warp_unit_result_store;
  assign result_size = warp_unit_result_size;
  assign shared_mask = warp_unit_shared_mask;
endmodule
