"""Random games in which everything that is asked of a table meets faults, beside a twin that meets none."""

import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from aurum_states import ActionError, GameDefinition, Table, load_game
from aurum_states.engine import keeping
from aurum_states.engine.game import ANY
from aurum_states.engine.record import Line, Move, encode_line
from aurum_states.engine.snapshot import _fixed
from aurum_states.errors import GameError
from aurum_states.testing.conformance.setups import startable
from tests.engine.every_part_game import write_fair
from tests.engine.small_games import GameMaker, write_tally

from .faults import FAULTS, Fuse, InjectedFault, fused, put_points

EXAMPLES = Path(__file__).parents[2] / "examples"
LONGEST = 1_000
"""Requests after which a game counts as endless."""
DENSE = (2, 4, 15)
"""So many of the first points of a request are tried one by one, then ever fewer: a deal has hundreds."""
LOOKED_AT = 8
"""After one in so many faults everything is looked at; after the others all that it is made of."""


class Request(NamedTuple):
    """Something that is asked of a table."""

    kind: str
    ask: Callable[[Table], Any]


@dataclass
class Tally:
    """What has been tried."""

    games: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    faults: int = 0
    refused: int = 0
    points: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    requests: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Take in what another has."""
        self.moves += other.moves
        self.faults += other.faults
        self.refused += other.refused
        for name in ("games", "points", "kinds", "requests", "names"):
            getattr(self, name).update(getattr(other, name))


class Twins:
    """A table that meets faults, and one that does not."""

    def __init__(self, fuse: Fuse, plain: GameDefinition, definition: GameDefinition, **setup: Any) -> None:
        self.fuse = fuse
        self.lines: dict[str, list[bytes]] = {"subject": [], "twin": []}
        self.requests: Counter[str] = Counter()
        self.refused = 0

        def note(*made: Line) -> None:
            fuse.point("recorder")
            self.lines["subject"].extend(map(encode_line, made))

        def note_twin(*made: Line) -> None:
            self.lines["twin"].extend(map(encode_line, made))

        quiet = setup.get("mode") == "quiet"  # a quiet table makes moves in a shorter way if none is recorded
        self.subject = Table.create(definition, recorder=None if quiet else note, **setup)
        self.twin = Table.create(plain, recorder=None if quiet else note_twin, **setup)
        self.seats = [None, *(player.id for player in self.twin.players)]

    def meet_faults(self, request: Request, rng: Random) -> None:
        """Ask with a fault at one point after the other, until there is no such point; then ask the twin."""
        bare, whole = self.bare(self.twin), self.look(self.twin)
        point, dense = rng.choice((1, 1, 2, 3)), rng.choice(DENSE)
        while True:
            self.fuse.arm(point, rng.choice([*FAULTS]))
            outcome = self.outcome(request.ask, self.subject)
            if not self.fuse.blown:
                break
            self.expect(outcome)
            self.requests[request.kind] += 1
            where = f"after a fault at point {point} of a {request.kind}"
            same(self.bare(self.subject), bare, where)
            if rng.randrange(LOOKED_AT) == 0:
                same(self.look(self.subject), whole, where)
            point += 1 if point < dense else 1 + rng.randrange(1 + point // 2)
        self.fuse.disarm()
        wanted = self.outcome(request.ask, self.twin)
        if isinstance(wanted, ActionError):
            self.refused += 1
            assert isinstance(outcome, ActionError), outcome
            assert (outcome.code, str(outcome)) == (wanted.code, str(wanted))
            same(self.look(self.subject), whole, f"after a refused {request.kind}")
        else:
            assert outcome == wanted
        same(self.look(self.subject), self.look(self.twin), f"after a {request.kind}")

    def outcome(self, ask: Callable[[Table], Any], table: Table) -> Any:
        """Return what a request gives, or what it raises where that is refused or injected."""
        try:
            return ask(table)
        except ActionError as error:
            return error
        except (GameError, InjectedFault, KeyboardInterrupt) as error:
            if table is self.subject and self.fuse.blown:
                return error
            raise

    def expect(self, raised: Any) -> None:
        """Demand that a fault has come out as what it is, not swallowed, nor as another."""
        right = {"exception": (GameError, InjectedFault), "interrupt": (KeyboardInterrupt,)}.get(
            self.fuse.fault,
            (ActionError, GameError),  # the latter where nobody asked: a turn that is played for them
        )
        assert isinstance(raised, right), f"{self.fuse.fault}: {raised!r}"
        assert "injected" in str(raised) or self.fuse.fault == "UserException", raised

    def bare(self, table: Table) -> Any:
        """All that a table is made of: the bytes and what is kept beside them, nothing derived."""
        kept, moving = table._keeping, table._gamestate
        return (
            kept.encoded(),
            table.digest,
            kept.commit.steps,
            kept.clock.shown,
            kept.commit.clocks,
            table._preferences.chosen,
            table._undo.wanted,
            moving.game is None,
            moving.plan.label,
            moving.owing,
            moving._depth,
            moving.transitions,
            table._notify.pending,
        )

    def look(self, table: Table) -> Any:
        """Everything about a table: its bytes, what it derives from them, what each seat may see and do."""
        kept = table._keeping
        cards: Any = getattr(kept.state, "cards", None)
        return (
            keeping.encode((kept.core, kept.state)),
            table.snapshot(),
            _fixed(table),
            dict(cards._at) if hasattr(cards, "_at") else None,
            table.active_players,
            [table.state_for(seat) for seat in self.seats],
            [table.legal_moves(player) for player in self.seats if player is not None],
            [table.undoable(player) for player in self.seats if player is not None],
            [table.view_for(seat) for seat in self.seats],
            [table.args_for(seat) for seat in self.seats],
            [table.title_for(seat) for seat in self.seats],
        )

    def end(self) -> None:
        """Demand that both have recorded and made the same of it."""
        assert self.lines["subject"] == self.lines["twin"]
        assert self.subject.snapshot() == self.twin.snapshot()
        assert self.subject.ranking() == self.twin.ranking()
        assert self.subject.results() == self.twin.results()


def same(subject: tuple[Any, ...], twin: tuple[Any, ...], where: str) -> None:
    """Demand that two looks are the same; say what is not."""
    different = [
        f"{one!r:.2000} is not {other!r:.2000}"
        for one, other in zip(subject, twin, strict=True)
        if one != other
    ]
    assert not different, f"{where}: {'; '.join(different)}"


def choose(table: Table, rng: Random) -> Request:
    """Choose what is asked next: mostly a move, now and then anything else that can happen at a table."""
    chance = rng.random
    there = [player.id for player in table.players if player.id not in (*table.zombies, *table.eliminated)]
    anybody = rng.choice([player.id for player in table.players])
    undoing = next((player for player in there if table.undoable(player) is not None), None)
    if undoing is not None and chance() < 0.2:
        return Request("undo", lambda table: table.undo(undoing))
    if table.definition.preferences and chance() < 0.06:
        preference = rng.choice([*table.definition.preferences.values()])
        value = rng.choice([*preference.values])
        return Request("preference", lambda table: table.set_preference(anybody, preference.id, value))
    if table.zombies and chance() < 0.1:
        return Request("back", lambda table: table.back(table.zombies[0]))
    if chance() < 0.015 and (len(there) > 1 or chance() < 0.2):
        return Request("quit", lambda table: table.quit(anybody))
    if chance() < 0.01 and len(there) > 1:
        return Request("concede", lambda table: table.concede(anybody))
    moves = {
        player: moves
        for player in there
        if (moves := {name: found for name, found in table.legal_moves(player).items() if listed(found)})
    }
    if not moves or chance() < 0.1:
        player = rng.choice(table.active_players)
        return Request("zombie turn", lambda table: table.zombie_turn(player))
    acting = [player for player in moves if player in table.active_players] or [*moves]
    player = rng.choice([*moves] if chance() < 0.1 else acting)
    return Request("move", _move(table, player, moves[player], rng))


def listed(options: Any) -> bool:
    """Whether there is an option that could be chosen."""
    return options is not ANY and bool(options)


def _move(table: Table, player: int, moves: Mapping[str, Any], rng: Random) -> Callable[[Table], Any]:
    """Choose an action, then an option: so passes are frequent, and games short."""
    name = rng.choice([*moves])
    option = rng.choice([*moves[name]])
    move = Move(name, table._gamestate.action(name, player).arguments(option))
    return lambda table: table.act(player, move.action, move.args)


class Playground:
    """All games, with points put into engine, components and handlers for as long as ``monkeypatch`` lasts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.fuse = Fuse()
        put_points(self.fuse, monkeypatch)
        maker = GameMaker(folder)
        sources: dict[str, Any] = {"aurum": "aurum"}
        sources |= {place.name: place for place in sorted(EXAMPLES.iterdir()) if (place / "config").is_dir()}
        sources |= {"fair": write_fair(maker), "tally": write_tally(maker)}
        self.games: dict[str, tuple[GameDefinition, GameDefinition]] = {}
        self.setups: dict[str, list[dict[str, Any]]] = {}
        for name, source in sources.items():
            plain = load_game(source)
            self.games[name] = plain, fused(self.fuse, plain, monkeypatch)
            self.setups[name] = [
                {
                    "players": len(setup.players),
                    "options": dict(kind.options),
                    "preferences": {player: dict(chosen) for player, chosen in setup.preferences.items()},
                }
                for kind in startable(plain, plain.infos.players)[0]
                for setup in [kind.setup(plain, "start")]
            ]
        self.setups["aurum"].append(
            {"players": 4, "settings": {"bid4": "simultaneous", "gold_tie": "collected"}}
        )

    def play(self, name: str, seed: str, setup: Mapping[str, Any] | None = None, most: int = 0) -> Tally:
        """Play a game to its end, or until ``most`` faults were met; raise AssertionError at a difference."""
        rng = Random(f"{name}/{seed}")
        fuse = self.fuse
        fuse.hit.clear()
        fuse.names.clear()
        chosen = rng.choice(self.setups[name]) if setup is None else setup
        twins = Twins(fuse, *self.games[name], **chosen, seed=seed)
        asked = 0
        try:
            while not twins.twin.is_over and not (most and fuse.hit.total() >= most):
                if rng.random() < 0.1:
                    for table in (twins.subject, twins.twin):
                        table.take_time(table.players[0].id, 7)
                twins.meet_faults(choose(twins.twin, rng), rng)
                asked += 1
                assert asked < LONGEST, "the game does not end"
            twins.end()
        except AssertionError as error:
            raise AssertionError(f"{name}, seed {seed!r}, request {asked + 1}: {error}") from error
        finally:
            fuse.disarm()
        points = Counter({kind: 0 for kind, _ in fuse.hit})
        faults = Counter({fault: 0 for _, fault in fuse.hit})
        for (kind, fault), count in fuse.hit.items():
            points[kind] += count
            faults[fault] += count
        return Tally(
            games=Counter({name: 1}),
            moves=twins.twin.moves_made,
            faults=fuse.hit.total(),
            refused=twins.refused,
            points=points,
            kinds=faults,
            requests=twins.requests,
            names=Counter(fuse.names),
        )


@cache
def playground() -> Playground:
    """Return the games of a process that does nothing else."""
    return Playground(pytest.MonkeyPatch(), Path(tempfile.mkdtemp(prefix="faults-")))


def fault_portion(first: int, faults: int) -> Tally:
    """Play games from number ``first`` on, each kind in turn, until so many faults were met."""
    ground, total, number = playground(), Tally(), first
    names = [*ground.games]
    while total.faults < faults:
        name = names[number % len(names)]
        total.add(ground.play(name, f"long {number}", most=faults - total.faults))
        number += 1
    return total
