"""The golden model and the scoreboard of a GPU address unit.

Arguments are named as the ports of the unit. Lanes are 32-bit words, lane 0 first: a numpy
array, an array.array, a memoryview, or a sequence of ints. Masks are ints of one bit a lane,
lane 0 in bit 0. A wrong call is an AguError, and as if it had not been made.
"""

from ._libagu import AguError, __version__
from ._ports import MEMORY_PORTS, REQUEST_PORTS, RESULT_PORTS, Port, pack, port, unpack
from ._program import Fault, Program, Step, assemble, decode, disassemble
from ._scoreboard import Difference, Outstanding, Scoreboard
from ._trace import trace
from ._warp import Config, LaneAddress, MemoryRequest, Result, execute, execute_many
