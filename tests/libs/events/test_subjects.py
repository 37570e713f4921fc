"""What fits a pattern of subjects, patterns among them."""

import pytest

from libs.events.subjects import fits


@pytest.mark.parametrize(
    ("pattern", "subject", "does"),
    [
        ("command.*.3.*", "command.bot.3.r1", True),
        ("command.*.3.*", "command.bot.4.r1", False),
        ("command.*.3.*", "command.bot.3", False),
        ("view.>", "view.r1.0", True),
        ("view.>", "view", False),
        ("view.r1", "view.r1.0", False),
        (">", "_INBOX.>", True),
        ("_INBOX.>", "_INBOX.*.1", True),
        ("_INBOX.*", "_INBOX.>", False),
        ("_INBOX.a", "_INBOX.*", False),
    ],
)
def test_a_pattern_fits_where_all_that_fits_it_does(pattern: str, subject: str, does: bool) -> None:
    assert fits(pattern, subject) == does
