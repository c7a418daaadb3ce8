"""A short run of every fuzz target, and the inputs that once were too much for one.

The long runs are made by hand: see tests.fault_injection.fuzz.
"""

import pytest

from tests.fault_injection.fuzz import TARGETS, fuzz


@pytest.mark.parametrize("target", TARGETS)
def test_damaged_input_is_refused_and_nothing_else_happens(qapp, target):
    assert fuzz(target, 0, 100).errors == {}
