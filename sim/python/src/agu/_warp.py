"""One instruction of whole warps, from plain values."""

from array import array
from math import prod

from ._libagu import AguError, Record, call, ffi, instance, lib, record, text_of
from ._ports import LANES, MEMORY_PORTS, PORTS, RESULT_PORTS, check, number, numbers
from ._rows import REQUEST, RESULT, columns, row, rows

# By the codes of libagu; -1 is none.
SPACES = ("global", "shared", "local", "constant", None)
FAULTS = (None, "OutsideWindow", "OutsideAllocation", "Misaligned", "IllegalInstruction")


class Config(
    Record,
    shared_base="First address of the shared window, a multiple of 2**24.",
    local_base="First address of the local window, another one.",
    shared_size="Allocated bytes of the shared window, at most 2**18.",
    local_size="Allocated bytes of the local window, at most 2**24.",
    global_limit="First byte past global memory, at most 2**49.",
    const_size="Allocated bytes of each constant bank, at most 65536; an int for all.",
    register_count="Registers that the program may use.",
    misaligned_is_error="A misaligned access is a fault.",
):
    """Windows and limits of a warp: what the configuration registers of the unit hold. Its
    properties are its keywords; one that is not named has the default of the instruction set or
    part, such as "maxwell", "fermi" or "sm_90"."""

    def __new__(cls, *, isa="maxwell", misaligned_is_error=None, **limits):
        config = ffi.new("agu_config *")
        call(lib.agu_config_of, text_of(isa), config)
        registers = config.register_count
        if misaligned_is_error is not None:
            config.misaligned_is_error = number("misaligned_is_error", misaligned_is_error, 1)
        fields = dict(ffi.typeof("agu_config").fields)
        for name, value in limits.items():
            if name not in fields:
                raise TypeError(f"no limit {name}, expected one of {', '.join(fields)}")
            if name == "const_size" and value is not None:
                config.const_size = thirty_two(name, value, "sizes", "an int or 32 sizes")
            elif value is not None:
                setattr(config, name, number(name, value, 8 * ffi.sizeof(fields[name].type)))
        writes = ffi.new("agu_config_write[]", lib.AGU_CONFIG_REGISTERS)
        call(lib.agu_config_writes, config, writes)
        if config.register_count > registers:
            got = f"register_count is {config.register_count:#x}"
            raise AguError(f"{got}, expected at most {registers:#x}")
        kinds = {"const_size": list, "misaligned_is_error": bool}
        made = record(cls, *(kinds.get(name, int)(getattr(config, name)) for name in cls._names))
        made._config, made._writes = config, [(it.address, it.data) for it in writes]
        return made

    def writes(self):
        """The writes at the configuration port that set it: (config_address, config_data)."""
        return list(self._writes)

    def __repr__(self):
        it, windows = self._config, "shared {0.shared_base:#x}+{0.shared_size:#x}, local "
        windows += "{0.local_base:#x}+{0.local_size:#x}, global {0.global_limit:#x}"
        return f"<agu.Config {windows.format(it)}, {it.register_count} registers>"


def thirty_two(what, value, some, expected):
    """32 numbers of 32 bits each, or one for all."""
    flat, shape = numbers(what, value)
    if shape not in ((), (32,)):
        raise AguError(f"{what}: got {prod(shape)} {some}, expected {expected}")
    flat = flat if shape else array("Q", [flat] * 32)
    check(what, flat, (32,), 32)
    return flat.tolist()


class LaneAddress(
    Record,
    address="The address given out, aligned: an offset in shared, local and constant memory.",
    effective="Before alignment, and before a window's base is taken off; 64 bits.",
    space='"global", "shared", "local" or "constant"; None where steering allows no window.',
    byte_enable="The bytes of the aligned 16-byte block that are accessed, a bit each.",
    fault='"OutsideWindow", "OutsideAllocation" or "Misaligned"; None without a fault.',
    live="The lane accesses memory.",
):
    """The address of one lane of a load or store."""


