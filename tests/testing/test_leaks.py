"""The leak proof: every kind of leak is caught, and so is a redeal that proves nothing."""

import re
from collections.abc import Sequence
from random import Random

import pytest

from aurum_states import load_game
from aurum_states.engine.setup import Setup
from aurum_states.errors import GameError
from aurum_states.replay.replay import Replay
from aurum_states.replay.runner import run
from aurum_states.testing.conformance.aspect import Finding, Findings
from aurum_states.testing.conformance.leaks import Leaks
from aurum_states.testing.conformance.play import Player
from tests.bga.drafting_game import write_draft
from tests.engine.small_games import GameMaker

from .card_game import write_grab

Change = tuple[str, str]


def proof(folder: object, games: int = 3) -> tuple[Leaks, list[Finding]]:
    """Play random games of two and three players, watched by the leak proof alone."""
    definition = load_game(folder)
    findings = Findings()
    aspect = Leaks(definition, findings, "test")
    player = Player([aspect], findings, 1000)
    for number in range(games):
        for players in definition.infos.players[:2]:
            setup = Setup(definition, players, None, None, None, f"leak {number}", None)
            player.play(setup, f"moves {number}", f"{players} players")
    findings.table = None
    aspect.close()
    return aspect, list(findings)


def found(games: GameMaker, *changes: Change, **more: object) -> list[Finding]:
    return proof(write_grab(games, *changes, **more))[1]


def leaks(findings: Sequence[Finding], said: str) -> str:
    """Return the first finding that says so, with its details."""
    texts = [str(one) for one in findings if one.kind == "leaks" and said in str(one)]
    assert texts, f"nothing says {said!r}: {[*map(str, findings)]}"
    return texts[0]


def test_a_game_without_leaks_is_proven_and_the_proof_says_how(games):
    aspect, findings = proof(write_grab(games))
    assert not findings
    assert aspect.tried["redeals for players"] > 2 * aspect.tried["decisions"]
    assert aspect.tried["moves compared"] > 50
    assert aspect.tried["refusals compared"] > 50
    assert aspect.notes == ["dealt anew: cards.deck, cards.gone, cards.hand"]


PASSED = 'self.notify.all("passed", "${player_name} passes", player_id=active_player_id)'
HAND = '            "hand": {card: f"n{self.number(card)}" for card in sorted(own)},\n'
ARGS = 'return {"left": len(self.state.cards.ids("deck", None))}'

