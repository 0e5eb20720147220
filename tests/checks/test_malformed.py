"""Whatever stands in a file, checking it ends in a report; ``tools/long.py malformed`` checks many more."""

import time

import pytest

from tests.checks.malformed import bounded, check_portion

INPUTS = 150
"""In each of four portions."""


@pytest.mark.parametrize("portion", range(4))
def test_malformed_files_end_in_a_report(portion):
    found = check_portion(f"tests/{portion}", INPUTS)
    assert found["files with a problem"] > INPUTS / 2
    assert len(found) > 20


def test_what_takes_too_long_is_noticed():
    with pytest.raises(TimeoutError), bounded(1):
        time.sleep(5)
