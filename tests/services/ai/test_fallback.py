"""What is answered when the bot's own answer cannot be had."""

from services.ai.fallback import fallbacks, without
from tests.services.ai.asking import OPTIONS, question

RESIGN = {"command": {"type": "resign"}, "fields": {}}


def test_every_option_comes_once() -> None:
    cells = [command["cell"] for command in fallbacks(question())]
    assert sorted(cells) == [0, 1, 2]


def test_the_order_is_the_same_each_time_and_another_for_another_question() -> None:
    options = [{"command": {"type": "place", "cell": cell}, "fields": {}} for cell in range(30)]
    order = list(fallbacks(question(options=options)))
    assert order == list(fallbacks(question(options=options)))
    assert order != list(fallbacks(question(options=options, seat=0)))


def test_of_a_template_the_example_is_taken() -> None:
    template = {"command": {"type": "pay", "gold": 3}, "fields": {"gold": {"type": "integer", "minimum": 1}}}
    assert list(fallbacks(question(options=[template]))) == [{"type": "pay", "gold": 3}]


def test_giving_up_comes_only_where_nothing_else_is_offered() -> None:
    assert {"type": "resign"} not in fallbacks(question(options=[RESIGN, *OPTIONS]))
    assert list(fallbacks(question(options=[RESIGN]))) == [{"type": "resign"}]


def test_without_options_there_is_nothing() -> None:
    assert list(fallbacks(question(options=[]))) == []


def test_a_second_question_lacks_the_options_that_were_refused() -> None:
    template = {"command": {"type": "pay", "gold": 3}, "fields": {"gold": {"type": "integer", "minimum": 1}}}
    asked = question(options=[*OPTIONS, template])
    rest = without(asked, [dict(OPTIONS[1]["command"]), {"type": "pay", "gold": 7}])
    assert list(rest.options) == [OPTIONS[0], *OPTIONS[2:]]
