"""Who is told a player's value: everybody, that player, nobody."""

import msgspec
import pytest

from aurum_states.components import ComponentError, PlayerCounter


def counter(services, visibility) -> PlayerCounter:
    made = PlayerCounter.create("gold", [*services.players, 0], 3, max=9, visibility=visibility)
    made.bind(services)
    return made


def test_visible(services, notify):
    gold = counter(services, "visible")
    gold.inc(11, 2)
    gold.set_all(1)
    assert [(to, kind) for to, kind, *_ in notify.sent] == [
        (None, "setPlayerCounter"),
        (None, "setPlayerCounterAll"),
    ]
    result: dict = {}
    gold.fill_result(result, "money")
    assert result == {"players": {number: {"money": 1} for number in (11, 12, 13, 0)}}
    assert "visibility" not in gold.fixed()


def test_self_tells_the_owner_alone(services, notify):
    gold = counter(services, "self")
    gold.inc(12, 2, ("${player_name} hides ${absInc}", {"where": "cellar"}))
    gold.set(0, 5)
    gold.inc(12, 1, None)
    assert notify.sent == [
        (12, "setPlayerCounter", "${player_name} hides ${absInc}",
         {"where": "cellar", "name": "gold", "value": 5, "oldValue": 3, "inc": 2, "absInc": 2,
          "playerId": 12, "player_id": 12}),
    ]  # fmt: skip
    notify.sent.clear()
    gold.set_all(4)
    assert [(to, args) for to, _, _, args in notify.sent] == [
        (to, {"name": "gold", "value": 4}) for to in services.players
    ]
    for viewer, seen in ((12, {12: {"gold": 4}}), (None, {})):
        result: dict = {}
        gold.fill_result(result, current_player_id=viewer)
        assert result == {"players": seen}


def test_hidden_tells_nobody(services, notify):
    gold = counter(services, "hidden")
    gold.inc(11, 2, "${player_name} digs")
    gold.set_all(1)
    result: dict = {}
    gold.fill_result(result, current_player_id=11)
    assert notify.sent == [] and result == {"players": {}}
    assert gold.get_all() == {11: 1, 12: 1, 13: 1, 0: 1}


@pytest.mark.parametrize("visibility", ["visible", "self", "hidden"])
def test_visibility_is_fixed_data(services, visibility):
    gold = counter(services, visibility)
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(gold), type=PlayerCounter)
    again.set_fixed(gold.fixed())
    assert (again.visibility, again.name, again.max) == (visibility, "gold", 9)


def test_another_word_is_refused(services):
    with pytest.raises(ComponentError, match="visible, self, hidden, not 'secret'"):
        counter(services, "secret")
    with pytest.raises(ComponentError, match="no name and limits"):
        counter(services, "self").set_fixed({"name": "gold", "min": 0, "max": None, "visibility": "secret"})
