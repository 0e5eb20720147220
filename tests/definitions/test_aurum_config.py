"""The repository's own config/: what Aurum declares, and that it is clean."""

from aurum_states.definitions.loader import load_definition, read_definition
from aurum_states.definitions.registry import find_game
from aurum_states.definitions.states import StateType


def test_aurums_files_are_without_any_finding() -> None:
    definition, report = read_definition(find_game("aurum"))
    assert definition is not None
    assert str(report) == ""


def test_graph_is_the_one_of_the_rules() -> None:
    graph = load_definition(find_game("aurum")).graph
    assert graph.initial == "dealing"
    edges = {state.label: dict(state.transitions) for state in graph}
    assert edges == {
        "gameSetup": {"": "dealing"},
        "dealing": {"deal": "bidding"},
        "bidding": {"allBid": "nextChange"},
        "nextChange": {"ask": "changeBid", "done": "nextPlayer"},
        "changeBid": {"next": "nextChange"},
        "playerTurn": {"played": "nextPlayer", "pass": "roundScore"},
        "nextPlayer": {"turn": "playerTurn", "trickFull": "trickEnd", "forcedPass": "roundScore"},
        "trickEnd": {"next": "nextChange"},
        "roundScore": {"nextRound": "dealing", "over": "gameEnd"},
        "gameEnd": {},
    }
    assert graph["bidding"].type is StateType.MULTIPLE_ACTIVE_PLAYER
    assert {state.id for state in graph} == {1, 10, 20, 30, 31, 40, 41, 50, 60, 99}


def test_options_preferences_and_settings() -> None:
    definition = load_definition(find_game("aurum"))
    assert {number: option.default for number, option in definition.options.items()} == {100: 1, 101: 1}
    assert definition.options[100].is_checkbox
    assert not definition.options[101].is_checkbox
    assert {number: item.default for number, item in definition.preferences.items()} == {100: 1, 101: 2}
    assert {name: setting.default for name, setting in definition.settings.items()} == {
        "swaps_per_trick": 1,
        "tiebreak": "narrow",
        "gold_tie": "kept",
        "zero_beats_none": True,
        "drop_suit_3p": "Z",
        "bid4": "sequential",
        "no_change_if_starter_empty": False,
    }