class MemoryRequest(Record, **{name: PORTS[name].meaning for name in MEMORY_PORTS}):
    """One request of a warp at the memory port, named as the ports."""

    def ports(self):
        """The value of each output by its name, as Scoreboard.memory takes them."""
        return dict(zip(MEMORY_PORTS, self._values, strict=True))

    def __repr__(self):
        what = f"pass {self.memory_pass}" if self.memory_shared else f"line {self.memory_line:#x}"
        return f"<agu.MemoryRequest {what} of lanes {self.memory_lanes:#010x}>"


class Result(Record):
    """What a whole warp gives: the unit's outputs as attributes, named as the ports. Those with a
    number a lane are memoryviews of 32, masks and numbers of the warp are ints."""

    def __getattr__(self, name):
        if name not in RESULT.ports:
            raise AttributeError(f"a result has no output {name}")
        value = getattr(self._values[0], name)
        if name not in LANES:
            return value
        return memoryview(bytes(ffi.buffer(value))).cast(LANES[name])

    def ports(self):
        """The value of each output by its name, as Scoreboard.result takes them."""
        return {name: getattr(self, name) for name in RESULT_PORTS}

    def lane(self, lane):
        """Lane 0 to 31 of a load or store; None of another instruction, or of a lane that does not
        execute.

        IndexError: no such lane.
        """
        if ffi.new("size_t *", lane)[0] > 31:
            raise IndexError(f"lane {lane}, expected 0 to 31")
        it = ffi.new("agu_lane_address *")
        if call(lib.agu_lane_of, self._values[0], lane, it) == lib.AGU_END:
            return None
        of, enable, live = (SPACES[it.space], FAULTS[it.fault]), it.byte_enable, bool(it.live)
        return record(LaneAddress, it.address, it.effective, of[0], enable, of[1], live)

    def requests(self):
        """What the warp asks of global and shared memory, in the order of the memory port."""
        found, count = ffi.new("agu_outputs[32]"), ffi.new("size_t *")
        call(lib.agu_memory_requests, self._values[0], found, 32, count)
        kinds = {name: bool if PORTS[name].bits == 1 else int for name in MEMORY_PORTS}
        return [
            record(MemoryRequest, *(kind(getattr(it, name)) for name, kind in kinds.items()))
            for it in found[0 : count[0]]
        ]

    def __repr__(self):
        of_access = "a store" if self.result_store else "a load"
        of_no_access = "an ADDR_ADD" if self.result_address_add else "an LEA"
        what = of_access if self.result_access else of_no_access
        return f"<agu.Result of {what}, execute_mask {self.execute_mask:#010x}>"


def execute(config, ports=None, **named):
    """Executes one instruction of a whole warp under a configuration: an LEA, with access=1 a load
    or store, with address_add=1 an ADDR_ADD.

    Inputs are named as the unit's ports (agu.REQUEST_PORTS), in a mapping or as keywords: lanes as
    32 numbers, masks as ints of 32 bits or 32 truth values. What is not named is as if unused: all
    lanes take part, nothing is written besides Rd.
    """
    config, result = instance(config, Config)._config, ffi.new("agu_outputs *")
    call(lib.agu_execute, config, row(REQUEST, 32, ports, named), result)
    return record(Result, result)


def execute_many(config, ports=None, **named):
    """Executes many whole warps, at most 2**18, one instruction each; other threads of Python run
    meanwhile.

    Inputs are named as in execute: arrays of shape (count, 32) for lanes, (count,) for masks and
    numbers of the warp; a value without `count` is that of all warps. The arrays have the number
    of warps: at least one of them has to be there. Gives each output of agu.RESULT_PORTS by its
    name, a memoryview of the same shapes, as Scoreboard.results takes them.
    """
    config, requests = instance(config, Config)._config, rows(REQUEST, 32, ports, named)
    outputs = bytearray(len(requests) * ffi.sizeof("agu_outputs"))
    results = ffi.from_buffer("agu_outputs[]", outputs)
    call(lib.agu_execute_many, config, requests, results, len(requests))
    return columns(RESULT, outputs)
