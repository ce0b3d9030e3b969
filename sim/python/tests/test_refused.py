"""Values that a port cannot take: the message names port, what was expected and what was got."""

import array

import agu
import pytest

CONFIG = agu.Config()


class Endless:
    """A sequence that fails."""

    def __len__(self):
        return 32

    def __getitem__(self, place):
        raise RuntimeError("no more")


@pytest.mark.parametrize(
    ("ports", "message"),
    [
        ({"bass": 1}, "no port bass of a request, expected one of access, volta, extended, "),
        ({"request_valid": 1}, "no port request_valid of a request"),
        ({"scale": 32}, "port scale: got 0x20, expected 5 bits, 0 to 0x1f"),
        ({"access": 2}, "port access: got 0x2, expected 1 bit, 0 to 0x1"),
        ({"scale": -1}, "port scale: got the negative number -1, expected an int"),
        ({"scale": 1 << 100}, "port scale: got a number of more than 64 bits"),
        ({"scale": 1.5}, "port scale: got a float"),
        ({"scale": None}, "port scale: got a NoneType"),
        ({"scale": [1]}, r"port scale: got shape \(1,\), expected an int"),
        ({"active_mask": 1 << 32}, "port active_mask: got 0x100000000, expected 32 bits"),
        ({"active_mask": [1] * 31}, r"port active_mask: got shape \(31,\), expected an int of 32"),
        ({"active_mask": [2] * 32}, r"port active_mask at \[0\]: got 0x2, expected 1 bit"),
        ({"base_lo": 1}, "port base_lo: got an int, expected shape .32,.; agu.unpack"),
        ({"base_lo": [0] * 33}, r"port base_lo: got shape \(33,\), expected shape \(32,\)"),
        ({"base_lo": [0] * 31 + [1 << 32]}, r"port base_lo at \[31\]: got 0x100000000"),
        ({"base_lo": [0] * 31 + ["x"]}, "port base_lo: got a str at 31"),
        ({"base_lo": [0] * 31 + [-1]}, "port base_lo: got the negative number -1 at 31"),
        ({"base_lo": array.array("i", [-1] * 32)}, "port base_lo: got the negative number -1 at 0"),
        ({"base_lo": array.array("d", [1] * 32)}, 'port base_lo: got a array of elements "d"'),
        ({"base_lo": "0" * 32}, "port base_lo: got a str"),
        ({"base_lo": {}}, r"port base_lo: got shape \(0,\)"),
        ({"base_lo": bytes(31)}, r"port base_lo: got shape \(31,\)"),
        ({"base_lo": Endless()}, "port base_lo: got a Endless that fails: RuntimeError: no more"),
        ({1: 2}, "a port is named 1, expected a str"),
        ({"access": 1, "address_add": 1}, "port address_add: got 1 with access"),
        ({"access": 1, "access_space": 5}, "port access_space: got 5, expected 0 to 4"),
        ({"uniform_base": 1 << 64}, "port uniform_base: got a number of more than 64 bits"),
        ({"uniform_added": 1}, "port uniform_added: got 1 without volta, expected 0"),
        ({"volta": 1, "address_add": 1}, "port volta: got 1 with address_add"),
        ({"volta": 1, "access": 1, "scale": 2}, "port scale: got 2 of an access that is not sh"),
    ],
)
def test_values_that_a_request_cannot_have(ports, message):
    with pytest.raises(agu.AguError, match=message):
        agu.execute(CONFIG, ports)
    with pytest.raises(agu.AguError, match=message):
        agu.Scoreboard().request(0, ports)


def test_a_port_given_twice():
    with pytest.raises(agu.AguError, match="port scale is given twice"):
        agu.execute(CONFIG, {"scale": 1}, scale=2)


def test_no_mapping():
    with pytest.raises(TypeError):
        agu.execute(CONFIG, 5)
    with pytest.raises(TypeError):
        agu.execute(None)


@pytest.mark.parametrize(
    ("ports", "message"),
    [
        ({"scale": [1, 2]}, r"port scale: got shape \(2,\), expected an int or shape \(3,\)"),
        ({"scale": [1, 2, 32]}, r"port scale at \[2\]: got 0x20, expected 5 bits"),
        ({"base_lo": range(96)}, r"got shape \(96,\), expected shape \(3, 32\) or \(32,\)"),
        (
            {"base_lo": memoryview(bytes(64)).cast("B", (2, 32))},
            r"port predicate: got shape \(3,\), .*; port base_lo has 2 rows",
        ),
        ({"active_mask": range(32)}, r"expected an int of 32 bits, shape \(3,\) or \(3, 32\)"),
        ({"access": 1, "access_space": [0, 1, 6]}, "warp 2: port access_space: got 6"),
    ],
)
def test_values_that_many_cannot_have(ports, message):
    with pytest.raises(agu.AguError, match=message):
        agu.execute_many(CONFIG, {"predicate": [0, 1, 0]} | ports)


@pytest.mark.parametrize(
    ("ports", "message"),
    [
        ({}, r"a request: no port has an array of many, expected one of shape \(count, 32\)"),
        ({"base_lo": range(32), "scale": 1}, "no port has an array of many"),
        ({"scale": []}, "port scale: got 0x0 rows, expected 1 to 0x40000"),
        ({"scale": bytes(0x40001)}, "port scale: got 0x40001 rows"),
    ],
)
def test_arrays_without_a_number_of_warps(ports, message):
    with pytest.raises(agu.AguError, match=message):
        agu.execute_many(CONFIG, ports)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"shared_base": 1}, "shared_base is 0x1, expected an address whose low 24 bits are zero"),
        ({"shared_size": 0x40001}, "shared_size is 0x40001, expected at most 0x40000"),
        ({"shared_size": -1}, "shared_size: got the negative number -1"),
        ({"register_count": 256}, "register_count: got 0x100, expected 8 bits"),
        ({"register_count": 64, "isa": "fermi"}, "register_count is 0x40, expected at most 0x3f"),
        ({"const_size": [1] * 31}, "const_size: got 31 sizes, expected an int or 32 sizes"),
        ({"const_size": [1 << 17] * 32}, r"const_size\[0\] is 0x20000"),
        ({"isa": "pascal"}, "unknown ISA"),
    ],
)
def test_configurations_that_there_are_not(fields, message):
    with pytest.raises(agu.AguError, match=message):
        agu.Config(**fields)


def test_an_output_that_is_no_result():
    board = agu.Scoreboard()
    board.request(0)
    with pytest.raises(agu.AguError, match="no port memory_line of a result"):
        board.result(memory_line=1)
    with pytest.raises(agu.AguError, match="port memory_line: got 0x40000000000, expected 42 bits"):
        board.memory(memory_line=1 << 42)
    # None of that counted.
    assert board.difference is None
