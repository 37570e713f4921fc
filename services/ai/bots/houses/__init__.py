"""The bot of Game of Houses, and the players that it is measured against."""

from services.ai.bots.houses.measures import greedy
from services.ai.bots.houses.random_player import random_player
from services.ai.bots.houses.standard import choose as standard

__all__ = ["greedy", "random_player", "standard"]
