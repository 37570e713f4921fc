"""What analysts' commands need beside the rest: the extra `analytics`."""

import importlib

from divan.exits import Exit, Trouble

PACKAGES = ("duckdb", "matplotlib", "pyarrow")


def require(*packages: str) -> None:
    """Raises Trouble, with what to type, where one of these packages is not installed."""
    missing = []
    for package in packages:
        try:
            importlib.import_module(package)
        except ModuleNotFoundError:
            missing.append(package)
    if missing:
        raise Trouble(
            f"{' and '.join(missing)} is not installed. It is part of the extra `analytics`: "
            "pip install 'divan[analytics]', or in a checkout pip install -e '.[analytics]'.",
            Exit.UNAVAILABLE,
        )
