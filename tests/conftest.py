"""What holds for every test."""

from hypothesis import settings

# The same examples everywhere, a slow machine is no failure; `--hypothesis-profile default` looks elsewhere.
settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("repeatable")
