"""What to answer when the bot's own answer cannot be had or is refused: another legal command."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from libs.events.tables import BotQuestion
from services.ai.bots.any import GIVING_UP


def fallbacks(question: BotQuestion) -> Iterator[dict[str, Any]]:
    """The options' commands (of a template its example), in an order that is the same each time.

    Giving up comes only where nothing else is offered.
    """
    commands = [dict(option["command"]) for option in question.options]
    playing = [command for command in commands if command.get("type") not in GIVING_UP]
    rng = Random(f"fallback/{question.room}/{question.seat}/{question.question}")
    yield from rng.sample(playing or commands, len(playing or commands))


def without(question: BotQuestion, refused: Sequence[dict[str, Any]]) -> BotQuestion:
    """The same question without the options that led to those commands."""
    left = [option for option in question.options if not any(_led_to(option, body) for body in refused)]
    return replace(question, options=tuple(left))


def _led_to(option: dict[str, Any], body: dict[str, Any]) -> bool:
    if option.get("fields"):
        return bool(option["command"].get("type") == body.get("type"))
    return bool(option["command"] == body)
