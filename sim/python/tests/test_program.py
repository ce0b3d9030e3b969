"""Programs of one warp."""

import agu
import pytest

TEXT = """\
LEA R6, R2, R4, 0x3
LDS R8, [R6+0xaf80] // lane 16 is the first past 0xc000 bytes
"""
INIT = """\
[registers]
R2 = { base = 0, step = 1 }
R4 = 0x1000
"""


def test_step_by_step():
    program = agu.Program("maxwell", TEXT, INIT)
    program.write("shared", 0xBF80, (0xC0FFEE).to_bytes(4, "little"))
    step = program.step()
    assert step.execute == 0xFFFFFFFF
    assert step.faults == []
    assert program.register(6)[5] == 0x1000 + 8 * 5
    assert step.result.sum_lo == program.register(6)
    step = program.step()
    assert len(step.faults) == 16
    assert program.register(8)[0] == 0xC0FFEE
    assert program.step() is None
    assert program.faults == step.faults
    fault = program.faults[0]
    assert (fault.instruction, fault.lane, fault.kind) == (1, 16, "OutsideAllocation")
    assert (fault.effective, fault.space, fault.size) == (0xC000, "shared", 4)


def test_registers_predicates_and_memory():
    program = agu.Program("maxwell", "@P2 ST [R2], R4\n")
    program.set_register(2, [0x100 + 4 * lane for lane in range(32)])
    program.set_register(4, 0xABCD)
    program.set_predicate(2, 0b101)
    assert program.predicate(2) == 0b101
    assert program.predicate(7) == 0xFFFFFFFF
    program.run()
    stored = (0xABCD).to_bytes(4, "little")
    assert program.read("global", 0x100, 12) == stored + bytes(4) + stored
    program.write("local", 8, b"lane", lane=3)
    assert program.read("local", 8, 4, lane=3) == b"lane"
    assert program.read("local", 8, 4) == bytes(4)
    program.set_register(255, 1)
    assert program.register(255).tolist() == [0] * 32


def test_flags_of_the_condition_code():
    program = agu.Program("maxwell", "LEA R4.CC, R2, R3\n")
    program.set_cc("OF", 0b10)
    assert [program.cc(flag) for flag in ("CF", "ZF", "SF", "OF")] == [0, 0, 0, 0b10]
    program.set_register(2, [0xFFFFFFFF] * 16 + [1] * 16)
    program.set_register(3, 1)
    program.step()
    assert [program.cc(flag) for flag in ("CF", "ZF")] == [0xFFFF, 0xFFFF]
    program.set_cc("CF", 0xF)
    assert program.cc("CF") == 0xF


def test_uniform_registers_and_predicates():
    program = agu.Program("sm_80", "ULEA UR6, UP2, UR4, UR5, 0x3\n@UP2 ULEA UR7, UR6, URZ, 0x1\n")
    program.set_uniform(4, 0x20000002)
    program.set_uniform(5, 0xFFFFFFF4)
    program.step()
    assert (program.uniform(6), program.uniform_predicate(2)) == (4, True)
    program.set_uniform_predicate(2, False)
    assert program.step().execute == 0
    program.set_uniform(63, 1)
    program.set_uniform_predicate(7, False)
    assert (program.uniform(7), program.uniform(63), program.uniform_predicate(7)) == (0, 0, True)


@pytest.mark.parametrize(
    ("isa", "call", "message"),
    [
        ("sm_80", lambda it: it.uniform(64), "uniform register 64, expected 0 to 63"),
        ("sm_100", lambda it: it.uniform(256), "uniform register 256, expected 0 to 255"),
        ("sm_80", lambda it: it.set_uniform(1, 1 << 32), "value: got 0x100000000"),
        ("sm_80", lambda it: it.uniform_predicate(8), "uniform predicate: got 0x8"),
        ("sm_80", lambda it: it.set_uniform_predicate(1, 2), "value: got 0x2, expected 1 bit"),
        ("sm_70", lambda it: it.uniform(0), "no uniform state, expected a part from sm_75"),
        ("sm_70", lambda it: it.set_uniform_predicate(0, True), "no uniform state"),
    ],
)
def test_uniform_state_that_is_refused(isa, call, message):
    with pytest.raises(agu.AguError, match=message):
        call(agu.Program(isa, ""))


def test_what_has_text_alone_is_no_program():
    with pytest.raises(agu.AguError, match="^1:1: .*ZD"):
        agu.Program("sm_70", "LDG.E.SYS.ZD P0, R2, [R4]")


def test_an_illegal_word_is_a_fault():
    program = agu.Program("maxwell", "0000000000000000\n")
    step = program.step()
    assert step.result is None
    assert [fault.kind for fault in step.faults] == ["IllegalInstruction"]
    assert step.faults[0].lane is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda it: agu.Program("maxwell", "LEA R1, R2, R3\nLEA R1, Q2"), "^2:9: "),
        (lambda it: agu.Program("maxwell", "", "[registers]\nR300 = 1"), "^init: .*R300"),
        (lambda it: it.register(256), "register 256, expected 0 to 255"),
        (lambda it: it.register(-1), "register: got the negative number -1"),
        (lambda it: it.set_register(1, [0] * 31), "got 31 numbers, expected 32"),
        (lambda it: it.set_register(1, [1 << 32] * 32), r"lanes at \[0\]: got 0x100000000"),
        (lambda it: it.predicate(8), "predicate: got 0x8, expected 3 bits"),
        (lambda it: it.set_predicate(0, 1 << 32), "mask: got 0x100000000"),
        (lambda it: it.cc("PF"), 'flag "PF", expected "CF", "ZF", "SF" or "OF"'),
        (lambda it: it.set_cc("CF", 1 << 32), "mask: got 0x100000000"),
        (lambda it: it.read("texture", 0, 1), 'space "texture", expected "global"'),
        (lambda it: it.read("local", 0, 1, lane=32), "lane 32, expected 0 to 31"),
        (lambda it: it.read("global", 0, 1 << 40), "length: got 0x10000000000"),
        (lambda it: it.read("global", (1 << 64) - 1, 2), "expected 2 bytes below"),
        (lambda it: it.write("global", (1 << 64) - 1, b"ab"), "expected 2 bytes below"),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(agu.AguError, match=message):
        call(agu.Program("maxwell", ""))
