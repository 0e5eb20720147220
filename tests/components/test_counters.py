"""BGA's player and table counters."""

import msgspec
import pytest

from aurum_states.components import (
    ComponentError,
    OutOfRangeCounterException,
    PlayerCounter,
    TableCounter,
    UnboundPartError,
    UnknownPlayerException,
)


@pytest.fixture
def energy(services):
    counter = PlayerCounter.create("energy", services.players, 3, max=10)
    counter.bind(services)
    return counter


@pytest.fixture
def round_counter(services):
    counter = TableCounter.create("round", 1)
    counter.bind(services)
    return counter


def test_player_counter_sets_and_adds(energy):
    assert energy.get(11) == 3
    assert energy.set(11, 7) == 7 and energy.inc(11, -2) == 5 and energy.inc(12, 7) == 10
    assert energy.get_all() == {11: 5, 12: 10, 13: 3}
    assert (energy.get_min(), energy.get_max()) == (3, 10), "values, not limits"
    assert energy.set_all(4) == 4 and set(energy.get_all().values()) == {4}


def test_player_counter_notifies_silently_by_default(energy, notify):
    energy.set(11, 7)
    energy.inc(11, -2)
    change = {"name": "energy", "playerId": 11, "player_id": 11}
    assert notify.sent == [
        (None, "setPlayerCounter", "", {**change, "value": 7, "oldValue": 3, "inc": 4, "absInc": 4}),
        (None, "setPlayerCounter", "", {**change, "value": 5, "oldValue": 7, "inc": -2, "absInc": 2}),
    ]


def test_message_with_a_text_with_arguments_or_none(energy, notify):
    energy.inc(11, 1, "${player_name} gains ${absInc}")
    energy.inc(11, 1, ("${player_name} gains ${absInc} from ${where}", {"where": "the sun", "value": "no"}))
    energy.inc(11, 1, None)
    energy.set_all(2, "Everybody has ${value}")
    energy.set_all(3, None)
    assert [log for _, _, log, _ in notify.sent] == [
        "${player_name} gains ${absInc}",
        "${player_name} gains ${absInc} from ${where}",
        "Everybody has ${value}",
    ]
    assert notify.sent[1][3]["where"] == "the sun"
    assert notify.sent[1][3]["value"] == 5, "what it says of the counter outranks the message's arguments"
    assert notify.sent[2][1:] == (
        "setPlayerCounterAll",
        "Everybody has ${value}",
        {"name": "energy", "value": 2},
    )


def test_adding_nothing_tells_nobody_but_setting_the_same_does(energy, round_counter, notify):
    energy.inc(11, 0, "gains ${inc}")
    round_counter.inc(0)
    assert notify.sent == []
    energy.set(11, 3)
    assert notify.sent[0][3]["inc"] == 0


def test_limits_hold_and_nothing_changes(energy, notify):
    for change in (lambda: energy.set(11, 11), lambda: energy.inc(11, 8), lambda: energy.set_all(11)):
        with pytest.raises(OutOfRangeCounterException, match="counter 'energy': 11 is above its maximum 10"):
            change()
    with pytest.raises(OutOfRangeCounterException, match="-1 is below its minimum 0"):
        energy.inc(12, -4)
    assert set(energy.get_all().values()) == {3} and notify.sent == []


def test_initial_value_is_checked_too():
    with pytest.raises(OutOfRangeCounterException):
        PlayerCounter.create("energy", (11,), -1)
    with pytest.raises(OutOfRangeCounterException):
        TableCounter.create("round", 3, max=2)


def test_no_limits(services):
    score = PlayerCounter.create("score", (11,), min=None)
    score.bind(services)
    assert score.inc(11, -100) == -100


@pytest.mark.parametrize("value", [1.0, True, "1", None])
def test_only_whole_numbers(energy, value):
    with pytest.raises(ComponentError, match="holds whole numbers"):
        energy.set(11, value)


def test_unknown_player(energy):
    told = "counter 'energy' has no player 99; it has 11, 12, 13"
    for ask in (energy.get, lambda n: energy.set(n, 1), lambda n: energy.inc(n, 0)):
        with pytest.raises(UnknownPlayerException, match=told):
            ask(99)


def test_table_counter(round_counter, notify):
    assert (
        round_counter.get() == 1 and round_counter.inc(2) == 3 and round_counter.set(2, "Round ${value}") == 2
    )
    assert notify.sent == [
        (None, "setTableCounter", "", {"name": "round", "value": 3, "oldValue": 1, "inc": 2, "absInc": 2}),
        (
            None,
            "setTableCounter",
            "Round ${value}",
            {"name": "round", "value": 2, "oldValue": 3, "inc": -1, "absInc": 1},
        ),
    ]
    with pytest.raises(OutOfRangeCounterException, match="counter 'round': -1 is below its minimum 0"):
        round_counter.inc(-3)


def test_fill_result(energy, round_counter):
    result = {"players": {11: {"name": "Ada"}}}
    energy.fill_result(result)
    energy.fill_result(result, "power")
    round_counter.fill_result(result)
    round_counter.fill_result(result, "turn")
    assert result["players"][11] == {"name": "Ada", "energy": 3, "power": 3}
    assert result["players"][13] == {"energy": 3, "power": 3}
    assert (result["round"], result["turn"]) == (1, 1)


def test_get_all_is_a_copy(energy):
    energy.get_all()[11] = 99
    assert energy.get(11) == 3


def test_without_a_table_only_silence_works():
    counter = TableCounter.create("round")
    assert counter.set(3, None) == 3
    with pytest.raises(UnboundPartError, match="this TableCounter belongs to no table"):
        counter.set(4)


@pytest.mark.parametrize("kind", ["energy", "round_counter"])
def test_counter_survives_saving_and_rollback(kind, request):
    counter = request.getfixturevalue(kind)
    saved = msgspec.msgpack.encode(counter)
    data = counter.as_data()
    counter.set(*([11, 9] if kind == "energy" else [9]))
    counter.refill(msgspec.msgpack.decode(saved, type=type(counter)))
    assert msgspec.msgpack.encode(counter) == saved and counter.as_data() == data
    assert counter.name in data.values()
