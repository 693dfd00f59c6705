"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place, then rename it there: a reader sees the old content or the new, never a part.

    OSError: it cannot be written; what stood there stays.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "note"
    >>> write_whole(path, b"seven")
    >>> path.read_bytes(), [found.name for found in path.parent.iterdir()]
    (b'seven', ['note'])
    """
    aside = path.with_name(f"{path.name}.{os.getpid()}-{os.urandom(4).hex()}.tmp")
    try:
        with open(aside, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # else a power cut can leave the new name without the content
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)  # already gone where all went well
