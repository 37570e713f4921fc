"""Fetih: the conquest of a world of fifty regions (docs/games/fetih.md)."""

from libs.games.fetih.game import FETIH

__all__ = ["FETIH"]
