"""The scoreboard."""

from collections.abc import Mapping
from operator import index

from ._libagu import AguError, Record, call, ffi, instance, lib, record
from ._ports import check, number, numbers
from ._rows import MEMORY, REQUEST, RESULT, row, rows
from ._warp import Config


class Difference(
    Record,
    tag="Of the request; None where none is known for it.",
    instruction="Number of the warp, from 0 since the scoreboard was made.",
    lane="The lane of the warp; None where the signal belongs to the warp.",
    signal="The output, or a flag of the output cc.",
    expected="The golden model's value.",
    got="The hardware's value.",
):
    """The first thing that differed."""

    def __str__(self):
        return self._values[-1]

    def __repr__(self):
        return f"<agu.Difference {self}>"


class Outstanding(
    Record,
    results="Whose results have not all left.",
    memory="Whose memory requests have not all left.",
):
    """The tags of requests with something that has not left, in their order; False without one."""

    def __bool__(self):
        return bool(self.results or self.memory)


# Codes of the spaces of a memory port.
SPACES = ("global", "shared", "local", "both")


class Scoreboard:
    """What a unit took and gave, against the golden model: each request as the hardware takes it,
    and each result and memory request as it leaves, whatever cycle that is.

    lanes: of a beat, 1, 2, 4, 8, 16 or 32; a warp of 32 lanes passes in 32/lanes beats.
    memory: the unit has a memory port, that of an exported unit.
    warp_lanes: of a warp, from lanes to 32.
    ports: memory ports of another kind, in place of memory: a dict for each, with the members of C's
    agu_memory_port, and "global", "shared", "local" or "both" as space.

    Ports are named as in agu.execute; lanes and masks are those of the beat, and an output that is
    not named counts as 0. Many beats, at most 2**18, are faster in one call: arrays have shape
    (count, lanes) for lanes, (count,) for masks and numbers of the warp, and at least one of them is
    there; a value without `count` is that of all beats. Where a beat is refused, the message has its
    number; those before it count.

    A with statement closes it. Threads may share it: a call is one step, and others run meanwhile.
    """

    def __init__(self, lanes=32, memory=True, *, warp_lanes=32, ports=None):
        board = ffi.new("agu_scoreboard **")
        self._lanes = min(max(index(lanes), 0), 33)
        if ports is None and warp_lanes == 32:
            call(lib.agu_scoreboard_open, self._lanes, number("memory", memory, 1), board)
        else:
            given = [port_of(port) for port in ports or ()]
            warp_lanes = number("warp_lanes", warp_lanes, 32)
            many = ffi.new("agu_memory_port[]", given)
            call(lib.agu_scoreboard_open_ports, self._lanes, warp_lanes, many, len(given), board)
        self._board = ffi.gc(board[0], lib.agu_scoreboard_close)

    @property
    def lanes(self):
        """Lanes of a beat."""
        return self._lanes

    def request(self, tag, ports=None, **named):
        """The unit took a beat of a request: the first of a warp, or the next of the last one.

        tag: an int of 64 bits, the same for all beats of a warp, and not that of another request
        whose result is to come.
        """
        tag, beat = number("tag", tag, 64), row(REQUEST, self._lanes, ports, named)
        call(lib.agu_scoreboard_request, self._board, tag, beat)

    def requests(self, first_tag, ports=None, **named):
        """The unit took many beats of requests, those of a warp after each other; the tags of the
        warps count up from first_tag."""
        tag = number("first_tag", first_tag, 64)
        beats = rows(REQUEST, self._lanes, ports, named)
        call(lib.agu_scoreboard_requests, self._board, tag, beats, len(beats))

    def result(self, tag=None, ports=None, **named):
        """A beat of a result left the unit: of the request with the tag, or without one of the
        oldest. Gives whether it is as expected; each output counts where the unit marks it as
        valid. A result that no request asked for is an AguError, and a difference too."""
        tag = [] if tag is None else [number("tag", tag, 64)]
        function = lib.agu_scoreboard_result_of if tag else lib.agu_scoreboard_result
        beat = row(RESULT, self._lanes, ports, named)
        return call(function, self._board, *tag, beat) == lib.AGU_OK

    def results(self, tags=None, ports=None, **named):
        """Many beats of results left the unit, in the order of their requests, or, with tags of
        shape (count,), each of the request with its tag. Gives how many are as expected."""
        tags = None if tags is None else tags_of(tags)
        beats, right = rows(RESULT, self._lanes, ports, named, tags), ffi.new("size_t *")
        tags = ffi.NULL if tags is None else tags
        call(lib.agu_scoreboard_results, self._board, tags, beats, len(beats), right)
        return right[0]

    def memory(self, ports=None, **named):
        """A memory request left the unit. Gives whether it is as expected."""
        beat = row(MEMORY, self._lanes, ports, named)
        return call(lib.agu_scoreboard_memory, self._board, beat) == lib.AGU_OK

    def memories(self, ports=None, **named):
        """Many memory requests left the unit. Gives how many are as expected."""
        requests, right = rows(MEMORY, self._lanes, ports, named), ffi.new("size_t *")
        call(lib.agu_scoreboard_memories, self._board, requests, len(requests), right)
        return right[0]

    def port_request(self, port=0, *, address=0, mask=0, lanes=0, store=False, shared=False):
        """A memory request left the port of another coalescer. Gives whether it is as expected.

        address: of the line's first byte. mask: an int of 256 bits, one for each part of the line.
        lanes: those that are served, a bit each. shared: at a port for both spaces.
        """
        if not 0 <= index(mask) < 1 << 256:
            raise AguError("mask: expected an int of 256 bits")
        request = ffi.new("agu_port_request *")
        request.address, request.lanes = number("address", address, 64), number("lanes", lanes, 32)
        request.mask = [index(mask) >> 32 * word & 0xFFFFFFFF for word in range(8)]
        request.store, request.shared = number("store", store, 1), number("shared", shared, 1)
        port = number("port", port, 32)
        return call(lib.agu_scoreboard_port_request, self._board, port, request) == lib.AGU_OK

    def write(self, address, data):
        """The unit took a configuration write: config_address, 6 bits, and config_data, 64 bits."""
        address, data = number("address", address, 6), number("data", data, 64)
        call(lib.agu_scoreboard_write, self._board, address, data)

    def configure(self, config):
        """All configuration registers were written."""
        call(lib.agu_scoreboard_configure, self._board, instance(config, Config)._config)

    def reset(self):
        """The unit was reset: nothing is outstanding. What differed before stays."""
        call(lib.agu_scoreboard_reset, self._board)

    @property
    def difference(self):
        """The first difference; None where all is as expected so far."""
        it = ffi.new("agu_difference *")
        if call(lib.agu_scoreboard_difference, self._board, it) == lib.AGU_OK:
            return None
        tag, lane = it.tag if it.has_tag else None, it.lane if it.lane >= 0 else None
        signal, text = (ffi.string(text).decode() for text in (it.signal, it.text))
        return record(Difference, tag, it.instruction, lane, signal, it.expected, it.got, text)

    def outstanding(self):
        """What has not left."""
        counts, capacity = ffi.new("size_t[2]"), -1
        # Again where another thread added to it meanwhile.
        while max(counts) > capacity:
            capacity = max(counts)
            tags = [ffi.new("uint64_t[]", capacity) for _ in counts]
            places = (*tags, capacity, counts, counts + 1)
            call(lib.agu_scoreboard_outstanding, self._board, *places)
        return record(Outstanding, *(list(it[0:count]) for it, count in zip(tags, counts)))

    def close(self):
        """Ends it: each call after this one but close is an AguError."""
        lib.agu_scoreboard_close(self._board)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def port_of(port):
    """A memory port as libagu has it."""
    port, members = dict(instance(port, Mapping)), dict(ffi.typeof("agu_memory_port").fields)
    space = port.pop("space", "global")
    if space not in SPACES:
        raise AguError(f"space is {space!r}, expected one of {', '.join(SPACES)}")
    for name in port:
        if name not in members:
            raise AguError(f"no member {name} of a memory port, expected {', '.join(members)}")
    sized = {name: number(name, it, 8 * ffi.sizeof(members[name].type)) for name, it in port.items()}
    return sized | {"space": SPACES.index(space)}


def tags_of(tags):
    """A tag for each beat."""
    flat, shape = numbers("tags", tags)
    if len(shape) != 1:
        raise AguError(f"tags: got {f'shape {shape}' if shape else 'an int'}, expected shape (count,)")
    check("tags", flat, shape, 64)
    return ffi.new("uint64_t[]", flat.tolist())
