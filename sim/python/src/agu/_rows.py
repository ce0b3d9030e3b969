"""Arguments named as ports become rows of libagu, and rows become columns of ports."""

from array import array
from collections.abc import Mapping
from functools import lru_cache

from ._libagu import AguError, ffi, instance, lib
from ._ports import CHANNELS, CODES, LANES, PORTS, check, numbers, numpy

# Most rows of one call: they are in memory at once.
MOST = 1 << 18


class Kind:
    """Rows of a call: their name, structure, ports, and the row where nothing is named."""

    def __init__(self, name, row, ports):
        self.name, self.row, self.ports = name, row, ports
        self.unused = ffi.new(f"{row} *")
        fields = dict(ffi.typeof(row).fields)
        self.codes = {it: LANES.get(it) or CODES[ffi.sizeof(fields[it].type)] for it in ports}
        if numpy is not None:
            formats = [(code, 32) if it in LANES else code for it, code in self.codes.items()]
            offsets = [fields[it].offset for it in ports]
            layout = {"names": list(ports), "formats": formats, "offsets": offsets}
            self.dtype = numpy.dtype(layout | {"itemsize": ffi.sizeof(row)})


REQUEST = Kind("a request", "agu_inputs", CHANNELS[1])
RESULT = Kind("a result", "agu_outputs", CHANNELS[2])
MEMORY = Kind("a memory request", "agu_outputs", CHANNELS[3])
lib.agu_request_default(REQUEST.unused)
# R0 is written, and is no base: libagu's own default has RZ for both.
for _name in ("destination", "address_register", "steering_mask"):
    setattr(REQUEST.unused, _name, 0)


def row(kind, lanes, ports, named):
    """The arguments of a call as one row."""
    return filled(kind, lanes, arguments(kind, ports, named))[0]


def rows(kind, lanes, ports, named, tags=None):
    """The arguments of a call as rows, as many as its arrays have."""
    given = arguments(kind, ports, named)
    many = {f"port {name}": it for name, (_, it) in given.items() if len(it) > (name in LANES)}
    if tags is not None:
        many = {"tags": (len(tags),)}
    if not many:
        expected = f"one of shape (count, {lanes}) or (count,)"
        raise AguError(f"{kind.name}: no port has an array of many, expected {expected}")
    # An array over lanes too is rather meant for many than a mask's truth values of one.
    by = max(many, key=lambda name: len(many[name]))
    count = many[by][0]
    if not 1 <= count <= MOST:
        raise AguError(f"{by}: got {count:#x} rows, expected 1 to {MOST:#x}")
    one, columns = filled(kind, lanes, given, count, f"; {by} has {count} row{'s'[: count > 1]}")
    table = bytearray(ffi.buffer(one)) * count
    put(kind, table, columns, lanes)
    return ffi.from_buffer(f"{kind.row}[]", table)


def arguments(kind, ports, named):
    """The numbers of each port that is named, and their shape."""
    ports = dict(() if ports is None else instance(ports, Mapping))
    if twice := ports.keys() & named.keys():
        raise AguError(f"port {min(twice)} is given twice, expected once")
    given = ports | named
    for name in given:
        if not isinstance(name, str):
            raise AguError(f"a port is named {name}, expected a str")
        if name not in kind.ports:
            names = ", ".join(kind.ports)
            raise AguError(f"no port {name} of {kind.name}, expected one of {names}")
    return {name: numbers(f"port {name}", value) for name, value in given.items()}


def filled(kind, lanes, given, count=None, why=""):
    """A row with the values that all rows have, and the columns of those that each has."""
    one, columns = ffi.new(f"{kind.row} *", kind.unused[0]), []
    for name, (flat, shape) in given.items():
        varies, flat = values(name, flat, shape, lanes, count, why)
        if varies:
            columns.append((name, flat))
        else:
            setattr(one, name, flat.tolist() if name in LANES else flat)
    return one, columns


def values(name, flat, shape, lanes, count, why):
    """Whether each row has values of its own of a port, and all values, one after the other."""
    what, shapes, many = f"port {name}", shapes_of(name, lanes, count), count is not None
    if shape not in shapes:
        ints = [f"an int of {lanes} bits" if PORTS[name].per_lane else "an int"] * (() in shapes)
        arrays = [str(shape) for shape in shapes if shape]
        last = [f"shape {' or '.join(arrays)}"] * bool(arrays)
        expected = (", " if len(arrays) > 1 else " or ").join(ints + last)
        got = f"shape {shape}" if shape else "an int"
        hint = why if shape else "; agu.unpack makes lanes of a port's bits"
        raise AguError(f"{what}: got {got}, expected {expected}{hint}")
    check(what, flat, shape, shapes[shape])
    if name in LANES:
        return len(shape) > 1, flat
    if len(shape) > many:
        flat = masks(flat, lanes)
        flat = flat if many else int(flat[0])
    return many and bool(shape), flat


@lru_cache(4096)
def shapes_of(name, lanes, count):
    """The shapes that numbers of a port may have, with the bits of a number."""
    port, each, many = PORTS[name], (lanes,), () if count is None else (count,)
    if name in LANES:
        return {many + each: port.bits, each: port.bits}
    if port.per_lane:
        # A mask, or truth values.
        return {(): lanes, many: lanes, many + each: 1}
    return {(): port.bits, many: port.bits}


def masks(bits, lanes):
    """A mask for each `lanes` zeros and ones."""
    if numpy is not None:
        places = numpy.arange(lanes, dtype=numpy.uint64)
        return (numpy.asarray(bits, numpy.uint64).reshape(-1, lanes) << places).sum(axis=1)
    rows = (bits[first : first + lanes] for first in range(0, len(bits), lanes))
    return [sum(bit << lane for lane, bit in enumerate(row)) for row in rows]


def put(kind, rows, columns, lanes):
    """Puts values of ports, so many lanes of them, into the rows."""
    if numpy is not None:
        table = numpy.frombuffer(rows, kind.dtype)
        for name, flat in columns:
            place = table[name][:, :lanes] if name in LANES else table[name]
            place[...] = numpy.asarray(flat).reshape(place.shape)
        return
    for place, row in enumerate(ffi.from_buffer(f"{kind.row}[]", rows)):
        for name, flat in columns:
            part = slice(place * lanes, (place + 1) * lanes)
            setattr(row, name, flat[part].tolist() if name in LANES else flat[place])


def columns(kind, rows):
    """Each port of some rows, a memoryview."""
    if numpy is not None:
        table = numpy.frombuffer(rows, kind.dtype)
        return {name: memoryview(table[name]).toreadonly() for name in kind.ports}
    table, given = ffi.from_buffer(f"{kind.row}[]", rows), {}
    for name, code in kind.codes.items():
        column = [getattr(row, name) for row in table]
        if name in LANES:
            data = b"".join(map(bytes, map(ffi.buffer, column)))
            given[name] = memoryview(data).cast(code, (len(table), 32))
        else:
            given[name] = memoryview(array(code, column)).toreadonly()
    return given
