"""Random LEAs and accesses for agu_unit8, with stalls on all sides, beside the scoreboard.

Inputs change at the falling edge. What is there once all has settled is what the hardware
takes and gives at the next rising edge, in every simulator.
"""

import os
import random

import agu
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly

LANES = 8
BEATS = 32 // LANES
WARPS = int(os.environ.get("WARPS", "300"))
# Cycles in which nothing happens, after which what has not left is missed.
PATIENCE = 1000


def random_warp(rng):
    """The inputs of a random LEA, load or store, of any part: numbers of the warp, and 32 of each
    lane."""
    ports = [agu.port(name) for name in agu.REQUEST_PORTS]
    warp = {port.name: rng.getrandbits(port.bits) for port in ports if not port.per_lane}
    for port in ports:
        if port.per_lane:
            warp[port.name] = [rng.getrandbits(port.bits) for _ in range(32)]
    # Accesses of random addresses alone would meet neither windows nor lines that lanes share.
    base = rng.choice([0x1000, 0xFE000000, 0xFF000000, rng.getrandbits(32)])
    stride = rng.choice([0, 4, 8, 128, rng.getrandbits(7)])
    bases = [base + stride * lane & 0xFFFFFFFF for lane in range(32)]
    access, space = rng.getrandbits(1), rng.randrange(5)
    if not warp["volta"]:
        warp |= dict.fromkeys(["negate_base", "base_word", "uniform_added"], 0)
    elif access:
        # The scale of a shared address is 1, 4, 8 or 16.
        scales = [0, 2, 3, 4] if space == 2 and not warp["extended"] else [0]
        warp |= {"scale": rng.choice(scales), "offset_lo": bases}
    return warp | {
        "access": access,
        "access_space": space,
        "address_add": 0,
        "base_lo": bases,
        "base_hi": [0] * 32,
        "immediate": rng.getrandbits(8),
        "uniform_base": rng.choice([0, 0x80, 0x8000000000]),
        "active_mask": [rng.random() < 0.8 for _ in range(32)],
    }


def beats(warp):
    """What is at the ports for each of its beats: all bits of a port as one number."""
    for first in range(0, 32, LANES):
        beat = {}
        for name, value in warp.items():
            if isinstance(value, list):
                value = value[first : first + LANES]
                if agu.port(name).bits == 1:
                    value = sum(bit << lane for lane, bit in enumerate(value))
                else:
                    value = agu.pack(name, value)
            beat[name] = value
        yield beat


def read(dut, names):
    """What is at ports of the hardware, as the scoreboard takes it."""
    return {name: agu.unpack(name, int(getattr(dut, name).value), LANES) for name in names}


def drive(dut, values):
    for name, value in values.items():
        getattr(dut, name).value = value


@cocotb.test()
async def random_traffic(dut):
    rng = random.Random(cocotb.RANDOM_SEED)
    board = agu.Scoreboard(lanes=LANES)
    drive(dut, dict.fromkeys(agu.REQUEST_PORTS, 0))
    drive(dut, dict.fromkeys(["config_valid", "config_address", "config_data"], 0))
    drive(dut, dict(reset=1, request_valid=0, result_ready=0, memory_ready=0))
    Clock(dut.clock, 10, unit="ns").start()
    for _ in range(3):
        await FallingEdge(dut.clock)
    dut.reset.value = 0

    to_come = [beat for _ in range(WARPS) for beat in beats(random_warp(rng))]
    taken, quiet, offered = 0, 0, False
    while quiet < PATIENCE and (taken < len(to_come) or board.outstanding()):
        # A request that is offered stays until it is taken.
        if not offered and taken < len(to_come) and rng.random() < 0.7:
            drive(dut, to_come[taken])
            offered = True
        stalls = {name: rng.random() < 0.7 for name in ("result_ready", "memory_ready")}
        drive(dut, stalls | {"request_valid": offered})
        await ReadOnly()
        quiet += 1
        if offered and dut.request_ready.value:
            board.request(taken // BEATS, read(dut, agu.REQUEST_PORTS))
            taken, quiet, offered = taken + 1, 0, False
        if dut.result_valid.value and stalls["result_ready"]:
            assert board.result(None, read(dut, agu.RESULT_PORTS)), board.difference
            quiet = 0
        if dut.memory_valid.value and stalls["memory_ready"]:
            assert board.memory(read(dut, agu.MEMORY_PORTS)), board.difference
            quiet = 0
        await FallingEdge(dut.clock)

    assert taken == len(to_come), f"{taken} of {len(to_come)} beats were taken"
    assert not board.outstanding(), board.outstanding()
    assert board.difference is None, board.difference
    dut._log.info("%d warps, nothing differs", WARPS)
