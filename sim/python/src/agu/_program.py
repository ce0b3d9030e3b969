"""Words, text, and programs of one warp."""

from operator import index

from ._libagu import AguError, Record, call, ffi, instance, isa_of, lib, record, text_of
from ._ports import number
from ._warp import FAULTS, REGISTERS, SPACES, Result, thirty_two

# Flags of the condition code.
FLAGS = ("CF", "ZF", "SF", "OF")

# Most bytes that one call reads of memory.
LONGEST = 1 << 24


def assemble(isa, text):
    """The 64-bit word of one line of assembly text; `isa` is "maxwell" or "fermi".

    AguError: the text is no instruction; the message begins with the column, counted from 1.
    """
    word = ffi.new("uint64_t *")
    call(lib.agu_assemble, isa_of(isa), text_of(text), word)
    return word[0]


def disassemble(isa, word):
    """The text of a 64-bit word; `isa` is "maxwell" or "fermi"."""
    word, text = number("word", word, 64), ffi.new("char[256]")
    call(lib.agu_disassemble, isa_of(isa), word, text, len(text), ffi.NULL)
    return ffi.string(text).decode()


def decode(isa, word):
    """The control record of a 64-bit word, as the decoder in front of the unit gives it: the value
    of each field by its name; `isa` is "maxwell" or "fermi".

    AguError: the word is no instruction, or is illegal to execute.
    """
    word, it = number("word", word, 64), ffi.new("agu_control_record *")
    call(lib.agu_decode, isa_of(isa), word, it)
    return {name: getattr(it, name) for name, _ in ffi.typeof("agu_control_record").fields}


class Fault(
    Record,
    instruction="Number of the instruction, from 0.",
    lane="The lane; None for an illegal instruction.",
    kind='"OutsideWindow", "OutsideAllocation", "Misaligned" or "IllegalInstruction".',
    effective="The effective address before alignment.",
    space="Where it would have landed, as far as that was decided.",
    size="Bytes of the access; 0 for an illegal instruction.",
):
    """A fault of a program."""


class Step(
    Record,
    execute="The lanes that executed, a bit each.",
    result="What the lanes gave; None of an illegal instruction.",
    faults="Its faults.",
):
    """What one instruction did besides changing the warp."""


class Program:
    """A warp on its way through a program, a line an instruction.

    isa: "maxwell", "fermi" or "visa". text: the program. init: what the warp holds before it, as
    the TOML of an init file.

    AguError: the text or the init file is wrong; the message has line and column.
    """

    def __init__(self, isa, text, init=""):
        isa, program = isa_of(isa), ffi.new("agu_program **")
        try:
            call(lib.agu_program_open, isa, text_of(text), text_of(init), program)
        except AguError as error:
            # libagu names its arguments as files: source:2:9: and init:2:9:.
            message = str(error).removeprefix("source:").replace("init:", "init: ", 1)
            raise AguError(message) from None
        self._program = ffi.gc(program[0], lib.agu_program_close)
        self._registers = REGISTERS[isa]

    def step(self):
        """Executes the next instruction; None after the last one."""
        it = ffi.new("agu_step *")
        if call(lib.agu_program_step, self._program, it) == lib.AGU_END:
            return None
        result = None if it.illegal else record(Result, ffi.new("agu_outputs *", it.result))
        faults = self._faults_from(it.first_fault)[: it.faults]
        return record(Step, it.execute_mask, result, faults)

    def run(self):
        """Executes what is left of the program."""
        while call(lib.agu_program_step, self._program, ffi.NULL) != lib.AGU_END:
            pass

    def register(self, n):
        """The 32 lanes of a register, 32-bit words; those of RZ are 0."""
        lanes = ffi.new("uint32_t[32]")
        call(lib.agu_program_register, self._program, self._register(n), lanes)
        return memoryview(bytes(ffi.buffer(lanes))).cast("I")

    def set_register(self, n, lanes):
        """Writes a register: 32 words, or one for all lanes. RZ keeps nothing."""
        n, lanes = self._register(n), thirty_two("lanes", lanes, "numbers", "32 or an int")
        call(lib.agu_program_set_register, self._program, n, lanes, 0xFFFFFFFF)

    def _register(self, n):
        """The number of a register as libagu has it: RZ is 255."""
        n, most = number("register", n, 64), self._registers
        if n > most:
            raise AguError(f"register {n}, expected 0 to {most}")
        return 255 if n == most else n

    def predicate(self, n):
        """A predicate, 0 to 7, as a mask of one bit a lane; PT, 7, is true in every lane."""
        lanes = ffi.new("uint32_t *")
        call(lib.agu_program_predicate, self._program, number("predicate", n, 3), lanes)
        return lanes[0]

    def set_predicate(self, n, mask):
        """Writes a predicate, a mask of one bit a lane. PT keeps nothing."""
        n, mask = number("predicate", n, 3), number("mask", mask, 32)
        call(lib.agu_program_set_predicate, self._program, n, mask, 0xFFFFFFFF)

    def cc(self, flag):
        """A flag of the condition code, "CF", "ZF", "SF" or "OF", as a mask of one bit a lane."""
        lanes = ffi.new("uint32_t *")
        call(lib.agu_program_cc, self._program, flag_of(flag), lanes)
        return lanes[0]

    def set_cc(self, flag, mask):
        """Writes a flag of the condition code, a mask of one bit a lane."""
        flag, mask = flag_of(flag), number("mask", mask, 32)
        call(lib.agu_program_set_cc, self._program, flag, mask, 0xFFFFFFFF)

    @property
    def faults(self):
        """The faults so far, in the order of the program, then by lane."""
        return self._faults_from(0)

    def _faults_from(self, place):
        faults, it = [], ffi.new("agu_fault *")
        while call(lib.agu_program_fault, self._program, place + len(faults), it) == lib.AGU_OK:
            kind, space = FAULTS[it.kind], SPACES[it.space]
            lane, effective = (it.lane, it.address) if it.lane >= 0 else (None, None)
            faults.append(record(Fault, it.instruction, lane, kind, effective, space, it.size))
        return faults

    def read(self, space, address, length, lane=0):
        """Bytes of "global", "shared" or, of one lane, "local" memory, 0 without a store."""
        length = number("length", length, 64)
        if length > LONGEST:
            raise AguError(f"length: got {length:#x}, expected at most {LONGEST:#x}")
        place, data = place_of(space, address, length, lane), ffi.new("uint8_t[]", length)
        call(lib.agu_program_memory, self._program, *place, data, length)
        return bytes(ffi.buffer(data))

    def write(self, space, address, data, lane=0):
        """Writes bytes of "global", "shared" or, of one lane, "local" memory."""
        place = place_of(space, address, len(instance(data, bytes)), lane)
        call(lib.agu_program_set_memory, self._program, *place, data, len(data))


def flag_of(name):
    """The number of a flag."""
    if instance(name, str) not in FLAGS:
        raise AguError(f'flag "{name}", expected "CF", "ZF", "SF" or "OF"')
    return FLAGS.index(name)


def place_of(space, address, length, lane):
    """Space, lane and address as libagu has them."""
    address, lane = number("address", address, 64), index(lane)
    if address + length >> 64:
        raise AguError(f"address: got {address:#x}, expected {length} bytes below 2**64")
    if instance(space, str) not in ("global", "shared", "local"):
        raise AguError(f'space "{space}", expected "global", "shared" or "local"')
    if space == "local" and not 0 <= lane < 32:
        raise AguError(f"lane {lane}, expected 0 to 31")
    return SPACES.index(space), lane if space == "local" else 0, address
