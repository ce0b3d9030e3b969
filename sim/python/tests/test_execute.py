"""Whole warps from plain values."""

import array

import agu
import pytest

CONFIG = agu.Config()
LANES = range(32)


def load(**ports):
    """A load of four bytes."""
    return agu.execute(CONFIG, access=1, access_size=4, **ports)


def test_an_lea_of_each_kind_of_lanes():
    offsets = list(LANES)
    for offset in (offsets, tuple(offsets), array.array("I", offsets), array.array("q", offsets)):
        result = agu.execute(CONFIG, base_lo=[0x1000] * 32, offset_lo=offset, scale=3)
        assert result.sum_lo.tolist() == [0x1000 + 8 * lane for lane in LANES]
        assert result.rd_write == 0xFFFFFFFF
        assert result.lane(0) is None
        assert result.requests() == []


def test_lanes_are_memoryviews():
    result = agu.execute(CONFIG, base_lo=range(32))
    assert isinstance(result.sum_lo, memoryview)
    assert result.sum_lo.format == "I"
    assert result.sum_lo[31] == 31
    assert result.cc.format == "B"
    assert result.byte_enable.format == "H"
    assert result.address_hi.format == "I"
    again = agu.execute(CONFIG, base_lo=result.sum_lo, scale=1)
    assert again.sum_lo == result.sum_lo


def test_masks_are_ints_or_truth_values():
    mask = agu.execute(CONFIG, base_lo=[1] * 32, active_mask=0x5)
    lanes = agu.execute(CONFIG, base_lo=[1] * 32, active_mask=[lane in (0, 2) for lane in LANES])
    assert mask.execute_mask == lanes.execute_mask == 5


def test_addresses_and_requests_of_a_load():
    result = load(base_lo=[0x1000 + 8 * lane for lane in LANES], address_register=2)
    lane = result.lane(17)
    assert (lane.address, lane.effective, lane.space) == (0x1088, 0x1088, "global")
    assert (lane.byte_enable, lane.fault, lane.live) == (0x0F00, None, True)
    lines = result.requests()
    assert [line.memory_line for line in lines] == [0x1000 >> 7, 0x1080 >> 7]
    assert [line.memory_lanes for line in lines] == [0xFFFF, 0xFFFF0000]
    assert [line.memory_last for line in lines] == [False, True]
    with pytest.raises(IndexError):
        result.lane(32)
    with pytest.raises(OverflowError):
        result.lane(-1)


def test_an_address_of_49_bits():
    config = agu.Config(isa="sm_90")
    assert (config.global_limit, config.misaligned_is_error) == (1 << 49, True)
    result = agu.execute(
        config, volta=1, access=1, access_space=1, access_size=4, address_register=2, extended=1,
        base_word=1, base_lo=range(4, 132, 4), uniform_added=1, uniform_base=0x1FFFFFFFFF000,
        immediate=0xFFFFFFFC,
    )  # fmt: skip
    assert result.lane(31).address == 0x1FFFFFFFFF07C
    assert result.address_hi.tolist() == [0x1FFFF] * 32
    assert [line.memory_line for line in result.requests()] == [0x1FFFFFFFFF000 >> 7]


def test_passes_of_shared_memory():
    result = load(access_space=2, base_lo=[128 * (lane % 2) for lane in LANES], address_register=2)
    passes = result.requests()
    assert [it.memory_pass for it in passes] == [0, 1]
    assert all(it.memory_shared for it in passes)
    assert passes[0].memory_lanes == 0x55555555


def test_faults_follow_the_configuration():
    config = agu.Config(global_limit=0x1000)
    result = agu.execute(
        config, access=1, access_size=4, access_space=1, base_lo=[0x0FFC] + [0x1000] * 31,
        address_register=2,
    )  # fmt: skip
    assert result.lane(0).fault is None
    assert result.lane(1).fault == "OutsideAllocation"
    assert not result.lane(1).live
    assert (result.fault_valid, result.fault_lane) == (1, 1)


def test_an_addr_add():
    result = agu.execute(
        CONFIG, address_add=1, exec_size=3, base_lo=[100] * 32, offset_lo=list(LANES)
    )
    assert result.rd_write == 0xFF
    assert result.sum_lo.tolist()[:8] == list(range(100, 108))


def test_a_result_is_what_a_scoreboard_takes():
    ports = load(base_lo=[0] * 32).ports()
    assert tuple(ports) == agu.RESULT_PORTS
    with pytest.raises(AttributeError, match="no output memory_line"):
        load(base_lo=[0] * 32).memory_line  # noqa: B018


def test_many_warps():
    count = 5
    bases = array.array("I", range(32 * count))
    lanes = memoryview(bases).cast("B").cast("I", [count, 32])
    many = agu.execute_many(CONFIG, base_lo=lanes, scale=2, offset_lo=[1] * 32)
    assert many["sum_lo"].shape == (count, 32)
    assert many["result_last"].tolist() == [1] * count
    for warp in range(count):
        one = agu.execute(
            CONFIG, base_lo=bases[32 * warp : 32 * warp + 32], scale=2, offset_lo=[1] * 32
        )
        for name, value in one.ports().items():
            got = many[name].tolist()[warp]
            assert got == (value if isinstance(value, int) else value.tolist()), name


def test_a_configuration():
    config = agu.Config(shared_size=1024, const_size=16, register_count=32, isa="fermi")
    assert (config.shared_size, config.const_size, config.register_count) == (1024, [16] * 32, 32)
    assert config.shared_base == 0xFE000000
    assert config == agu.Config(
        shared_size=1024, const_size=[16] * 32, register_count=32, isa="fermi"
    )
    assert config != CONFIG
    assert (2, 1024) in config.writes()
