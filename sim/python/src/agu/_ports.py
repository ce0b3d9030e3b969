"""The table of ports, and numbers for them: an int, a sequence, a buffer. numpy is not needed; where
it is there, it makes many numbers faster."""

from array import array
from operator import index

from ._libagu import AguError, Record, call, ffi, instance, lib, record

try:
    import numpy
except ImportError:
    numpy = None

# Elements of arrays by their bytes; signed ones are lower case.
CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
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

    def __repr__(self):
        each = " a lane" if self.per_lane else ""
        return f"<agu.Port {self.name}: {self.bits} bits{each}>"


def table():
    """Each port, with the number of what it belongs to."""
    it, place = ffi.new("agu_port *"), 0
    while call(lib.agu_port_at, place, it) == lib.AGU_OK:
        name, meaning = (ffi.string(text).decode() for text in (it.name, it.meaning))
        per_lane, input = bool(it.per_lane), bool(it.input)
        yield it.channel, record(Port, name, it.bits, per_lane, input, meaning)
        place += 1


CHANNELS = [{it.name: it for channel, it in table() if channel == of} for of in range(4)]
REQUEST_PORTS, RESULT_PORTS, MEMORY_PORTS = map(tuple, CHANNELS[1:])
PORTS = {name: port for ports in CHANNELS for name, port in ports.items()}
# The members of rows that have an element for each lane; one bit a lane makes a mask.
LANES = {
    name: CODES[ffi.sizeof(field.type.item)]
    for row in ("agu_inputs", "agu_outputs")
    for name, field in ffi.typeof(row).fields
    if field.type.kind == "array"
}


def port(name):
    """The port of that name: its bits, whether it has lanes, what it means."""
    if name not in PORTS:
        raise AguError(f"no port {name}, expected one of the unit's")
    return PORTS[name]


def view(code, numbers):
    """Numbers as a memoryview, of which numpy makes an array without a copy."""
    return memoryview(array(code, numbers).tobytes()).cast(code)


def one(what, value, expected="an int", at=""):
    """A number of at most 64 bits; `what` names it in errors."""
    bools = bool if numpy is None else (bool, numpy.bool_)
    try:
        number = int(value) if isinstance(value, bools) else index(value)
    except TypeError:
        got = f"a {type(value).__name__}"
    else:
        if 0 <= number < 1 << 64:
            return number
        got = f"the negative number {number}" if number < 0 else "a number of more than 64 bits"
    raise AguError(f"{what}: got {got}{at}, expected {expected}")


def number(what, value, bits):
    """A number of so many bits."""
    value = one(what, value)
    if value >> bits:
        raise too_wide(what, value, bits)
    return value


def too_wide(what, number, bits):
    most = (1 << bits) - 1
    return AguError(f"{what}: got {number:#x}, expected {bits} bit{'s'[:most > 1]}, 0 to {most:#x}")


def numbers(what, value):
    """An int and (), or else numbers and their shape: an array of numpy, or a memoryview of all of
    them, one after the other."""
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
        return sequence(what, items), (len(items),)
    if buffer.ndim == 0:
        return one(what, value, INTS), ()
    code, order, element = CODES.get(buffer.itemsize), buffer.format[:-1], buffer.format[-1:]
    if code is None or order not in ("", "@", "=", "<") or element not in "?bBhHiIlLqQ":
        raise AguError(f'{what}: got {got} of elements "{buffer.format}", expected {INTS}')
    code = code.lower() if element.islower() else code
    if numpy is not None:
        return numpy.asarray(buffer).view(code), buffer.shape
    return memoryview(buffer.tobytes()).cast(code), buffer.shape


def sequence(what, items):
    try:
        return memoryview(array("Q", items))
    except (TypeError, OverflowError):
        # One by one: for the message, and for those that array does not take.
        each = enumerate(items)
        return view("Q", [one(what, item, INTS, f" at {place}") for place, item in each])


def check(what, all, shape, bits):
    """Refuses the first number that is negative or has more bits."""
    if not shape:
        if all >> bits:
            raise too_wide(what, all, bits)
        return
    is_view = isinstance(all, memoryview)
    if (all.format if is_view else all.dtype.char).isupper() and 8 * all.itemsize <= bits:
        return
    if is_view:
        wrong = [place for place, number in enumerate(all) if number >> bits]
    else:
        all = all.ravel()
        wrong = (all >> bits).nonzero()[0]
    if len(wrong):
        place, found = int(wrong[0]), int(all[wrong[0]])
        if found < 0:
            got = f"the negative number {found} at {place}"
            raise AguError(f"{what}: got {got}, expected {INTS}")
        at = [place] if len(shape) == 1 else list(divmod(place, shape[1]))
        raise too_wide(f"{what} at {at}", found, bits)


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
        each = min(lanes, 32) if PORTS[name].per_lane else 1
        return number(f"port {name}", value, PORTS[name].bits * each)
    code, bits = lanes_of(name, lanes)
    if value < 0 or value >> bits * lanes:
        expected = f"expected {bits * lanes} bits, not negative"
        raise AguError(f"port {name}: got {value}, {expected}")
    return view(code, [value >> bits * lane & (1 << bits) - 1 for lane in range(lanes)])


def pack(name, lanes):
    """All bits of a port with lanes, an int as a simulator takes it, from the number of each lane."""
    all, shape = numbers(f"port {name}", lanes)
    if len(shape) != 1:
        raise AguError(f"port {name}: expected a number a lane")
    _, bits = lanes_of(name, len(all))
    check(f"port {name}", all, shape, bits)
    return sum(number << bits * lane for lane, number in enumerate(all))
