"""Traces of programs."""

from ._libagu import call, ffi, lib, text_of

NUMBERS = ("accesses", "lanes", "requests", "sectors", "bytes", "passes")


def trace(path):
    """The rows of a trace on the golden model, as a structured array of numpy: an instruction each,
    by kernels in the order of the trace, those first that waste most.

    path: a file of Accel-Sim, raw or grouped, or of NVBit's mem_trace. The members are kernel, id, pc,
    opcode, space, accesses, lanes, requests, sectors, bytes and passes; id and pc are -1 where the
    trace has none.

    AguError: a line with other content than expected, with its place.
    """
    import numpy

    handle = ffi.new("agu_trace **")
    call(lib.agu_trace_open, text_of(str(path)), handle)
    opened = ffi.gc(handle[0], lib.agu_trace_close)
    rows, it = [], ffi.new("agu_trace_row *")
    while call(lib.agu_trace_row_at, opened, len(rows), it) != lib.AGU_END:
        kernel, opcode, space = (text_at(opened, len(rows), which) for which in range(3))
        numbers = (getattr(it, name) for name in NUMBERS)
        rows.append((kernel, it.kernel_id, it.pc, opcode, space, *numbers))
    widths = [max((len(row[place]) for row in rows), default=1) or 1 for place in (0, 3, 4)]
    kernel, opcode, space = (f"U{width}" for width in widths)
    kind = [("kernel", kernel), ("id", "i8"), ("pc", "i8"), ("opcode", opcode), ("space", space)]
    return numpy.array(rows, kind + [(name, "u8") for name in NUMBERS])


def text_at(trace, row, which):
    """A text of a row."""
    length = ffi.new("size_t *")
    size = 256
    while True:
        text = ffi.new("char[]", size)
        status = lib.agu_trace_text_at(trace, row, which, text, size, length, ffi.NULL)
        if status != lib.AGU_ERROR_SIZE:
            return ffi.string(text).decode()
        size = length[0] + 1