LEAKS = {
    "a card in the view": (
        (HAND, HAND + '"best": max(map(self.number, cards.ids("hand", None)), default=0),\n'),
        "is shown",
        "view.best",
    ),
    "a card id in a public notification": (
        (PASSED, PASSED[:-1] + ", card_id=cards[0] if cards else 0)"),
        "is told",
        "passed.args.card_id",
    ),
    "a count in the args": (
        (
            ARGS,
            ARGS[:-1]
            + ', "high": sum(self.number(card) > 6 for card in self.state.cards.ids("hand", None))}',
        ),
        "is shown",
        "args.high",
    ),
    "the order of a list": (
        (
            HAND,
            HAND + '"backs": [player for player in sorted(self.players, key=lambda one:'
            ' max(map(self.number, cards.ids("hand", one)), default=0))],\n',
        ),
        "is shown",
        "view.backs[",
    ),
    "the order of keys": (
        (
            '"counts": {player: len(cards.ids("hand", player)) for player in self.players}',
            '"counts": {player: len(cards.ids("hand", player)) for player in sorted(self.players, '
            'key=lambda one: max(map(self.number, cards.ids("hand", one)), default=0))}',
        ),
        "is shown",
        "the keys stand in another order",
    ),
    "a message that depends on what is in a hand": (
        (
            PASSED,
            'self.notify.all("passed", "${player_name} passes" if max(map(self.number, cards), default=0) > 6 '
            'else "${player_name} sighs", player_id=active_player_id)',
        ),
        "is told",
        "passed.log",
    ),
    "a progression that depends on what is in a hand": (
        (
            'return 100 - 100 * len(cards.ids("hand", None)) / (3 * len(self.players))',
            'return 100 - sum(map(self.number, cards.ids("hand", None)))',
        ),
        "is told",
        "gameStateChange.args.updateGameProgression",
    ),
    "legal moves of somebody else": (
        (ARGS, ARGS[:-1] + ', "playable": self.moves_turn(self.gamestate.active_player_id)["actPlay"]}'),
        "is shown",
        "args.playable",
    ),
    "own legal moves that depend on other hands": (
        (
            '{"actPlay": sorted(self.state.cards.ids("hand", player)), "actPass": [()]}',
            '{"actPlay": [card for card in sorted(self.state.cards.ids("hand", player)) if '
            'self.number(card) != 1 + max(map(self.number, self.state.cards.ids("hand", '
            'self.next_player(player))), default=0)], "actPass": [()]}',
        ),
        "is shown",
        "moves",
    ),
    "a move's label": (
        (
            "return f\"card {move.args['cardId']}\"",
            "return f\"card {move.args['cardId']} of {sum(map(self.number, self.state.cards.ids('hand', None)))}\"",
        ),
        "is shown",
        "labels[",
    ),
    "a private notification to the wrong player": (
        (
            PASSED,
            PASSED + '\n        self.notify.player(self.next_player(active_player_id), "saw", "", '
            "cards=[self.number(card) for card in cards])",
        ),
        "is told",
        "saw.args.cards",
    ),
}


@pytest.mark.parametrize("kind", LEAKS)
def test_a_leak_is_caught(kind, games):
    change, how, where = LEAKS[kind]
    text = leaks(found(games, change), how)
    assert f"    {where}" in text or f" {where}" in text
    assert "redeal changed state.cards." in text


BURIES = (
    ('"actPass": [()]}', '"actPass": sorted(self.state.cards.ids("hand", player))}'),
    ("def act_pass(self, active_player_id", "def act_pass(self, card_id: int, active_player_id"),
    (
        "for card in cards[:1]:\n            s.cards.move_card(card,",
        "if cards:\n            s.cards.move_card(card_id,",
    ),
    (
        "return self.act_pass(active_player_id)",
        'return self.act_pass(self.state.cards.ids("hand", active_player_id)[0], active_player_id)',
    ),
    ('if move.action == "actPlay" else "pass"', "if move.args else str(move)"),
)
"""Who passes chooses the card that goes, and nobody sees which."""


def test_a_choice_that_is_a_secret_may_not_be_told(games):
    """A table that is dealt anew refuses the move: the card then lies in another hand."""
    aspect, findings = proof(write_grab(games, *BURIES))
    assert not findings
    assert aspect.tried["choices compared"] > 40
    for name in ("card_id=card_id", "odd=self.number(card_id) % 2"):
        told = (PASSED, f"{PASSED[:-1]}, {name})")
        text = leaks(found(games, *BURIES, told), "is told of a choice depends on")
        assert f"    passed.args.{name.split('=')[0]}: " in text
        assert re.search(r"\n    actPass\(.*\) in place of actPass\(.*\) changed state\.cards\.gone\.", text)


def test_what_a_refusal_says_is_a_leak_too(games):
    """A handler that is asked for a card of somebody else tells where it lies."""
    findings = found(
        games,
        (
            '{"actPlay": sorted(self.state.cards.ids("hand", player)), "actPass": [()]}',
            '{"actPlay": ANY, "actPass": [()]}',
        ),
        (
            '        cards.move_card(card_id, "table", active_player_id)\n',
            '        if cards.ids("hand", active_player_id).count(card_id) == 0:\n'
            "            raise UserException(f\"no: {sorted(cards.ids('deck', None))}\")\n"
            '        cards.move_card(card_id, "table", active_player_id)\n',
        ),
    )
    assert "message: 'no: [" in leaks(findings, "is told who asks for")


