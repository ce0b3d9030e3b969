"""Whatever a call is given, it gives a value or an exception that a caller can expect."""

import array
import random

import agu

ALLOWED = (agu.AguError, TypeError, OverflowError, IndexError, AttributeError, UnicodeEncodeError)
TEXTS = ["maxwell", "fermi", "visa", "sm_90", "", "LEA R1, R2, R3", "\0", "\ud800", "€" * 40, "0" * 16]


def anything(rng):
    """A value that some call may like."""
    number = rng.choice([0, 1, 2, 7, 8, 31, 32, 33, 255, 1 << 31, (1 << 32) - 1, 1 << 63, 1 << 64])
    number = rng.choice([number, -number, rng.getrandbits(rng.randrange(1, 70))])
    length = rng.choice([0, 1, 2, 8, 32, 33, 64])
    return rng.choice(
        [
            number,
            number,
            None,
            True,
            1.5,
            float("nan"),
            rng.choice(TEXTS),
            object(),
            [number] * length,
            [rng.getrandbits(8) for _ in range(length)],
            rng.randbytes(length),
            bytearray(length),
            array.array(rng.choice("bBhHiIlLqQfd"), [1] * length),
            memoryview(bytes(64)).cast("B", shape=[2, 32]),
            memoryview(bytes(4)).cast("B", shape=[]) if length == 4 else memoryview(b""),
            {"scale": number},
            {1: 2},
            range(length),
            agu.Config(),
        ]
    )


def right(rng, name, lanes):
    """Any value that the port can have."""
    port = agu.port(name)
    if not port.per_lane:
        return rng.getrandbits(port.bits)
    if port.bits == 1:
        return rng.getrandbits(lanes)
    return [rng.getrandbits(port.bits) for _ in range(lanes)]


def named(rng, ports, lanes):
    """Keywords: most of them right, some of them not."""
    names = rng.sample(ports, rng.randrange(len(ports)))
    values = {name: right(rng, name, lanes) for name in names}
    if rng.random() < 0.3:
        values[rng.choice([*ports, "nothing", "reset"])] = anything(rng)
    return values


def attempt(call, *arguments, **keywords):
    """Whether it gave a value."""
    try:
        call(*arguments, **keywords)
        return True
    except ALLOWED:
        return False


def test_any_arguments():
    rng = random.Random(1)
    board, program = agu.Scoreboard(), agu.Program("sm_80", "LEA R6, R2, R4, 0x0\n")
    result = agu.execute(agu.Config())
    calls = [getattr(agu, name) for name in dir(agu) if callable(getattr(agu, name))]
    calls = [call for call in calls if call is not agu.AguError]
    for owner in (board, program, result):
        calls += [getattr(owner, name) for name in dir(owner) if not name.startswith("_")]
    calls = [call for call in calls if callable(call) and call != board.close]
    gave = 0
    for _ in range(20_000):
        arguments = [anything(rng) for _ in range(rng.randrange(5))]
        gave += attempt(rng.choice(calls), *arguments)
    assert gave > 800


def test_any_traffic():
    rng = random.Random(2)
    gave = 0
    for lanes in (1, 2, 4, 8, 16, 32):
        board = agu.Scoreboard(lanes)
        for tag in range(1000):
            tag = rng.choice([tag * lanes // 32, rng.randrange(40)])
            gave += attempt(board.request, tag, **named(rng, agu.REQUEST_PORTS, lanes))
            if rng.random() < 0.5:
                given = named(rng, agu.RESULT_PORTS, lanes)
                gave += attempt(board.result, rng.choice([None, tag]), **given)
            if rng.random() < 0.3:
                gave += attempt(board.memory, **named(rng, agu.MEMORY_PORTS, lanes))
            if rng.random() < 0.1:
                gave += attempt(board.write, rng.getrandbits(6), rng.getrandbits(64))
            if rng.random() < 0.02:
                board.reset()
        assert board.difference is not None
        board.outstanding()
    assert gave > 2000


def test_any_warps():
    rng = random.Random(3)
    for _ in range(2000):
        config = agu.Config(
            shared_size=rng.getrandbits(18),
            global_limit=rng.getrandbits(49),
            misaligned_is_error=rng.random() < 0.5,
        )
        ports = {name: right(rng, name, 32) for name in agu.REQUEST_PORTS}
        ports |= {"access_space": rng.randrange(5), "address_add": 0}
        if not ports["volta"]:
            ports |= dict.fromkeys(("negate_base", "base_word", "uniform_added"), 0)
        elif ports["access"]:
            scales = ports["access_space"] == 2 and not ports["extended"]
            ports["scale"] = rng.choice([0, 2, 3, 4]) if scales else 0
        result = agu.execute(config, ports)
        board = agu.Scoreboard()
        board.configure(config)
        board.request(1, ports)
        assert board.result(1, result.ports())
        assert all(board.memory(it.ports()) for it in result.requests())
        assert not board.outstanding()
