"""Requests that must be refused at a table as it stands: the illegal, the ill-formed, the wrong people's."""

from collections.abc import Iterator
from enum import Enum
from itertools import islice, product
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from aurum_states.engine.calls import ActionPlan
from aurum_states.engine.game import ANY
from aurum_states.engine.players import PlayerId
from aurum_states.engine.record import Move
from aurum_states.engine.table import Table

UNKNOWN_ACTION = "actNobodyKnows"
GUESS = "a guess"
UNKNOWN_ARGUMENT = "nobodyKnows"
_NO_PLAYER = 1
_OTHER_ACTIONS = 4
"""How many actions of other states are tried."""
_OTHERS_OPTIONS = 4
"""How many options of each other player are tried."""
_STRANGE: tuple[Any, ...] = (None, "strange", {"strange": 1}, ["strange"], 1.5, 1, True)
"""Values of all kinds: what a parameter's type does not take is of a wrong type."""
_INTS = (-1, 0, 2**31)
_MOST_GUESSES, _STRIDE = 24, 40
"""How many guesses are made at an action, spread over how many times as many."""


class Request(NamedTuple):
    """A request, and what is wrong with it."""

    player: PlayerId
    action: str
    args: Any
    why: str

    def __str__(self) -> str:
        move = (
            Move(self.action, self.args) if isinstance(self.args, dict) else f"{self.action}({self.args!r})"
        )
        return f"{move} ({self.why})"


def impossible(table: Table) -> list[Request]:
    """Return requests that must be refused now, some of each kind; for the same table the same ones."""
    found = [*_strange_actions(table), *_wrong_players(table)]
    for player in table.players:
        legal = table.legal_moves(player.id)
        for name, action in _actions(table, player.id).items():
            active = player.id in table.active_players
            if not active and name not in legal:
                continue  # not this player's turn, which is tried above
            right = _some_legal(action, legal.get(name))
            found += _wrong_arguments(player.id, action, right)
            if name in legal and legal[name] is not ANY and action.listed:
                found += _illegal(table, player.id, action, list(legal[name]))
    return found


def guesses(table: Table) -> list[Request]:
    """Return well-formed requests for actions whose choice is ``ANY``: each may be accepted or refused."""
    found = []
    for player in table.players:
        for name, options in table.legal_moves(player.id).items():
            if options is not ANY:
                continue
            action = table._gamestate.action(name, player.id)
            fields = msgspec.structs.fields(action.struct)
            values = [
                [one for one in _plain_values(field.type) if _fits(one, field.type)] for field in fields
            ]
            rows = list(islice(product(*values), _MOST_GUESSES * _STRIDE))
            found += [
                Request(
                    player.id,
                    name,
                    {field.encode_name: one for field, one in zip(fields, row, strict=True)},
                    GUESS,
                )
                for row in rows[:: -(-len(rows) // _MOST_GUESSES) or 1]
            ]
    return found


def _plain_values(wanted: Any) -> list[Any]:
    """Return some values that a parameter of this type may have, on the wire."""
    return [*map(msgspec.to_builtins, _near([], wanted)), *range(1, 13), None, [], [1], [1, 2], {}]


def _actions(table: Table, player: PlayerId) -> dict[str, ActionPlan]:
    """Return the actions of the state a player is in, which may be a private one."""
    return dict(table._gamestate.plan_of(player).actions)


def _strange_actions(table: Table) -> Iterator[Request]:
    """Yield actions that the game or the state does not have."""
    actor = (table.active_players or [table.players[0].id])[0]
    yield Request(actor, UNKNOWN_ACTION, {}, "no such action")
    elsewhere = [name for name in table._plan.action_names if name not in _actions(table, actor)]
    for name in sorted(elsewhere)[:_OTHER_ACTIONS]:
        yield Request(actor, name, {}, "an action of another state")


def _wrong_players(table: Table) -> Iterator[Request]:
    """Yield the first legal move of each active player, asked for by those who may not."""
    for player in table.active_players:
        moves = table.possible_moves(player)
        names = {move.action: move for move in reversed(moves)}
        for name, move in names.items():
            yield Request(_NO_PLAYER, name, move.args, "nobody of that id sits here")
            for other in table.players:
                if other.id not in table.active_players and name not in table.legal_moves(other.id):
                    yield Request(other.id, name, move.args, "a move of somebody else")


def _some_legal(action: ActionPlan, options: Any) -> dict[str, Any]:
    """Return arguments that would do but for what is wrong in them."""
    if isinstance(options, list) and options:
        return action.arguments(options[0])
    return {}


def _wrong_arguments(player: PlayerId, action: ActionPlan, right: dict[str, Any]) -> Iterator[Request]:
    """Yield arguments that are missing, unknown, or of a wrong type."""
    struct, name = action.struct, action.name
    yield Request(player, name, ["no object"], "arguments that are no object")
    yield Request(player, name, {**right, UNKNOWN_ARGUMENT: 1}, "an unknown argument")
    for field in msgspec.structs.fields(struct):
        rest = {key: value for key, value in right.items() if key != field.encode_name}
        if field.required:
            yield Request(player, name, rest, f"{field.encode_name} is missing")
        for strange in _STRANGE:
            if not _fits(strange, field.type):
                yield Request(player, name, {**rest, field.encode_name: strange}, "a wrong type")


def _illegal(table: Table, player: PlayerId, action: ActionPlan, options: list[Any]) -> Iterator[Request]:
    """Yield well-formed options that are not among the legal ones."""
    fields = msgspec.structs.fields(action.struct)
    if not fields:
        if not options:
            yield Request(player, action.name, {}, "not legal now")
        return
    single = len(fields) == 1
    rows = [(option,) if single else tuple(option) for option in options]
    others = [
        (option,) if single else tuple(option)
        for other in table.players
        if other.id != player
        for option in _would_offer(table, other.id, action.name)
    ]
    known = rows + others
    if not known and not single:
        return  # nothing is known of what such an option looks like
    for place, field in enumerate(fields):
        values = {repr(row[place]): row[place] for row in known}
        for value in [*values.values(), *_near([row[place] for row in rows], field.type)]:
            if not _fits(msgspec.to_builtins(value), field.type):
                continue
            option = value if single else (*known[0][:place], value, *known[0][place + 1 :])
            args = action.arguments(option)
            if action.pick(msgspec.convert(args, action.struct)) not in options:
                yield Request(player, action.name, args, "not a legal option")


def _would_offer(table: Table, player: PlayerId, action: str) -> list[Any]:
    """Return some options that a player would have if it were their turn: what others must not take."""
    moves = table._gamestate.plan_of(player).moves
    try:
        offered = moves(table._game, player).get(action) if moves is not None else None
    except Exception:  # it need not answer for those whose turn it is not
        return []
    if not isinstance(offered, list):
        return []
    return offered[:: -(-len(offered) // _OTHERS_OPTIONS) or 1]


def _near(values: list[Any], wanted: Any) -> list[Any]:
    """Return values of a type beside those that are legal."""
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return list(wanted)
    if get_origin(wanted) is Literal:
        return list(get_args(wanted))
    numbers = [value for value in values if type(value) is int]
    around = [min(numbers) - 1, max(numbers) + 1] if numbers else []
    return [*around, *_INTS, "", "strange", True, False]


def _fits(value: Any, wanted: Any) -> bool:
    try:
        msgspec.convert(value, wanted)
    except (msgspec.ValidationError, TypeError, ValueError):
        return False
    return True