def test_a_finding_is_a_recording_that_ends_where_it_leaks(games):
    folder = write_grab(games, LEAKS["a card id in a public notification"][0])
    [finding, *_] = [one for one in proof(folder)[1] if "is told" in one.message]
    replay = Replay.parse(finding.recording)
    result = run(replay, load_game(folder))
    assert result.mismatch is None
    assert replay.moves[-1].action == "actPass"
    assert f"after move {len(replay.moves)}, state " in finding.place
    file = finding.write(folder / "found")
    assert file is not None
    assert file.read_bytes() == finding.recording


REDEAL = "return cards.redeal(hidden, draw)"
HIDDEN = 'hidden = cards.ids("deck", None) + cards.ids("gone")'

WRONG = {
    "gives no number": (
        REDEAL,
        "cards.redeal(hidden, draw)",
        "must return how many hidden things are different now, not None",
    ),
    "says something and does nothing": (REDEAL, "return len(hidden)", "says that it has swapped"),
    "does something and says nothing": (
        REDEAL,
        "cards.redeal(hidden, draw)\n        return 0",
        "says that nothing is hidden, but has changed state.cards",
    ),
    "uses the table's chance": (
        REDEAL,
        "self.bga_rand(1, 6)\n        return cards.redeal(hidden, draw)",
        "has changed what is public or the table's chance: core.drawn",
    ),
    "changes scores": (
        REDEAL,
        "self.player_score.inc(self.players[0], 1, None)\n        return cards.redeal(hidden, draw)",
        "core.score",
    ),
    "tells somebody": (
        REDEAL,
        'self.notify.all("redealt")\n        return cards.redeal(hidden, draw)',
        "has sent the notification 'redealt'",
    ),
    "fails": (REDEAL, "return cards.redeal([*hidden, 99], dra)", "failed: NameError"),
    "leaves what cannot be saved": (
        REDEAL,
        "self.state.passes = 1.5\n        return cards.redeal(hidden, draw)",
        "has left a state that cannot be",
    ),
    "breaks an invariant": (
        REDEAL,
        'cards.places["deck"].popitem()\n        return 1',
        "breaks an invariant: a card is lost",
    ),
    "changes what all see, for a player only": (
        REDEAL,
        "self.state.passes += player_id is not None\n        return cards.redeal(hidden, draw)",
        "changes what everybody sees: view.passes",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_redeal_is_told_as_such(kind, games):
    old, new, said = WRONG[kind]
    text = leaks(found(games, (old, new)), said)
    assert text.startswith("leaks:")
    assert "redeal for " in text


def test_a_redeal_of_what_a_player_knows_is_told_with_what_it_changed(games):
    findings = found(
        games,
        (
            "            if player != player_id:\n                hidden",
            "            if True:\n                hidden",
        ),
    )
    text = leaks(
        findings, "depends on what is hidden from them; if they may know it, redeal must leave it alone"
    )
    assert "view.hand" in text
    assert "redeal changed state.cards.deck." in text


def test_a_proof_without_a_swap_is_none(games):
    findings = found(games, (REDEAL, "return 0"))
    assert leaks(findings, "0 redeals for a spectator: nothing that is hidden")
    assert leaks(findings, "0 redeals for players: nothing that is hidden")


def test_a_step_with_secrets_where_nothing_was_swapped_is_a_finding(games):
    findings = found(games, (REDEAL, "return 0 if self.state.passes else cards.redeal(hidden, draw)"))
    assert "and they are not" in leaks(findings, "redeal has swapped nothing for")
    [finding] = findings
    assert finding.times > 5


def test_a_spectator_is_no_less_looked_at_than_players(games):
    findings = found(games, (REDEAL, "return 0 if player_id is None else cards.redeal(hidden, draw)"))
    assert leaks(findings, "0 redeals for a spectator")


def test_secrets_without_a_redeal_are_a_finding(games):
    findings = found(games, ("def redeal(self", "def deal_anew(self"))
    assert "there is no redeal(player_id, draw) for a spectator, though" in leaks(
        findings, "there is no redeal"
    )


def test_a_game_without_secrets_needs_no_redeal(games):
    aspect, findings = proof(
        write_grab(
            games, ("def redeal(self", "def deal_anew(self"), (HAND, '"hands": cards.by_arg("hand"),\n')
        )
    )
    assert not findings
    assert aspect.notes == ["nothing is hidden: at every decision all seats are shown the same"]


@pytest.mark.parametrize("cards", [[], [3], [3, 3]])
def test_fewer_than_two_cards_cannot_change_places(cards, games):
    table = load_game(write_grab(games))
    from aurum_states import Table

    deck = Table.create(table, 2, seed="S")._game.state.cards
    before = deck.as_data()
    assert deck.redeal(cards, Random(1).randrange) == 0
    assert deck.as_data() == before


def test_cards_that_are_redealt_leave_as_many_everywhere(games):
    from aurum_states import Table

    deck = Table.create(load_game(write_grab(games)), 3, seed="S")._game.state.cards
    draw = Random(2).randrange
    swaps = set()
    for _ in range(100):
        before = {card: deck.location_of(card) for card in range(1, 13)}
        hidden = [card for card, (location, _) in before.items() if location == "hand"]
        moved = deck.redeal(hidden, draw)
        after = {card: deck.location_of(card) for card in range(1, 13)}
        assert sorted(before.values()) == sorted(after.values())
        assert all(before[card] == after[card] for card in before if card not in hidden)
        assert moved >= sum(before[card] != after[card] for card in before)
        assert moved > 1
        swaps.add(moved)
    assert 2 in swaps
    assert max(swaps) > 6


def test_the_default_redeal_says_that_there_is_none(tmp_path):
    from aurum_states import Table

    table = Table.create(load_game("aurum_states/cli/template"), 2, seed="S")
    with pytest.raises(GameError, match=r"TemplateGame has no redeal\(self, player_id, draw\)"):
        table._game.redeal(None, Random(1).randrange)


def test_secrets_that_stand_in_args_only_are_secrets(games):
    aspect, findings = proof(write_draft(games), games=1)
    assert "is shown" in leaks(findings, "there is no redeal(player_id, draw) for a spectator, though Ada")
    assert "(args.hand)" in leaks(findings, "there is no redeal")
    assert aspect.tried["redeals for players"] == 0


HANDS_ANEW = """
    def redeal(self, player_id: PlayerId | None, draw) -> int:
        s = self.state
        known = [*s.hands.values(), *s.drafted.values()]
        hidden = [card for card in range(1, 13) if not any(card in own for own in known)]
        places = [
            (player, place)
            for player in self.players
            if player != player_id
            for place, card in enumerate(s.hands[player])
            if card != s.chosen.get(player)
        ]
        hidden += [s.hands[player][place] for player, place in places]
        if not places or len(hidden) < 2:
            return 0
        by = 1 + draw(len(hidden) - 1)
        for (player, place), card in zip(places[::-1], (hidden[by:] + hidden[:by])[::-1]):
            s.hands[player][place] = card
        return len(places)
"""


def test_private_states_are_looked_at_as_each_player_sees_them(games):
    folder = write_draft(games)
    file = folder / "game.py"
    file.write_text(file.read_text() + HANDS_ANEW)
    aspect, findings = proof(folder, games=1)
    assert [*map(str, findings)] == []
    assert aspect.tried["redeals for players"] > 50
    other = write_draft(games)
    told = '"count": len(self.state.hands[player_id])'
    code = file.read_text()
    assert code.count(told) == 1
    wrong = '"count": max(self.state.hands[self.next_player(player_id)])'
    (other / "game.py").write_text(code.replace(told, wrong))
    assert "args.count" in leaks(proof(other, games=1)[1], "is shown")
