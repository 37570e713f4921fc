"""The commands. Each module has `register(app)`. Heavy imports stand inside: help must be fast."""
