"""Moves as people write them: ``pick raven``, ``play raven``, ``lose point``, ``pass``."""

from collections.abc import Callable, Mapping

from aurum_states import Move

VERBS = {"actPick": "pick", "actPlay": "play", "actUse": "use", "actWard": "ward", "actBurn": "burn"}
WORDS = {"actPass": "pass", "actSuffer": "suffer", "actThinkAgain": "back"}


def label(move: Move, name_of: Callable[[int], str]) -> str:
    """Return a move in notation."""
    if move.action in VERBS:
        return f"{VERBS[move.action]} {name_of(move.args['cardId'])}"
    return WORDS.get(move.action) or f"lose {move.args['loss']}"


def parse(text: str, card_ids: Mapping[str, int]) -> Move | None:
    """Return the move that a text means, in any case; None where it means none."""
    verb, _, what = text.strip().lower().partition(" ")
    for action, word in VERBS.items():
        if verb == word and what in card_ids:
            return Move(action, {"cardId": card_ids[what]})
    for action, word in WORDS.items():
        if verb == word and not what:
            return Move(action)
    return Move("actLose", {"loss": what}) if verb == "lose" and what else None
