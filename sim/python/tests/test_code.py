"""Words, text, control records."""

import agu
import pytest


def test_version():
    assert agu.__version__.count(".") == 2


def test_text_to_word_and_back():
    word = agu.assemble("maxwell", "LEA R6, R2, R4, 0x3")
    assert agu.disassemble("maxwell", word) == "LEA R6, R2, R4, 0x3"
    assert agu.assemble("MAXWELL", "  lea r6, r2, r4, 3; // a comment") == word


def test_the_record_of_a_word():
    record = agu.decode("maxwell", agu.assemble("maxwell", "@!P3 LDS.64 R8, [R6+-0x10]"))
    assert (record["access"], record["store"], record["access_space"]) == (1, 0, 2)
    assert (record["guard"], record["guard_inverted"]) == (3, 1)
    assert record["address_register"] == 6
    assert record["access_size"] == 5


@pytest.mark.parametrize("isa", ["sm_75", "turing", "SM_90a", "sm_121"])
def test_words_of_128_bits(isa):
    text = "LEA.HI.X R7, R4, UR10, R5, 0x2, P0"
    word = agu.assemble(isa, text)
    assert word >> 64 and not word >> 128
    assert agu.disassemble(isa, word) == text
    record = agu.decode(isa, word)
    assert (record["volta"], record["high"], record["extended"]) == (1, 1, 1)
    assert (record["uniform_register"], record["carry_predicate"]) == (10, 0)


def test_an_error_names_the_column():
    with pytest.raises(agu.AguError, match="^column 9: "):
        agu.assemble("maxwell", "LEA R6, Q2, R4")
    with pytest.raises(agu.AguError, match="^column 1: "):
        agu.assemble("fermi", "")
    assert issubclass(agu.AguError, ValueError)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: agu.assemble("pascal", "LEA R1, R2, R3"), "unknown ISA"),
        (lambda: agu.assemble("visa", "ADDR_ADD"), "visa text cannot be assembled"),
        (lambda: agu.disassemble("maxwell", 0), "no maxwell form matches"),
        (lambda: agu.disassemble("maxwell", -1), "negative number -1"),
        (lambda: agu.decode("maxwell", 1 << 64), "more than 64 bits"),
        (lambda: agu.disassemble("sm_90", 1 << 128), "more than 128 bits"),
        (lambda: agu.disassemble("sm_90", -1), "negative number -1"),
        (lambda: agu.decode("maxwell", "word"), "got a str, expected an int"),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(agu.AguError, match=message):
        call()


def test_ports_of_many_bits():
    lanes = [0x1000 + lane for lane in range(8)]
    bits = agu.pack("base_lo", lanes)
    assert bits == sum(value << (32 * lane) for lane, value in enumerate(lanes))
    assert agu.unpack("base_lo", bits, 8).tolist() == lanes
    assert agu.unpack("cc", 0xA5, 2).tolist() == [5, 10]
    assert agu.unpack("byte_enable", 0xFFFF0001, 2).tolist() == [1, 0xFFFF]
    # Of what has one number, that.
    assert agu.unpack("active_mask", 0x81, 8) == 0x81
    assert agu.unpack("memory_line", 1 << 41) == 1 << 41
    assert agu.unpack("address_hi", 0x3FFFF, 2).tolist() == [0x1FFFF, 1]


def test_ports_of_too_many_bits():
    with pytest.raises(agu.AguError, match="expected 256 bits"):
        agu.unpack("base_lo", 1 << 256, 8)
    with pytest.raises(agu.AguError, match="expected 256 bits"):
        agu.unpack("base_lo", -1, 8)
    with pytest.raises(agu.AguError, match="port active_mask: got 0x100, expected 8 bits"):
        agu.unpack("active_mask", 256, 8)
    with pytest.raises(agu.AguError, match=r"port cc at \[1\]: got 0x10, expected 4 bits"):
        agu.pack("cc", [0, 16])
    with pytest.raises(agu.AguError, match="3 lanes, expected"):
        agu.pack("cc", [0, 0, 0])
    with pytest.raises(agu.AguError, match="33 lanes, expected"):
        agu.unpack("cc", 0, 33)
    with pytest.raises(agu.AguError, match="port scale is one number"):
        agu.pack("scale", [1])
    with pytest.raises(agu.AguError, match="no port nothing"):
        agu.port("nothing")


def test_the_table_of_ports():
    assert "base_lo" in agu.REQUEST_PORTS
    assert "sum_lo" in agu.RESULT_PORTS
    assert "memory_line" in agu.MEMORY_PORTS
    everything = agu.REQUEST_PORTS + agu.RESULT_PORTS + agu.MEMORY_PORTS
    assert not [name for name in everything if name.endswith(("_valid", "_ready"))] or (
        "fault_valid" in everything
    )
    port = agu.port("byte_enable")
    assert (port.bits, port.per_lane, port.input) == (16, True, False)
    assert "16-byte block" in port.meaning
