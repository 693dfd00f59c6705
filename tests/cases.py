"""Many small cases in one test: to collect and report each as a test of its own would cost more than to run it."""

import functools
import inspect

import pytest


def cases(names, values):
    """As `pytest.mark.parametrize`, but all in one test: each case is tried, and what fails says which case it was.

    For cases of some milliseconds that leave nothing behind: fixtures are made once for all of them.
    """
    names, values = names.replace(",", " ").split() if isinstance(names, str) else names, list(values)
    assert values, names
    assert not any(hasattr(value, "marks") for value in values), "pytest.param is for tests of their own"

    def decorate(test):
        @functools.wraps(test)
        def every_case(**fixtures):
            __tracebackhide__ = True
            wrong = []
            for number, value in enumerate(values, 1):
                row = dict(zip(names, value if len(names) > 1 else [value], strict=True))
                try:
                    test(**fixtures, **row)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"case {number} of {len(values)}: {row}")
                    wrong.append(error)
            if len(wrong) == 1:
                raise wrong[0]
            if wrong:
                raise BaseExceptionGroup(f"{len(wrong)} of {len(values)} cases", wrong)

        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in names]
        assert len(left) + len(names) == len(signature.parameters), (names, signature)
        every_case.__signature__ = signature.replace(parameters=left)
        return every_case

    return decorate
