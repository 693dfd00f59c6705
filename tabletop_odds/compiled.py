"""The one decorator that compiles and caches kernels.

A kernel is an ordinary Python function over ints and arrays. `@compiled` leaves it alone until its first
call, so that importing the package loads neither numpy nor numba; then numba turns it, and every plain
function that it names, into machine code. Three rules make that safe:

- **One source, two readings.** A global name inside a kernel that is a plain function or another kernel is
  compiled along with it. So `streams.below` is ordinary Python outside, machine code inside, and the integers
  are the same. `np` is numpy inside a kernel, although its module never imports it.
- **The cache is never stale.** numba checks only the file that a kernel stands in, and would serve old code
  after a helper in another module changed. So the cache folder is named by a hash of all the package's
  sources.
- **Nothing writable, no cache.** Then each process compiles for itself.

Python's ints never overflow and numba's do; and numba's mixtures of signed and unsigned are signed or
floating, depending on its version. `uint64(x)` and `int64(x)` say which is meant, in both readings.

>>> from tabletop_odds.compiled import compiled
>>> @compiled
... def total(numbers):
...     s = 0
...     for x in numbers:
...         s += x
...     return s
>>> total.python([1, 2, 3])
6
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

P = ParamSpec("P")
R = TypeVar("R")

WORD = 2**64 - 1
NOTICE_AFTER = 3.0  # seconds of compiling before a user is told
_lock = threading.RLock()  # also guards numba.config while a dispatcher is made
_dispatchers: dict[FunctionType, Any] = {}
_told: list[bool] = []


def uint64(x: int) -> int:
    """x modulo 2**64, as an unsigned word; inside a kernel numba's own type.

    >>> uint64(-1) == 2**64 - 1
    True
    """
    return x & WORD


def int64(x: int) -> int:
    """x as a signed integer; inside a kernel numba's own type (|x| < 2**63 is the caller's business).

    >>> int64(5)
    5
    """
    return x


class Kernel(Generic[P, R]):
    """A function that compiles at its first call; `.python` is the same source as plain Python."""

    def __init__(self, function: Callable[P, R], lanes: bool) -> None:
        self.python = function
        self.lanes = lanes
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if not kwargs and not self.dispatcher.signatures:
            _compile(self.dispatcher, args, self.lanes)
        return cast("R", self.dispatcher(*args, **kwargs))

    @functools.cached_property
    def dispatcher(self) -> Any:
        """numba's own object, for use where numba is already at hand."""
        with _lock:
            return _dispatcher(cast("FunctionType", self.python), cache=True)

    def __reduce__(self) -> str:
        return self.python.__qualname__  # pickled by name, as functions are


@overload
def compiled(function: Callable[P, R]) -> Kernel[P, R]: ...
@overload
def compiled(*, lanes: bool) -> Callable[[Callable[P, R]], Kernel[P, R]]: ...
def compiled(function: Callable[P, R] | None = None, *, lanes: bool = False) -> Any:
    """Make a kernel of a module-level function. Nothing is imported or compiled before its first call.

    Compiled with `nogil` (threads run it side by side), numpy's error model (division by zero is not checked)
    and the disk cache. Arguments: ints, floats, bools, numpy arrays, (named) tuples of these.

    `lanes=True`: like statements side by side become vector instructions (LLVM's SLP pass; three times faster
    where a kernel works on lanes). numba leaves that off, since some versions of LLVM got it wrong: so only for
    kernels whose answers are checked where they are used.

    >>> @compiled
    ... def double(x):
    ...     return 2 * x
    >>> double.python(21)
    42
    """
    if function is None:
        return functools.partial(Kernel, lanes=lanes)
    return Kernel(function, lanes)


def _compile(dispatcher: Any, args: tuple[Any, ...], lanes: bool) -> None:
    """Compile for these arguments, or load what was compiled; with lanes numba's SLP pass is on meanwhile.

    Somebody who waits at a screen is told once why: the largest kernels take a minute or two.
    """
    import numba

    config: Any = numba.config
    typeof: Any = numba.typeof
    notice = threading.Timer(NOTICE_AFTER, _tell_once)
    notice.daemon = True
    if not _told and (sys.stderr.isatty() or "ipykernel" in sys.modules):
        notice.start()
    with _lock:
        before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, int(lanes or config.SLP_VECTORIZE)
        try:
            dispatcher.compile(tuple(typeof(arg) for arg in args))
        finally:
            config.SLP_VECTORIZE = before
            notice.cancel()


def _tell_once() -> None:
    if not _told:
        _told.append(True)
        print("compiling once, which can take a minute or two; the next time it is there", file=sys.stderr, flush=True)


def loaded() -> bool:
    """Whether numba is imported already: then a kernel is the faster way even for a small job.

    >>> loaded() in (True, False)
    True
    """
    return "numba" in sys.modules


def source_hash(folder: Path) -> str:
    """Sixteen hexadecimal digits that change with any path or byte of the `*.py` files under `folder`.

    >>> len(source_hash(Path(__file__).parent))
    16
    """
    import hashlib

    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def kernel_folder() -> Path:
    """Where compiled kernels are kept: under NUMBA_CACHE_DIR if that is set, else in the user's cache folder.

    >>> kernel_folder().name == source_hash(Path(__file__).parent)
    True
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        base = Path(chosen) / "tabletop_odds"
    else:
        from .tables import cache_folder

        base = cache_folder() / "kernels"
    return base / source_hash(Path(__file__).parent)


def _dispatcher(function: FunctionType, cache: bool = False) -> Any:
    """numba's dispatcher of a function, with the functions that it names compiled along."""
    if function in _dispatchers:
        return _dispatchers[function]
    import numba
    import numpy as np

    names: dict[str, Any] = {"np": np, **function.__globals__}
    source = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    dispatcher = _jit(source, cache)
    _dispatchers[function] = dispatcher  # before its helpers: functions may name each other
    native = {uint64: numba.uint64, int64: numba.int64}
    for name in _named(function.__code__):
        value = names.get(name)
        if isinstance(value, Kernel):
            names[name] = value.dispatcher
        elif isinstance(value, FunctionType):
            names[name] = native[value] if value in native else _dispatcher(value)
    return dispatcher


def _jit(source: FunctionType, cache: bool) -> Any:
    """njit with the disk cache in our folder, or without it where that cannot be written."""
    import numba

    njit: Any = functools.partial(numba.njit, nogil=True, error_model="numpy")
    config: Any = numba.config
    if not cache:
        return njit(source)
    before, folder = config.CACHE_DIR, str(kernel_folder())
    try:  # numba chooses the folder of a function's cache once, here, from its configuration
        config.CACHE_DIR = folder
        dispatcher = njit(source, cache=True)
    except (OSError, RuntimeError):  # RuntimeError: numba's "no locator available"
        return njit(source)
    finally:
        config.CACHE_DIR = before
    # Where ours cannot be written numba takes another folder, without our hash: stale one day.
    return dispatcher if dispatcher.stats.cache_path.startswith(folder) else njit(source)


def _named(code: CodeType) -> Iterator[str]:
    """The global names that a function's code mentions, comprehensions included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _named(constant)
