"""What holds for every test in a browser."""

import pytest

BROWSER = [
    pytest.mark.browser,
    pytest.mark.nats,
    pytest.mark.slow,
    pytest.mark.timeout(180),
    # One loop for all of them, so that one browser can serve them all: each start of it costs a second.
    pytest.mark.asyncio(loop_scope="session"),
]
