"""What must be on the disk before anything rests on it."""

import os
from pathlib import Path


def to_disk(path: Path) -> None:
    """Sync a file, or of a folder the names in it. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
