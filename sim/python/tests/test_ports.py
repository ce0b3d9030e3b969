"""The scoreboard beside coalescers of another kind."""

import agu
import pytest

LINES = {"line_bytes": 16, "mask_bytes": 4, "has_lanes": 1, "has_store": 1}
PASSES = {"space": "shared", "banks": 4, "bank_bytes": 4, "has_lanes": 1}


def load(space):
    """A load of four bytes a lane, stride 8."""
    lanes = {"base_lo": [0x1000 + 8 * lane for lane in range(4)]}
    return lanes | {"access": 1, "access_space": space, "access_size": 4}


@pytest.fixture
def board():
    with agu.Scoreboard(lanes=4, warp_lanes=4, ports=[LINES, PASSES]) as board:
        board.request(1, load(1))
        board.request(2, load(2))
        yield board


def test_lines_and_passes(board):
    assert board.port_request(1, lanes=0b1100)
    assert board.port_request(0, address=0x1010, mask=5, lanes=0b1100)
    assert board.outstanding().memory == [1, 2]
    assert board.port_request(1, lanes=0b11)
    assert board.port_request(address=0x1000, mask=5, lanes=0b11)
    assert board.outstanding().memory == []
    assert board.difference is None


@pytest.mark.parametrize(
    ("port", "request_", "text"),
    [
        (0, {"address": 0x1000, "mask": 7, "lanes": 3}, "bytes that no lane wants"),
        (0, {"address": 0x1000, "mask": 1 << 255, "lanes": 3}, "bytes behind the line: expected 0x100f, got 0x13fc"),
        (0, {"address": 0x1000, "mask": 5, "lanes": 7}, "memory_lanes: expected 0x3, got 0x7"),
        (0, {"address": 0x1000, "mask": 5, "lanes": 3, "store": True}, "memory_store: expected"),
        (0, {"address": 0x1004, "mask": 5, "lanes": 3}, "memory_address: expected 0x1000"),
        (1, {"lanes": 5}, "memory_lanes: two words of one bank: expected 0x1000, got 0x1010"),
    ],
)
def test_what_is_wrong_differs(board, port, request_, text):
    assert not board.port_request(port, **request_)
    assert text in str(board.difference)
    assert board.difference.tag == port + 1


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"ports": [LINES | {"space": "texture"}]}, "space is 'texture', expected one of global"),
        ({"ports": [LINES | {"bytes": 4}]}, "no member bytes of a memory port"),
        ({"ports": [{"line_bytes": 3}]}, "memory port 0: its line_bytes are no power of two"),
        ({"ports": [PASSES | {"has_lanes": 0}]}, "memory port 0: it has banks, and no lanes"),
        ({"ports": [LINES, LINES | {"repeats": 1}]}, "memory port 1: it is unlike another port"),
        ({"ports": [], "warp_lanes": 2}, "2 lanes of a warp, expected a power of two from 4"),
    ],
)
def test_ports_that_are_none(arguments, text):
    with pytest.raises(agu.AguError, match=text):
        agu.Scoreboard(lanes=4, **{"warp_lanes": 4} | arguments)


def test_requests_of_no_port(board):
    with pytest.raises(agu.AguError, match="memory port 2 does not exist"):
        board.port_request(2)
    with pytest.raises(agu.AguError, match="mask: expected an int of 256 bits"):
        board.port_request(mask=1 << 256)
    with pytest.raises(agu.AguError, match="without a memory port"):
        board.memory()
