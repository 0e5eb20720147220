"""What older BGA games keep things in: labels of numbers, legacy data; typed globals; logs."""

from dataclasses import dataclass, replace

import msgspec
import pytest

from aurum_states.components import (
    GameStateLabelError,
    GameStateLabels,
    Globals,
    GlobalsError,
    LegacyData,
    LegacyError,
)
from aurum_states.components.logs import LIMIT, LogLine, Logs

# -- labels ------------------------------------------------------------------------------------------------


@pytest.fixture
def labels(services) -> GameStateLabels:
    labels = GameStateLabels()
    labels.bind(replace(services, options={100: 2}))
    labels.init_game_state_labels({"round": 10, "first": 89, "expert": 100, "later": 101})
    return labels


def test_values_by_label(labels):
    labels.set_game_state_initial_value("round", 1)
    assert labels.get_game_state_value("round") == 1
    assert labels.inc_game_state_value("round", 2) == 3
    labels.set_game_state_value("round", -7)
    assert labels.get_game_state_value("round") == -7
    assert labels.inc_game_state_value("first", 4) == 4


def test_a_missing_value_is_0_or_the_default(labels):
    assert labels.get_game_state_value("round") == 0
    assert labels.get_game_state_value("round", 5) == 5


def test_options_are_read_through_and_never_written(labels):
    assert labels.get_game_state_value("expert") == 2
    assert labels.get_game_state_value("later", 7) == 7
    with pytest.raises(GameStateLabelError, match="options do not change"):
        labels.set_game_state_value("expert", 1)
    with pytest.raises(GameStateLabelError, match="options do not change"):
        labels.inc_game_state_value("expert", 1)


def test_declaring_labels_again_replaces_them(labels):
    labels.set_game_state_value("round", 3)
    labels.init_game_state_labels({"turn": 10})
    assert labels.get_game_state_value("turn") == 3 and labels.as_data() == {"turn": 3}
    with pytest.raises(GameStateLabelError, match=r"^Unknown gamestate label: round \(there are: turn\)"):
        labels.get_game_state_value("round")
    labels.init_game_state_labels({})
    assert labels.as_data() == {"10": 3}


@pytest.mark.parametrize("number", [9, 90, 99, 200, "10", True])
def test_other_ids_are_not_a_games(labels, number):
    with pytest.raises(GameStateLabelError, match="'x': the id is 10 to 89"):
        labels.init_game_state_labels({"x": number})
    assert labels.get_game_state_value("first") == 0, "nothing has changed"


def test_only_whole_numbers(labels):
    with pytest.raises(GameStateLabelError, match="whole numbers, not '5'"):
        labels.set_game_state_value("round", "5")
    with pytest.raises(
        GameStateLabelError, match=r"Unknown gamestate label: rond \(did you mean 'round'\?\)"
    ):
        labels.set_game_state_value("rond", 5)


def test_labels_are_saved(labels):
    labels.set_game_state_value("round", 3)
    again = msgspec.json.decode(msgspec.json.encode(labels), type=GameStateLabels)
    assert again.get_game_state_value("round") == 3


# -- legacy ------------------------------------------------------------------------------------------------


@pytest.fixture
def legacy(services) -> LegacyData:
    legacy = LegacyData()
    legacy.bind(services)
    return legacy


def test_legacy_values_by_player_game_and_team(legacy):
    legacy.set("best", 11, {"score": 5})
    legacy.set("best", 0, [1, 2])
    legacy.set_team("best", "together")
    assert legacy.get("best", 11) == {"score": 5} and legacy.get("best", 0) == [1, 2]
    assert legacy.get_team("best") == "together"
    assert legacy.get("best", 12) is None and legacy.get("best", 12, 7) == 7 and legacy.get_team("x", 1) == 1
    legacy.delete("best", 11)
    legacy.delete("best", 11)
    legacy.delete_team("best")
    assert legacy.get("best", 11) is None and legacy.get_team("best") is None
    assert legacy.as_data() == {"0": {"best": [1, 2]}}


def test_what_is_read_is_the_readers_own(legacy):
    legacy.set("x", 11, [1])
    legacy.get("x", 11).append(2)
    assert legacy.get("x", 11) == [1]


