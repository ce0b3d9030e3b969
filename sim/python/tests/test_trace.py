"""Rows of a trace."""

from pathlib import Path

import agu
import pytest

PATTERNS = Path(__file__).parents[3] / "tests/traces/patterns.traceg"


def test_rows_come_worst_first():
    rows = agu.trace(PATTERNS)
    assert [row["pc"] for row in rows] == [0x30, 0x50, 0x70, 0x60, 0x10, 0x20, 0x40]
    assert {(row["kernel"], row["id"]) for row in rows} == {("patterns", 1)}
    worst = rows[0]
    assert (worst["opcode"], worst["space"], worst["passes"]) == ("LDS", "shared", 64)
    lines = [row for row in rows if row["space"] == "global"]
    assert [row["requests"] for row in lines] == [64, 64, 2, 2]
    assert [row["sectors"] for row in lines] == [64, 64, 8, 8]
    assert [row["bytes"] for row in lines] == [256, 256, 248, 256]
    assert [row["accesses"] for row in rows] == [2] * 7 and sum(row["lanes"] for row in rows) == 446


def test_a_trace_without_ids_has_none(tmp_path):
    path = tmp_path / "trace.txt"
    lanes = " 0x10" * 32
    path.write_text(
        f"MEMTRACE: CTX 0x1 - grid_launch_id 9 - CTA 0,0,0 - warp 0 - {'LDG.E' + '.X' * 200} -{lanes}\n"
    )
    (row,) = agu.trace(path)
    assert (row["kernel"], row["id"], row["pc"], row["accesses"]) == ("", 9, -1, 1)
    assert len(row["opcode"]) == 405


def test_a_bad_line_is_refused_at_its_place(tmp_path):
    path = tmp_path / "trace.txt"
    path.write_text("MEMTRACE: CTX 0x1 - grid_launch_id 9\n")
    with pytest.raises(agu.AguError, match=r":1:37: error: found the end of the line, expected `-`"):
        agu.trace(path)
    with pytest.raises(agu.AguError, match="cannot be read"):
        agu.trace(tmp_path / "none.txt")
