"""From a guest to the end of a game, over HTTP and sockets."""

from tests.services.rooms.houses import House


async def test_two_guests_play_a_game_to_its_end(home: House) -> None:
    _, _, sockets = await home.two_play()
    begins = sockets[0].view["first"]
    for number, cell in enumerate((0, 3, 1, 4, 2)):
        mover = sockets[(begins + number) % 2]
        answer = await mover.command(f"c{number}", type="place", cell=cell)
        assert answer["type"] == "accepted", answer
        views = [await socket.next("view") for socket in sockets]
        assert views[0]["view"]["cells"] == views[1]["view"]["cells"]
    assert views[0]["result"]["reason"]
    assert views[0]["told"]
    assert (await sockets[0].room(status="over"))["result"] == views[0]["result"]
