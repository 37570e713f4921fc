"""Bots of Game of Houses."""

from services.ai.bots.houses.random_player import random_player

__all__ = ["random_player"]
