"""The table of ports, and numbers for them. numpy, which need not be there, makes many faster."""

from array import array
from contextlib import suppress
from operator import index

from ._libagu import AguError, Record, call, ffi, instance, lib, record

try:
    import numpy
except ImportError:
    numpy = None

# Elements of arrays by their bytes; signed ones are lower case.
CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
BOOLS = bool if numpy is None else (bool, numpy.bool_)
INTS = "an int, a sequence of ints, or a buffer of them"


class Port(
    Record,
    name="Its name.",
    bits="Its bits; of a port that has lanes, those of one lane.",
    per_lane="It has a value for each lane, lane 0 lowest.",
    input="It is an input of the unit.",
    meaning="What it means.",
):
    """A port of the unit."""


# All ports, and those of nothing, of a request, of a result, of a memory request.
PORTS, CHANNELS = {}, ({}, {}, {}, {})
_it = ffi.new("agu_port *")
while call(lib.agu_port_at, len(PORTS), _it) == lib.AGU_OK:
    _name, _meaning = (ffi.string(text).decode() for text in (_it.name, _it.meaning))
    _port = record(Port, _name, _it.bits, bool(_it.per_lane), bool(_it.input), _meaning)
    PORTS[_name] = CHANNELS[_it.channel][_name] = _port
REQUEST_PORTS, RESULT_PORTS, MEMORY_PORTS = map(tuple, CHANNELS[1:])
# Those with an element for each lane in their row, and its code; one bit a lane makes a mask.
_fields = ffi.typeof("agu_inputs").fields + ffi.typeof("agu_outputs").fields
_lanes = {name: field.type.item for name, field in _fields if field.type.kind == "array"}
LANES = {name: CODES[ffi.sizeof(element)] for name, element in _lanes.items()}


def port(name):
    """The port of that name: its bits, whether it has lanes, what it means."""
    if name not in PORTS:
        raise AguError(f"no port {name}, expected one of the unit's")
    return PORTS[name]


def one(what, value, expected="an int", at="", most=64):
    """A number of at most so many bits; `what` names it in errors."""
    try:
        number = int(value) if isinstance(value, BOOLS) else index(value)
    except TypeError:
        got = f"a {type(value).__name__}"
    else:
        if 0 <= number < 1 << most:
            return number
        got = f"the negative number {number}" if number < 0 else f"a number of more than {most} bits"
    raise AguError(f"{what}: got {got}{at}, expected {expected}")


def number(what, value, bits):
    """A number of so many bits."""
    value = one(what, value, most=max(bits, 64))
    check(what, value, (), bits)
    return value


def numbers(what, value):
    """An int and (), or numbers and their shape: an array of numpy, or a flat array."""
    if isinstance(value, int):
        return one(what, value, INTS), ()
    got = f"a {type(value).__name__}"
    try:
        buffer = memoryview(value)
    except (TypeError, ValueError, BufferError):
        if isinstance(value, str) or not hasattr(value, "__len__"):
            return one(what, value, INTS), ()
        try:
            items = list(value)
        except Exception as error:
            got += f" that fails: {type(error).__name__}: {error}"
            raise AguError(f"{what}: got {got}, expected {INTS}") from error
        with suppress(TypeError, OverflowError):
            return array("Q", items), (len(items),)
        # One by one: for the message, and for those that array does not take.
        flat = [one(what, item, INTS, f" at {place}") for place, item in enumerate(items)]
        return array("Q", flat), (len(items),)
    if buffer.ndim == 0:
        return one(what, value, INTS), ()
    code, order, element = CODES.get(buffer.itemsize), buffer.format[:-1], buffer.format[-1:]
    if code is None or order not in ("", "@", "=", "<") or element not in "?bBhHiIlLqQ":
        raise AguError(f'{what}: got {got} of elements "{buffer.format}", expected {INTS}')
    code = code.lower() if element.islower() else code
    # The lanes of one warp are faster without numpy.
    if numpy is not None and buffer.nbytes > 256:
        return numpy.asarray(buffer).view(code), buffer.shape
    return array(code, buffer.tobytes()), buffer.shape


def check(what, flat, shape, bits):
    """Refuses the first number that is negative or has more bits."""
    if isinstance(flat, int):
        if not flat >> bits:
            return
        flat = array("Q", [flat])
    code = flat.typecode if isinstance(flat, array) else flat.dtype.char
    if code.isupper() and 8 * flat.itemsize <= bits:
        return
    if isinstance(flat, array):
        if min(flat, default=0) >= 0 and not max(flat, default=0) >> bits:
            return
        wrong = [place for place, number in enumerate(flat) if number >> bits]
    else:
        flat = flat.ravel()
        wrong = (flat >> bits).nonzero()[0]
    if not len(wrong):
        return
    place, found, most = int(wrong[0]), int(flat[wrong[0]]), (1 << bits) - 1
    if found < 0:
        got = f"the negative number {found} at {place}"
        raise AguError(f"{what}: got {got}, expected {INTS}")
    if shape:
        what += f" at {[place] if len(shape) == 1 else list(divmod(place, shape[1]))}"
    expected = f"{bits} bit{'s'[: most > 1]}, 0 to {most:#x}"
    raise AguError(f"{what}: got {found:#x}, expected {expected}")


def lanes_of(name, lanes):
    """Code and bits of a port that has a number a lane."""
    if lanes not in (1, 2, 4, 8, 16, 32):
        raise AguError(f"{lanes} lanes, expected 1, 2, 4, 8, 16 or 32")
    if port(name).name not in LANES:
        raise AguError(f"port {name} is one number, expected a port that has a number a lane")
    return LANES[name], PORTS[name].bits


def unpack(name, value, lanes=32):
    """The number of each lane, a memoryview, from all bits of a port with lanes as a simulator has
    them. What has one number, as a mask of one bit a lane, is given back as an int."""
    instance(value, int)
    if port(name).name not in LANES:
        each = max(min(lanes, 32), 0) if PORTS[name].per_lane else 1
        return number(f"port {name}", value, PORTS[name].bits * each)
    code, bits = lanes_of(name, lanes)
    if value < 0 or value >> bits * lanes:
        expected = f"expected {bits * lanes} bits, not negative"
        raise AguError(f"port {name}: got {value}, {expected}")
    each = (value >> bits * lane & (1 << bits) - 1 for lane in range(lanes))
    return memoryview(array(code, each)).toreadonly()


def pack(name, lanes):
    """All bits of a port with lanes, as a simulator takes them, from the number of each lane."""
    flat, shape = numbers(f"port {name}", lanes)
    if len(shape) != 1:
        raise AguError(f"port {name}: expected a number a lane")
    _, bits = lanes_of(name, len(flat))
    check(f"port {name}", flat, shape, bits)
    return sum(number << bits * lane for lane, number in enumerate(flat.tolist()))
