"""Games of bots against bots in memory, and what many of them come to."""
