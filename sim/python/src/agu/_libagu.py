"""Calls of libagu, whose refusals are exceptions, and the records that it gives."""

from ._lib import ffi, lib

__version__ = ffi.string(lib.agu_version()).decode()


class AguError(ValueError):
    """What is wrong with a call: what was expected, and what was got."""

    __module__ = "agu"


def call(function, *arguments):
    """The status of a function that takes a place for an error last."""
    error = ffi.new("agu_error *")
    status = function(*arguments, error)
    if status < 0:
        raise AguError(ffi.string(error.message).decode())
    return status


def instance(value, kind):
    """The value, if it is of that class."""
    if not isinstance(value, kind):
        raise TypeError(f"got a {type(value).__name__}, expected a {kind.__name__}")
    return value


def text_of(value):
    """A text as C has it, where a zero ends it."""
    if "\0" in instance(value, str):
        raise AguError(f"got a zero at {value.index(chr(0))}, expected text")
    return value.encode()


def isa_of(name):
    """The instruction set of that name."""
    isa = ffi.new("agu_isa *")
    call(lib.agu_isa_of, text_of(name), isa)
    return isa


class Record:
    """Values that stay as they are; a class has their names and meanings as keywords."""

    def __init_subclass__(cls, **meanings):
        cls.__module__, cls._names = "agu", tuple(meanings)
        for place, (name, meaning) in enumerate(meanings.items()):
            setattr(cls, name, property(lambda self, it=place: self._values[it], doc=meaning))

    def __new__(cls, *_, **__):
        raise TypeError(f"agu.{cls.__name__} cannot be created, expected a call that gives one")

    def __eq__(self, other):
        return self._values == other._values if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash(self._values)

    def __repr__(self):
        pairs = zip(self._names, self._values, strict=False)
        return (
            f"<agu.{type(self).__name__} {', '.join(f'{name}={value!r}' for name, value in pairs)}>"
        )


def record(kind, *values):
    """A record of that class."""
    made = object.__new__(kind)
    made._values = values
    return made
