"""What the README shows."""

import re
from pathlib import Path

import agu
import pytest

README = (Path(__file__).parent / "../README.md").read_text()


MANY, ONE = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_example_of_one_warp_runs(capsys):
    exec(compile(ONE, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("3\n4136 [<agu.MemoryRequest line 0x20 ")


@pytest.mark.parametrize(
    "call",
    [
        lambda: agu.execute(agu.Config(), base_lo=[0] * 31 + [1 << 32]),
        lambda: agu.execute(agu.Config(), scale=32),
        lambda: twice(),
        lambda: agu.assemble("maxwell", "LEA R6, Q2, R4"),
    ],
)
def test_the_errors_are_those_that_it_shows(call):
    with pytest.raises(agu.AguError) as error:
        call()
    assert f"\n{error.value}\n" in README


def twice():
    board = agu.Scoreboard()
    board.request(7)
    board.request(7)
