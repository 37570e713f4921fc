"""The bot of fetih, and the players that it is measured against."""

from services.ai.bots.fetih.measures import RandomPlayer, greedy
from services.ai.bots.fetih.standard import choose as standard

__all__ = ["RandomPlayer", "greedy", "standard"]
