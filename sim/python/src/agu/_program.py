"""Words, text, and programs of one warp."""

from operator import index

from ._libagu import AguError, Record, call, ffi, instance, isa_of, lib, record, text_of
from ._ports import number
from ._warp import FAULTS, SPACES, Result, thirty_two

# Flags of the condition code.
FLAGS = ("CF", "ZF", "SF", "OF")

# Most bytes that one call reads of memory.
LONGEST = 1 << 24


def assemble(isa, text):
    """The word of one line of assembly text; `isa` is "maxwell" or "fermi", whose words have 64 bits,
    or a part such as "sm_90", whose words have 128.

    AguError: the text is no instruction; the message begins with the column, counted from 1.
    """
    low, high = ffi.new("uint64_t *"), ffi.new("uint64_t *")
    call(lib.agu_assemble_wide, isa_of(isa).number, text_of(text), low, high)
    return high[0] << 64 | low[0]


def word_of(isa, word):
    """Instruction set and halves of a word, as libagu has them."""
    isa = isa_of(isa)
    word = number("word", word, max(isa.word_bits, 64))
    return isa.number, word & (1 << 64) - 1, word >> 64


def disassemble(isa, word):
    """The text of a word, of an `isa` as in assemble."""
    text = ffi.new("char[256]")
    call(lib.agu_disassemble_wide, *word_of(isa, word), text, len(text), ffi.NULL)
    return ffi.string(text).decode()


def decode(isa, word):
    """The control record of a word, as the decoder in front of the unit gives it: the value of each
    field by its name; `isa` is as in assemble.

    AguError: the word is no instruction, is illegal to execute, or is not executed.
    """
    it = ffi.new("agu_control_record *")
    call(lib.agu_decode_wide, *word_of(isa, word), it)
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

    isa: "maxwell", "fermi", "visa", or a part such as "sm_90". text: the program. init: what the warp holds before it, as
    the TOML of an init file.

    AguError: the text or the init file is wrong; the message has line and column.
    """

    def __init__(self, isa, text, init=""):
        isa, program = isa_of(isa), ffi.new("agu_program **")
        try:
            call(lib.agu_program_open, isa.number, text_of(text), text_of(init), program)
        except AguError as error:
            # libagu names its arguments as files: source:2:9: and init:2:9:.
            message = str(error).removeprefix("source:").replace("init:", "init: ", 1)
            raise AguError(message) from None
        self._program = ffi.gc(program[0], lib.agu_program_close)
        self._registers, self._uniforms = isa.registers, isa.uniform_registers

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
        return register_of("register", n, self._registers)

    def predicate(self, n):
        """A predicate, 0 to 7, as a mask of one bit a lane; PT, 7, is true in every lane."""
        lanes = ffi.new("uint32_t *")
        call(lib.agu_program_predicate, self._program, number("predicate", n, 3), lanes)
        return lanes[0]

    def set_predicate(self, n, mask):
        """Writes a predicate, a mask of one bit a lane. PT keeps nothing."""
        n, mask = number("predicate", n, 3), number("mask", mask, 32)
        call(lib.agu_program_set_predicate, self._program, n, mask, 0xFFFFFFFF)

    def uniform(self, n):
        """A uniform register, a 32-bit word; URZ is 0."""
        value = ffi.new("uint32_t *")
        call(lib.agu_program_uniform, self._program, self._uniform(n), value)
        return value[0]

    def set_uniform(self, n, value):
        """Writes a uniform register. URZ keeps nothing."""
        n, value = self._uniform(n), number("value", value, 32)
        call(lib.agu_program_set_uniform, self._program, n, value)

    def _uniform(self, n=0):
        """The number of a uniform register as libagu has it: URZ is 255."""
        if not self._uniforms:
            raise AguError("no uniform state, expected a part from sm_75 on")
        return register_of("uniform register", n, self._uniforms)

    def uniform_predicate(self, n):
        """A uniform predicate, 0 to 7; UPT, 7, is true."""
        self._uniform()
        n, value = number("uniform predicate", n, 3), ffi.new("uint8_t *")
        call(lib.agu_program_uniform_predicate, self._program, n, value)
        return bool(value[0])

    def set_uniform_predicate(self, n, value):
        """Writes a uniform predicate. UPT keeps nothing."""
        self._uniform()
        n, value = number("uniform predicate", n, 3), number("value", value, 1)
        call(lib.agu_program_set_uniform_predicate, self._program, n, value)

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


def register_of(what, n, most):
    """The number of a register as libagu has it, of the last one as 255."""
    n = number(what, n, 64)
    if n > most:
        raise AguError(f"{what} {n}, expected 0 to {most}")
    return 255 if n == most else n


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
