"""Questions to exported games: what the queries say is what stands in the logs."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from divan.analytics.dataset import open_dataset
from divan.analytics.exporting import export
from divan.analytics.querying import Answer, Query, as_csv, as_json, as_table, ask, named, queries
from divan.analytics.sources import Files, Wanted
from divan.commands import query
from divan.exits import Exit, Trouble
from divan.simulation.figures import wilson
from libs.events.entry import unseal
from libs.runtime.game_file import GameFile, lines
from tests.divan.analytics.games import filed, of, resigned
from tests.runtime.golden_logs import GOLDEN

GAMES = [*map(filed, GOLDEN), *(of(f"r{n}", "tictactoe", resigned(f"r{n}")) for n in range(3))]

app = typer.Typer()
query.register(app)


def exported(folder: Path, games: list[GameFile]) -> Path:
    file = folder / "games.divan"
    file.write_bytes(b"".join(line for game in games for line in lines(game.header, game.log)))
    with open_dataset(folder / "data") as dataset:
        asyncio.run(export(Files([file]), dataset, Wanted()))
    return folder / "data"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported(tmp_path_factory.mktemp("golden"), GAMES)


def rows(name: str, data: Path) -> list[dict[str, Any]]:
    answer = ask(named(name), data)
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def events(name: str) -> list[dict[str, Any]]:
    """Every event of that type in the logs."""
    all_events = (event for game in GAMES for data in game.log for event in unseal(data)[0].events)
    return [event for event in all_events if event["type"] == name]


@pytest.mark.parametrize("each", queries(), ids=lambda each: each.name)
def test_every_query_explains_itself_and_answers(each: Query, data: Path) -> None:
    assert each.title
    assert each.question.endswith("?")
    assert each.needs
    assert ask(each, data).rows


@pytest.mark.parametrize("each", queries(), ids=lambda each: each.name)
def test_every_query_answers_where_its_game_was_never_played(each: Query, tmp_path: Path) -> None:
    assert ask(each, exported(tmp_path, [filed("tictactoe")])).columns


def test_wins_are_counted_by_seat_with_wilsons_interval(data: Path) -> None:
    [first, second] = [row for row in rows("wins-by-seat", data) if row["game"] == "tictactoe"]
    of_seat = [
        [
            (game.header.result or {})["seats"][seat]["outcome"]
            for game in GAMES
            if game.header.game == "tictactoe"
        ]
        for seat in (0, 1)
    ]
    assert [first["won"], second["won"]] == [outcomes.count("won") for outcomes in of_seat]
    assert (second["low"], second["high"]) == tuple(
        round(bound, 3) for bound in wilson(second["won"], second["games"])
    )


def test_battle_chances_are_held_against_what_came_of_them(data: Path) -> None:
    battles = events("BattleFought")
    *tenths, total = rows("fetih-battle-chances", data)
    assert (total["chance"], total["battles"]) == ("all", len(battles))
    brier = sum((battle["chance"] / 100 - battle["won"]) ** 2 for battle in battles) / len(battles)
    assert total["brier"] == pytest.approx(brier, abs=1e-4)
    assert sum(tenth["battles"] for tenth in tenths) == len(battles)
    sixties = [battle for battle in battles if 60 <= battle["chance"] < 70]
    [row] = [row for row in tenths if row["chance"] == "60-69"]
    assert row["won"] == round(sum(battle["won"] for battle in sixties) / len(sixties), 3)


def test_dice_are_counted_by_total(data: Path) -> None:
    rolls = [event["total"] for event in events("DiceRolled")]
    assert {row["total"]: row["rolls"] for row in rows("fetih-dice", data)} == {
        total: rolls.count(total) for total in set(rolls)
    }


def test_an_opening_is_what_a_seat_chose_first(data: Path) -> None:
    chosen = [event["region"] for event in events("RegionPicked")]
    openings = rows("fetih-openings", data)
    assert {row["region"] for row in openings} <= set(chosen)
    assert sum(row["games"] for row in openings) == sum(
        len(kinds) for game, kinds in GOLDEN.values() if game == "fetih"
    )


def test_length_counts_rounds_where_the_game_does(data: Path) -> None:
    found = {row["game"]: row for row in rows("length", data)}
    assert found["tictactoe"]["rounds"] is None
    assert found["houses"]["rounds"] > 1
    assert found["fetih"]["entries"] > 100


def test_who_left_and_resigned_gave_up_once(data: Path) -> None:
    told = {row["game"]: row for row in rows("giving-up", data)}
    gave = told["tictactoe"]
    assert (gave["persons"], gave["left_game"], gave["resigned"], gave["share"]) == (3, 3, 3, 1.0)
    assert (gave["entry"], gave["of_game"], gave["note"]) == (2, 0.5, "")
    assert (told["fetih"]["persons"], told["fetih"]["share"]) == (0, None)
    assert told["fetih"]["note"] == "bots only: nobody to give up"


def test_a_query_of_ones_own_is_the_path_of_a_file(data: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.sql"
    own.write_text("SET threads = 1;\nSELECT game, day, began_at, head FROM games WHERE room = 'r1';\n")
    answer = ask(named(str(own)), data)
    head = bytes.fromhex(next(game for game in GAMES if game.header.room == "r1").header.head)
    [(game, day, began_at, found)] = answer.rows
    assert (game, str(day), began_at, found) == ("tictactoe", "2026-01-01", "2026-01-01T00:00:00.000Z", head)
    assert "2026-01-01" in as_csv(answer)
    assert json.loads(as_json(answer))[0]["head"] == head.hex()


@pytest.mark.parametrize(
    "sql", ["SELECT nothing FROM games", "SELEC", "SET threads = 1", "CREATE TABLE a (b INTEGER)", ""]
)
def test_what_is_wrong_with_a_query_is_said(sql: str, data: Path, tmp_path: Path) -> None:
    (tmp_path / "own.sql").write_text(sql)
    with pytest.raises(Trouble, match="own") as trouble:
        ask(named(str(tmp_path / "own.sql")), data)
    assert trouble.value.code == Exit.USAGE


def test_a_query_that_is_no_text_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "own.sql").write_bytes(b"SELECT '\xff'")
    with pytest.raises(Trouble, match="cannot be read"):
        named(str(tmp_path / "own.sql"))


def test_whatever_type_an_answer_has_it_is_printed(data: Path) -> None:
    sql = """SELECT MAP {1: 2} AS map, INTERVAL 1 DAY AS long, [DATE '2026-01-01'] AS days, uuid() AS id,
        123456789012345678901234567890::HUGEINT AS huge, {'a': TIME '10:00'} AS of, 'x'::BLOB AS bytes"""
    answer = ask(Query(name="own", sql=sql), data)
    assert json.loads(as_json(answer))[0]["map"] == {"1": 2}
    assert '["2026-01-01"]' in "".join(as_table(answer))
    assert "10:00" in as_csv(answer)


def test_a_damaged_table_is_named(data: Path, tmp_path: Path) -> None:
    damaged = Path(shutil.copytree(data, tmp_path / "damaged"))
    next(damaged.glob("events/game=fetih/*/*")).write_bytes(b"PAR1")
    with pytest.raises(Trouble, match=r"the table events in .* cannot be read"):
        ask(named("length"), damaged)


@pytest.mark.parametrize("name", ["no-such", "../queries/length", "none.sql"])
def test_a_query_that_is_not_there_is_answered_with_those_that_are(name: str) -> None:
    with pytest.raises(Trouble, match=r"there are commands, .*wins-by-seat"):
        named(name)


def test_a_table_has_numbers_to_the_right_and_nothing_for_null() -> None:
    answer = Answer(["name", "n"], [("one", 1), ("two", None), ("three", 10.5)])
    assert list(as_table(answer)) == ["name      n", "-----  ----", "one       1", "two", "three  10.5"]


def test_the_command_lists_shows_asks_and_draws(data: Path, tmp_path: Path) -> None:
    def run(*asked: str) -> str:
        result = CliRunner().invoke(app, list(asked), catch_exceptions=False)
        assert result.exit_code == 0
        return result.output

    assert [line.split()[0] for line in run().splitlines()] == [each.name for each in queries()]
    assert run("length", "--sql") == named("length").sql
    assert run("endings", "--from", str(data)).startswith("game")
    assert run("endings", "--from", str(data), "--format", "csv").startswith("game,reason")
    assert json.loads(run("endings", "--from", str(data), "--format", "json"))[0]["game"] == "fetih"
    assert run("fetih-dice", "--from", str(data), "--plot", str(tmp_path / "dice.png")).startswith("total")
    assert (tmp_path / "dice.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["length"], "--from says where"),
        (["length", "--from", "nowhere"], "holds no exported games"),
        (["length", "--from", "nowhere", "--format", "xml"], "the formats are"),
    ],
)
def test_wrong_arguments_are_named(asked: list[str], said: str) -> None:
    with pytest.raises(Trouble, match=said):
        CliRunner().invoke(app, asked, catch_exceptions=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wins-by-seat", "fetih-battle-chances"])
def test_the_same_answer_gives_the_same_picture(name: str, data: Path, tmp_path: Path) -> None:
    from divan.analytics.plots import draw

    asked = named(name)
    for file in ("one.png", "other.png"):
        draw(asked, ask(asked, data), tmp_path / file)
    picture = (tmp_path / "one.png").read_bytes()
    assert picture == (tmp_path / "other.png").read_bytes()
    assert picture.startswith(b"\x89PNG")


def test_what_cannot_be_drawn_is_said(data: Path, tmp_path: Path) -> None:
    from divan.analytics.plots import draw

    for asked, said in (
        (named("length"), "has no plot"),
        (Query(name="own", sql="SELECT 1 AS n", plot="shares"), "needs a column 'fair'"),
        (Query(name="own", sql="SELECT 1 AS n LIMIT 0", plot="shares"), "nothing to draw"),
        (
            Query(name="own", sql="SELECT 'x' share, NULL low, 'z' high, 1 fair", plot="shares"),
            "cannot be drawn",
        ),
    ):
        with pytest.raises(Trouble, match=said):
            draw(asked, ask(asked, data), tmp_path / "no.png")
    assert not (tmp_path / "no.png").exists()
    with pytest.raises(Trouble, match="cannot be written"):
        draw(named("wins-by-seat"), ask(named("wins-by-seat"), data), tmp_path / "nowhere" / "no.png")
