"""Threads, with an object each and with one for all."""

import itertools
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import agu
import pytest

CONFIG = agu.Config()
THREADS = 4


def all_of(work):
    """Each thread's result; all start together."""
    start = threading.Barrier(THREADS)

    def one(number):
        start.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, range(THREADS)))


def test_a_scoreboard_each():
    def work(number):
        rows = 500
        base = list(range(number, number + 32))
        results = agu.execute_many(CONFIG, base_lo=base, active_mask=[0xFFFF] * rows)
        with agu.Scoreboard() as board:
            for first in range(0, 10 * rows, rows):
                board.requests(first, base_lo=base, active_mask=[0xFFFF] * rows)
                if number % 2 and first == 5 * rows:
                    board.request(1 << 40)
                    assert not board.result(1 << 40)
                assert board.results(None, results) == rows
            return board.difference

    differences = all_of(work)
    assert [difference is not None for difference in differences] == [False, True, False, True]
    assert {difference.tag for difference in differences if difference} == {1 << 40}


def test_a_program_each():
    def work(number):
        program = agu.Program("maxwell", "LEA R6, R2, R4, 0x3\n" * 50)
        program.set_register(2, number)
        program.run()
        return program.register(6)[0]

    assert all_of(work) == [8 * number for number in range(THREADS)]


def test_one_scoreboard_for_all():
    board = agu.Scoreboard(memory=False)

    def work(number):
        for tag in range(number << 32, (number << 32) + 200):
            board.request(tag, base_lo=[tag & 0xFFFFFFFF] * 32)
        board.requests((number << 32) + 1000, scale=[0] * 200)

    all_of(work)
    assert len(board.outstanding().results) == 400 * THREADS


def test_a_scoreboard_closed_by_another_thread():
    board = agu.Scoreboard(memory=False)

    def work(number):
        try:
            # Until it is closed, however late that is.
            for tag in itertools.count(number << 32, 100):
                if number == 0 and tag == 500:
                    board.close()
                board.requests(tag, scale=[0] * 100)
        except agu.AguError as error:
            return str(error)

    assert all("closed" in said for said in all_of(work))


SCALES = [0] * 100_000


@pytest.mark.parametrize(
    "call",
    [
        lambda board: agu.execute_many(CONFIG, base_lo=range(32), scale=SCALES),
        lambda board: board.requests(0, base_lo=range(32), scale=SCALES),
    ],
)
def test_other_threads_run_meanwhile(call):
    """A thread that counts goes on while another one is inside of a long call."""
    ticks, done = 0, threading.Event()

    def count():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.0001)

    def ticks_of_a_call():
        board = agu.Scoreboard(memory=False)
        before = ticks
        call(board)
        return ticks - before

    thread = threading.Thread(target=count)
    thread.start()
    try:
        # Between two lines of Python threads change too: it is most calls that count.
        assert statistics.median(ticks_of_a_call() for _ in range(5)) > 10
    finally:
        done.set()
        thread.join()


def test_a_board_in_use_by_a_callback():
    """Code of Python that runs inside of a call may use the same object."""
    board = agu.Scoreboard()

    class Nosy:
        def __len__(self):
            board.request(7)
            board.close()
            return 32

        def __getitem__(self, place):
            if place >= 32:
                raise IndexError
            return 1

    with pytest.raises(agu.AguError, match="closed"):
        board.request(8, base_lo=Nosy())
