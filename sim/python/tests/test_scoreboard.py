"""The scoreboard beside a unit that is only a function: the golden model's own results."""

import agu
import pytest

CONFIG = agu.Config()


def load(base):
    """A load of four bytes a lane, stride 8."""
    return {
        "access": 1,
        "access_space": 1,
        "access_size": 4,
        "address_register": 2,
        "base_lo": [base + 8 * lane for lane in range(32)],
    }


def lea(base):
    return {"destination": 7, "base_lo": [base] * 32, "offset_lo": range(32), "scale": 3}


def answer(request, config=CONFIG):
    """The result and the memory requests that a right unit gives."""
    result = agu.execute(config, request)
    return result.ports(), [it.ports() for it in result.requests()]


@pytest.mark.parametrize("by_tag", [False, True])
def test_what_is_right_passes(by_tag):
    requests = [load(0x1000), lea(5), load(0x8000), lea(6)]
    with agu.Scoreboard() as board:
        for tag, request in enumerate(requests, 100):
            board.request(tag, request)
        assert board.outstanding().results == [100, 101, 102, 103]
        assert board.outstanding().memory == [100, 102]
        for number in [2, 0, 3, 1] if by_tag else range(4):
            result, _ = answer(requests[number])
            assert board.result(100 + number if by_tag else None, result)
        for request in requests:
            for memory in answer(request)[1]:
                assert board.memory(memory)
        assert not board.outstanding()
        assert board.difference is None


def test_the_first_difference_is_kept():
    board = agu.Scoreboard()
    for tag in range(3):
        board.request(tag, lea(tag))
    assert board.result(**answer(lea(0))[0])
    wrong = answer(lea(1))[0]
    wrong["sum_lo"] = wrong["sum_lo"].tolist()
    wrong["sum_lo"][17] ^= 4
    assert not board.result(tag=1, **wrong)
    wrong = answer(lea(2))[0]
    wrong["rd_write"] = 0
    assert not board.result(None, wrong)
    first = board.difference
    assert (first.tag, first.instruction, first.lane) == (1, 1, 17)
    assert (first.signal, first.expected, first.got) == ("sum_lo", 0x89, 0x8D)
    assert str(first) == "tag 0x1, instruction 1, lane 17, sum_lo: expected 0x89, got 0x8d"


def test_a_memory_request_that_is_wrong():
    board = agu.Scoreboard()
    board.request(77, load(0x1000))
    _, memory = answer(load(0x1000))
    assert not board.memory(memory[1])
    assert (board.difference.tag, board.difference.signal) == (77, "memory_line")


def test_a_warp_of_four_beats():
    board = agu.Scoreboard(lanes=8)
    result, _ = answer(lea(9))
    for beat in range(4):
        part = slice(8 * beat, 8 * beat + 8)
        board.request(1, base_lo=[9] * 8, offset_lo=range(32)[part], scale=3, destination=7)
    for beat in range(4):
        part = slice(8 * beat, 8 * beat + 8)
        assert board.result(
            sum_lo=result["sum_lo"][part], rd_write=0xFF, execute_mask=0xFF,
            result_destination=7, result_beat=beat, result_last=beat == 3,
        )  # fmt: skip
    assert not board.outstanding()


def test_batches_of_beats():
    many = 6
    board = agu.Scoreboard(lanes=16)
    board.requests(0, base_lo=range(16), scale=[0] * (2 * many), destination=3)
    assert board.outstanding().results == list(range(many))
    given = {
        "sum_lo": range(16), "rd_write": 0xFFFF, "execute_mask": 0xFFFF,
        "result_destination": 3, "result_beat": [0, 1] * many, "result_last": [0, 1] * many,
    }  # fmt: skip
    assert board.results(**given) == 2 * many
    assert board.difference is None


def test_the_configuration_counts_for_what_comes_after_it():
    board = agu.Scoreboard()
    board.request(0, load(0x1000))
    board.configure(agu.Config(global_limit=0x1000))
    board.request(1, load(0x1000))
    board.write(4, 1 << 40)
    board.request(2, load(0x1000))
    result, _ = answer(load(0x1000))
    assert board.result(None, result)
    assert not board.result(None, result)
    assert board.result(None, result)
    assert board.difference.tag == 1


def test_bad_calls():
    def refused(message, call, *arguments, **ports):
        with pytest.raises(agu.AguError, match=message):
            call(*arguments, **ports)

    refused("3 lanes, expected 1, 2, 4", agu.Scoreboard, 3)
    refused("0 lanes, expected", agu.Scoreboard, -1)
    board = agu.Scoreboard(16, memory=False)
    refused("without a memory port", board.memory)
    refused("configuration register 7 does not exist", board.write, 7, 0)
    refused("address: got 0x40, expected 6 bits", board.write, 64, 0)
    refused("data: got a number of more than 64 bits", board.write, 0, 1 << 64)
    board.request(1)
    refused("tag 0x2 inside a warp, expected 0x1", board.request, 2)
    refused("a configuration write inside a warp", board.write, 0, 0)
    refused("beat 0: tag 0x2 inside a warp", board.requests, 2, scale=[0] * 2)
    board.request(1)
    refused("tag 0x1 is given twice", board.request, 1)
    refused("beat 2: tag 0x1 is given twice", board.requests, 0, scale=[0] * 4)
    assert board.difference is None
    assert board.outstanding().results == [1, 0]
    refused("expected whole warps of 2", board.requests, 5, scale=[0] * 3)
    refused("port scale: got 0x0 rows, expected 1 to 0x40000", board.requests, 5, scale=[])
    refused(r"a request: no port has an array of many, expected one of .*16\)", board.requests, 5)
    refused("expected tags below", board.requests, (1 << 64) - 1, scale=[0] * 2)
    refused("tag: got a str", board.request, "one")
    refused("a result with tag 0x9, expected that of a request", board.result, 9)
    assert board.difference.signal == "result_valid"
    refused(r"port uniform: got shape \(2,\), .*; tags has 1 row$", board.results, [1], uniform=[0, 0])
    refused(r"tags: got an int, expected shape \(count,\)", board.results, 1)
    board.reset()
    assert not board.outstanding()
    refused("a result, expected none: no request waits for one", board.result)
    refused("beat 0: a result, expected none: no request waits", board.results, uniform=[0, 0])


def test_use_after_close():
    board = agu.Scoreboard()
    board.request(1)
    board.close()
    board.close()
    for call in (
        lambda: board.request(2),
        lambda: board.requests(2, scale=[0]),
        lambda: board.result(),
        lambda: board.results([2]),
        lambda: board.memory(),
        lambda: board.memories(memory_lanes=[1]),
        lambda: board.write(0, 0),
        lambda: board.configure(CONFIG),
        lambda: board.reset(),
        lambda: board.difference,
        lambda: board.outstanding(),
    ):
        with pytest.raises(agu.AguError, match="closed"):
            call()
    assert board.lanes == 32
