"""Two tables as people read them: only what differs, each value once."""

from aurum_states.replay.values import changes


def test_values_that_differ_are_listed_with_their_place():
    old = {"state": {"round": 1, "hand": {"3": "S7"}, "same": [1]}}
    new = {"state": {"round": 2, "hand": {"4": "S7"}, "same": [1]}}
    assert changes(old, new) == [
        "state.round: 1 -> 2",
        "state.hand.3: 'S7' -> None",
        "state.hand.4: None -> 'S7'",
    ]


def test_what_was_or_becomes_empty_is_told_by_its_values_alone():
    empty, full = {"gold": {}, "hand": {"3": "S7"}}, {"gold": {"13": "G4"}, "hand": {}}
    assert changes(empty, full) == ["hand.3: 'S7' -> None", "gold.13: None -> 'G4'"]
    assert changes(full, empty) == ["gold.13: 'G4' -> None", "hand.3: None -> 'S7'"]
    assert changes({"gold": {}}, {}) == ["gold: {} -> None"]