def test_a_team_is_these_players_in_any_order(legacy, services):
    legacy.set_team("x", 1)
    legacy.bind(replace(services, players=(13, 11, 12)))
    assert legacy.get_team("x") == 1
    legacy.bind(replace(services, players=(11, 12)))
    assert legacy.get_team("x") is None


@pytest.mark.parametrize("key", ["", "a" * 17, 5])
def test_legacy_keys_are_short(legacy, key):
    with pytest.raises(LegacyError, match="between 1 and 16 characters"):
        legacy.set(key, 11, 1)


@pytest.mark.parametrize("key", ["a_b", "a b", "é", "a\n"])
def test_legacy_keys_are_letters_and_digits(legacy, key):
    for ask in (lambda: legacy.set(key, 11, 1), lambda: legacy.get(key, 11), lambda: legacy.delete(key, 11)):
        with pytest.raises(LegacyError, match="Key must only contain a-z, A-Z or 0-9"):
            ask()


def test_legacy_data_is_limited_for_each_owner(legacy):
    legacy.set("a", 11, "x" * 40_000)
    legacy.set("a", 12, "x" * 40_000)
    with pytest.raises(LegacyError, match="FEX_legacy_size_exceeded"):
        legacy.set("b", 11, "x" * 30_000)
    assert legacy.get("b", 11) is None
    legacy.set("a", 11, "x" * 65_528)
    with pytest.raises(LegacyError, match="there would be 65537 bytes"):
        legacy.set("a", 11, "x" * 65_529)


def test_legacy_data_is_kept_for_a_year_at_most(legacy):
    legacy.set("a", 11, 1, ttl=30)
    assert legacy.days == {"11": {"a": 30}}
    legacy.set("a", 11, 1)
    assert legacy.days == {}
    legacy.set_team("a", 1, 1)
    legacy.delete_team("a")
    assert legacy.days == {} and legacy.values == {"11": {"a": 1}}
    for ttl in (0, 366, 1.5, True):
        with pytest.raises(LegacyError, match="1 to 365 days"):
            legacy.set("a", 11, 1, ttl=ttl)


def test_legacy_data_is_of_players_here_after_the_setup_and_plain(legacy, services):
    with pytest.raises(LegacyError, match=r"no player 99 \(at the table: 11, 12, 13\)"):
        legacy.set("a", 99, 1)
    with pytest.raises(LegacyError, match=r"a: JSON cannot give back"):
        legacy.set("a", 11, object())
    legacy.bind(replace(services, setting_up=True))
    with pytest.raises(LegacyError, match="cannot be written in setup_new_game"):
        legacy.set("a", 11, 1)


# -- typed globals -----------------------------------------------------------------------------------------


@dataclass
class Tile:
    x: int
    y: int = 0


class Piece(msgspec.Struct):
    at: Tile
    owner: int | None = None


def test_objects_come_back_as_dicts_or_as_the_class_that_is_named():
    store = Globals()
    store.set("piece", Piece(Tile(1, 2), 11))
    store.set("tiles", [Tile(3)])
    assert store.get("piece") == {"at": {"x": 1, "y": 2}, "owner": 11}
    assert store.get("piece", None, Piece) == Piece(Tile(1, 2), 11)
    assert store.get("tiles", class_=list[Tile]) == [Tile(3)]
    assert store.get("nothing", Tile(0), Tile) == Tile(0)


def test_a_value_that_does_not_fit_the_class_is_told():
    store = Globals()
    store.set("tile", {"x": "far"})
    with pytest.raises(
        GlobalsError, match=r"^global tile is no Tile: Expected `int`, got `str` - at `\$\.x`"
    ):
        store.get("tile", None, Tile)
    with pytest.raises(GlobalsError, match="JSON cannot give back"):
        store.set("tile", Tile)


# -- logs --------------------------------------------------------------------------------------------------


def test_logs_keep_the_last_lines():
    logs = Logs()
    assert list(logs) == [] and len(logs) == 0
    for number in range(LIMIT + 5):
        logs.write("trace", number)
    assert len(logs) == LIMIT and next(iter(logs)) == LogLine("trace", "5")
    logs.clear()
    assert len(logs) == 0
