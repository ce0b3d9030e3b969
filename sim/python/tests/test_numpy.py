"""Arrays of many whole warps, and of the rows of a trace."""

import time
from pathlib import Path

import agu
import pytest
from test_readme import MANY

np = pytest.importorskip("numpy")

CONFIG = agu.Config()
PATTERNS = Path(__file__).parents[3] / "tests/traces/patterns.traceg"


def lanes(generator, count, high=1 << 32):
    return generator.integers(0, high, (count, 32), dtype=np.uint32)


def traffic(count, seed=1):
    """LEAs and global loads of random lanes."""
    generator = np.random.default_rng(seed)
    access = generator.integers(0, 2, count, dtype=np.uint8)
    return {
        "access": access,
        "access_space": access,
        "access_size": generator.integers(0, 8, count, dtype=np.uint8),
        "scale": generator.integers(0, 32, count, dtype=np.uint8),
        "destination": generator.integers(0, 255, count, dtype=np.uint16),
        "address_register": 2,
        "active_mask": generator.integers(0, 1 << 32, count, dtype=np.uint32),
        "base_lo": lanes(generator, count),
        "offset_lo": lanes(generator, count),
        "offset_hi": lanes(generator, count),
    }


def test_an_lea_is_what_numpy_computes():
    generator = np.random.default_rng(2)
    count = 100
    base, offset = lanes(generator, count), lanes(generator, count)
    scale = generator.integers(0, 32, count, dtype=np.uint8)
    many = agu.execute_many(CONFIG, base_lo=base, offset_lo=offset, scale=scale)
    expected = base + (offset << scale[:, None])
    np.testing.assert_array_equal(np.asarray(many["sum_lo"]), expected)


def test_arrays_of_results_are_no_copies():
    result = agu.execute(CONFIG, base_lo=np.arange(32, dtype=np.uint32))
    view = result.sum_lo
    array = np.asarray(view)
    assert array.dtype == np.uint32
    assert np.shares_memory(array, np.asarray(view))
    assert not array.flags.owndata


@pytest.mark.parametrize("dtype", ["u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8"])
def test_each_integer_type(dtype):
    result = agu.execute(CONFIG, base_lo=np.arange(32, dtype=dtype), scale=np.uint8(0))
    assert result.sum_lo.tolist() == list(range(32))


def test_layouts():
    base = np.arange(64, dtype=np.uint32)
    assert agu.execute(CONFIG, base_lo=base[::2]).sum_lo.tolist() == list(range(0, 64, 2))
    columns = np.asfortranarray(np.arange(96, dtype=np.uint32).reshape(3, 32))
    many = agu.execute_many(CONFIG, base_lo=columns)
    np.testing.assert_array_equal(np.asarray(many["sum_lo"]), columns)
    bits = np.arange(96).reshape(3, 32) % 3 == 0
    many = agu.execute_many(CONFIG, active_mask=bits)
    expected = [sum(1 << lane for lane in range(32) if row[lane]) for row in bits]
    assert many["execute_mask"].tolist() == expected
    every = agu.execute(CONFIG, active_mask=np.arange(64)[::2] % 4 == 0, extended=np.bool_(False))
    assert every.execute_mask == 0x55555555


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.zeros(32), "elements"),
        (np.zeros(32, dtype=">u4"), "elements"),
        (np.zeros(32, dtype="datetime64[s]"), "port base_lo"),
        (np.array(["a"] * 32), "port base_lo"),
        (np.zeros((1, 32), dtype="u4"), r"got shape \(1, 32\), expected shape \(32,\)"),
        (np.zeros((2, 4, 4), dtype="u4"), r"got shape \(2, 4, 4\)"),
        (np.zeros(0, dtype="u4"), r"got shape \(0,\)"),
        (np.full(32, -1), "the negative number -1 at 0"),
        (np.array([None] * 32), "port base_lo"),
    ],
)
def test_arrays_that_are_refused(value, message):
    with pytest.raises(agu.AguError, match=message):
        agu.execute(CONFIG, base_lo=value)


def test_a_difference_in_a_batch_of_whole_warps():
    count = 200
    requests = traffic(count)
    results = agu.execute_many(CONFIG, requests)
    results = {name: np.array(value) for name, value in results.items()}
    with agu.Scoreboard(memory=False) as board:
        board.requests(1000, requests)
        assert board.results(None, results) == count
        assert board.difference is None
        board.requests(1000, requests)
        wrong = next(warp for warp in range(count) if not requests["access"][warp])
        lane = int(requests["active_mask"][wrong]).bit_length() - 1
        results["sum_lo"][wrong, lane] ^= 0x100
        assert board.results(np.arange(1000, 1000 + count), results) == count - 1
        assert (board.difference.tag, board.difference.lane) == (1000 + wrong, lane)
        assert board.difference.signal == "sum_lo"


def test_tags_in_any_order():
    count = 64
    requests = traffic(count, seed=3)
    results = agu.execute_many(CONFIG, requests)
    order = np.random.default_rng(4).permutation(count)
    shuffled = {name: np.asarray(value)[order] for name, value in results.items()}
    board = agu.Scoreboard(memory=False)
    board.requests(0, requests)
    assert board.results(order, shuffled) == count
    assert not board.outstanding()


def test_lane_operations_a_second(capsys):
    """Prints the figure; how fast a machine is, is not what is tested."""
    count, batches = 1000, 20
    requests = traffic(count)
    results = agu.execute_many(CONFIG, requests)
    board = agu.Scoreboard(memory=False)
    start = time.perf_counter()
    for batch in range(batches):
        board.requests(batch * count, requests)
        assert board.results(None, results) == count
    seconds = time.perf_counter() - start
    assert board.difference is None
    with capsys.disabled():
        print(f"\n{32 * count * batches / seconds / 1e6:.1f} million lane-operations a second")


def test_the_rows_of_a_trace_are_an_array():
    rows = agu.trace(PATTERNS)
    assert rows.dtype.names[:5] == ("kernel", "id", "pc", "opcode", "space")
    assert rows[rows["space"] == "global"]["requests"].tolist() == [64, 64, 2, 2]


def test_the_example_of_the_readme_prints_its_comment(capsys):
    exec(compile(MANY, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert f"# {printed}" in MANY
