"""A loop over cases fails where one of them does, and says which."""

import pytest
from cases import cases


def test_a_wrong_case_fails_and_is_named():
    tried = []

    @cases("x, y", [(1, 1), (2, 3), (4, 4)])
    def equal(x, y):
        tried.append(x)
        assert x == y

    with pytest.raises(AssertionError) as caught:
        equal()
    assert caught.value.__notes__ == ["case 2 of 3: {'x': 2, 'y': 3}"]
    assert tried == [1, 2, 4]


def test_several_wrong_cases_fail_together_and_right_ones_pass():
    @cases("limit", [1, 5, 2])
    def above(number, limit):
        assert number > limit

    with pytest.raises(BaseExceptionGroup, match="2 of 3 cases"):
        above(number=2)
    above(number=6)


def test_no_cases_are_no_test():
    with pytest.raises(AssertionError):
        cases("x", [])
