"""Traces of programs."""

import json

from ._libagu import call, ffi, lib, text_of
from ._ports import numpy

NUMBERS = ("accesses", "lanes", "requests", "sectors", "bytes", "passes")
MEMBERS = ("kernel", "id", "pc", "opcode", "space", *NUMBERS)


def trace(path):
    """The rows of a trace on the golden model: an instruction each, by kernels in the order of the
    trace, those first that waste most. A structured array of numpy, or a list of dicts without it.

    path: a file of Accel-Sim, raw or grouped, or of NVBit's mem_trace. The members are kernel, id, pc,
    opcode, space, accesses, lanes, requests, sectors, bytes and passes; id and pc are -1 where the
    trace has none.

    AguError: a line with other content than expected, with its place.
    """
    handle, length = ffi.new("agu_trace **"), ffi.new("size_t *")
    call(lib.agu_trace_open, text_of(str(path)), handle)
    opened = ffi.gc(handle[0], lib.agu_trace_close)
    lib.agu_trace_json(opened, ffi.NULL, 0, length, ffi.NULL)
    text = ffi.new("char[]", length[0] + 1)
    call(lib.agu_trace_json, opened, text, len(text), ffi.NULL)
    rows = [
        (kernel["name"], number(kernel["id"]), number(row["pc"]), row["opcode"], row["space"])
        + tuple(row[name] for name in NUMBERS)
        for kernel in json.loads(ffi.string(text))
        for row in kernel["rows"]
    ]
    if numpy is None:
        return [dict(zip(MEMBERS, row)) for row in rows]
    kernel, opcode, space = (
        f"U{max((len(row[place]) for row in rows), default=0) or 1}" for place in (0, 3, 4)
    )
    kind = [("kernel", kernel), ("id", "i8"), ("pc", "i8"), ("opcode", opcode), ("space", space)]
    return numpy.array(rows, kind + [(name, "u8") for name in NUMBERS])


def number(value):
    """A number that a trace may not have."""
    return -1 if value is None else value
