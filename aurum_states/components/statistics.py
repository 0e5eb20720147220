"""BGA's statistics of the table and of each player, declared in ``stats.json``."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from aurum_states.components.part import ComponentError, Part, StatDeclaration, Unsaved
from aurum_states.names import did_you_mean, listed

Number = int | float | bool
"""A statistic's value, of its declared type."""


class StatisticError(ComponentError):
    """An unknown statistic or player, a second ``init``, or a value of another type than declared."""


class _Names(Unsaved):
    """The place of each statistic among the values, by name."""

    __slots__ = ("_player_at", "_table_at")

    _player_at: dict[str, int]
    _table_at: dict[str, int]


class Statistics(_Names, Part, dict=True, omit_defaults=True):
    """The statistics of a game (BGA: ``tableStats`` and ``playerStats``).

    One that is never initialised nor set has no value: its page shows ``-``. Setting or incrementing such a
    statistic initialises it first, a player statistic for *all* players (BGA, 2024): ``set_player`` gives
    everybody the value, ``inc_player`` starts everybody at 0.

    Args:
        table: values of the table, in the order in which they were initialised.
        player: the same for each player. The names are fixed data: only the values go with every move.
    """

    table: list[Number] = msgspec.field(default_factory=list)
    player: dict[int, list[Number]] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        self._table_at = {}
        self._player_at = {}
        super().__post_init__()

    # -- the part

    def rebuild(self) -> None:
        """Forget the names of statistics that are no more."""
        for at, length in ((self._table_at, len(self.table)), (self._player_at, self._per_player())):
            while len(at) > length:
                at.popitem()

    def fixed(self) -> dict[str, list[str]]:
        """Return the names of the values, in their order."""
        return {"table": list(self._table_at), "player": list(self._player_at)}

    def set_fixed(self, data: Any) -> None:
        """Take the names back.

        Raises:
            StatisticError: they are not the names of these values.
        """
        try:
            names = msgspec.convert(data, dict[str, list[str]])
            table, player = names["table"], names["player"]
        except (msgspec.ValidationError, KeyError) as error:
            raise StatisticError(f"no lists of table and player statistics: {data!r:.80}") from error
        if (len(table), len(player)) != (len(self.table), self._per_player()):
            raise StatisticError("these are not the names of the statistics saved: there are more or fewer")
        self._table_at = {name: nth for nth, name in enumerate(table)}
        self._player_at = {name: nth for nth, name in enumerate(player)}

    def as_data(self) -> dict[str, Any]:
        """Return the values by name: ``table``, and ``player`` by id."""
        players = {str(player_id): self.player_values(player_id) for player_id in self.player}
        return {"table": self.table_values(), "player": players}

    def table_values(self) -> dict[str, Number]:
        """Return the table's values by name; those never initialised are left out."""
        return dict(zip(self._table_at, self.table, strict=False))

    def player_values(self, player_id: int) -> dict[str, Number]:
        """Return a player's values by name; those never initialised are left out."""
        return dict(zip(self._player_at, self.player.get(player_id, ()), strict=False))

    def _per_player(self) -> int:
        return len(next(iter(self.player.values()), ()))

    # -- statistics of the table

    def init_table(self, names: str | Iterable[str], value: Number) -> None:
        """Give statistics of the table their first value (BGA: ``tableStats->init``).

        Raises:
            StatisticError: one is not declared or initialised already, or the value has another type.
        """
        for name in [names] if isinstance(names, str) else names:
            declared = self._declared("table", name, "(table) statistic does not exists")
            if name in self._table_at:
                raise StatisticError(f"table statistic {name!r} is initialised already")
            self.table.append(_typed(name, declared.type, value))
            self._table_at[name] = len(self.table) - 1

    def set_table(self, name: str, value: Number) -> None:
        """Set a statistic of the table.

        Raises:
            StatisticError: it is not declared, or the value has another type.
        """
        declared = self._declared("table", name)
        if name in self._table_at:
            self.table[self._table_at[name]] = _typed(name, declared.type, value)
        else:
            self.init_table(name, value)

    def inc_table(self, name: str, delta: float) -> None:
        """Add to a statistic of the table; 0 does nothing.

        Raises:
            StatisticError: it is not declared or a bool, or the sum has another type.
        """
        at = self._table_at.get(name)
        if at is None:
            declared = self._declared("table", name)
            if not delta:
                return
            self.init_table(name, _zero(name, declared.type))
            at = self._table_at[name]
        self.table[at] = _sum(name, self.table[at], delta)

    def get_table(self, name: str) -> Number:
        """Return a statistic of the table, 0 where it was never initialised (BGA, 2024).

        Raises:
            StatisticError: it is not declared.
        """
        at = self._table_at.get(name)
        if at is None:
            self._declared("table", name)
            return 0
        return self.table[at]

    # -- statistics of the players

    def init_player(self, names: str | Iterable[str], value: Number, update_table_stat: bool = False) -> None:
        """Give statistics of every player their first value (BGA: ``playerStats->init``).

        Args:
            names: one name or several.
            value: the first value.
            update_table_stat: initialise the table statistics of these names too.

        Raises:
            StatisticError: one is not declared or initialised already, or the value has another type.
        """
        fresh: dict[str, Number] = {}
        for name in [names] if isinstance(names, str) else names:
            declared = self._declared("player", name, "(player) statistic does not exists")
            if name in self._player_at or name in fresh:
                raise StatisticError(f"player statistic {name!r} is initialised already")
            fresh[name] = _typed(name, declared.type, value)
            if update_table_stat:
                self.init_table(name, value)
        if fresh and not self.player:
            self.player.update({player_id: [] for player_id in self.services.players})
        for name in fresh:
            self._player_at[name] = len(self._player_at)
        for values in self.player.values():
            values += fresh.values()

    def set_player(self, name: str, value: Number, player_id: int) -> None:
        """Set a player's statistic; where it was never initialised, everybody gets the value.

        Raises:
            StatisticError: it is not declared, the value has another type, or there is no such player.
        """
        declared = self._declared("player", name)
        if player_id not in self.services.players:
            raise self._no_player("setStat", player_id)
        if name in self._player_at:
            self.player[player_id][self._player_at[name]] = _typed(name, declared.type, value)
        else:
            self.init_player(name, value)

    def set_all_players(self, name: str, value: Number) -> None:
        """Set a statistic of every player (BGA: ``playerStats->setAll``); raises as ``set_player``."""
        for player_id in self.services.players:
            self.set_player(name, value, player_id)

    def inc_player(self, name: str, delta: float, player_id: int, update_table_stat: bool = False) -> None:
        """Add to a player's statistic; 0 does nothing.

        Args:
            name: the statistic; where it was never initialised, it starts at 0 for everybody.
            delta: what to add.
            player_id: whose it is.
            update_table_stat: add to the table statistic of that name too.

        Raises:
            StatisticError: it is not declared or a bool, the sum has another type, or nobody has that id.
        """
        at = self._player_at.get(name)
        if at is None:
            declared = self._declared("player", name)
            if player_id not in self.services.players:
                raise self._no_player("incStat", player_id)
            if not delta:
                return
            self.init_player(name, _zero(name, declared.type))
            at = self._player_at[name]
        values = self.player.get(player_id)
        if values is None:
            raise self._no_player("incStat", player_id)
        value = values[at]
        plain = value.__class__ is int and delta.__class__ is int
        values[at] = value + delta if plain else _sum(name, value, delta)
        if update_table_stat:
            self.inc_table(name, delta)

    def inc_all_players(self, name: str, delta: float) -> None:
        """Add to a statistic of every player (BGA: ``playerStats->incAll``); raises as ``inc_player``."""
        for player_id in self.services.players:
            self.inc_player(name, delta, player_id)

    def get_player(self, name: str, player_id: int) -> Number:
        """Return a player's statistic, 0 where it was never initialised (BGA, 2024).

        Raises:
            StatisticError: it is not declared, or there is no such player.
        """
        at = self._player_at.get(name)
        if at is None:
            self._declared("player", name)
        if player_id not in self.services.players:
            raise self._no_player("getStat", player_id)
        return 0 if at is None else self.player[player_id][at]

    def get_all_players(self, name: str) -> dict[int, Number]:
        """Return a statistic of every player, by id (BGA: ``playerStats->getAll``)."""
        return {player_id: self.get_player(name, player_id) for player_id in self.services.players}

    # -- BGA's two styles of names: tableStats and playerStats, and the older initStat and its kin

    @property
    def table_stats(self) -> "TableStats":
        """The table's statistics under BGA's names: ``init``, ``set``, ``inc``, ``get``."""
        return TableStats(self)

    @property
    def player_stats(self) -> "PlayerStats":
        """The players' statistics under BGA's names."""
        return PlayerStats(self)

    def init_stat(self, table_or_player: str, name: str, value: Number, player_id: int | None = None) -> None:
        """Give a statistic its first value (BGA: ``initStat``), a player's for all players at once."""
        if table_or_player == "table":
            self.init_table(name, value)
        elif table_or_player != "player":
            raise StatisticError(f"initStat: 'table' or 'player', not {table_or_player!r}")
        elif player_id is None:
            self.init_player(name, value)
        else:
            raise StatisticError(
                f"initStat: {name} is initialised for all players at once; use setStat for {player_id}"
            )

    def set_stat(self, value: Number, name: str, player_id: int | None = None) -> None:
        """Set a statistic (BGA: ``setStat``), without a player or with 0 the table's."""
        if player_id:
            self.set_player(name, value, player_id)
        else:
            self.set_table(name, value)

    def inc_stat(self, delta: float, name: str, player_id: int | None = None) -> None:
        """Add to a statistic (BGA: ``incStat``), without a player or with 0 to the table's."""
        if player_id:
            self.inc_player(name, delta, player_id)
        else:
            self.inc_table(name, delta)

    def get_stat(self, name: str, player_id: int | None = None) -> Number:
        """Return a statistic (BGA: ``getStat``), without a player or with 0 the table's."""
        return self.get_player(name, player_id) if player_id else self.get_table(name)

    # -- refusals

    def _declared(self, kind: str, name: str, refusal: str | None = None) -> StatDeclaration:
        known = self._known(kind)
        declared = known.get(name)
        if declared is None:
            near = did_you_mean(name, known) or f" (stats.json declares: {listed(known)})"
            raise StatisticError(f"{refusal or f'Unknown {kind} statistic'}: {name}{near}")
        return declared

    def _known(self, kind: str) -> Mapping[str, StatDeclaration]:
        stats = self.services.stats
        if stats is None:
            return {}
        return stats.table if kind == "table" else stats.player

    def _no_player(self, asked: str, player_id: object) -> StatisticError:
        return StatisticError(
            f"{asked}: Unknown player id: {player_id} (at the table: {listed(self.services.players)})"
        )


class TableStats:
    """BGA's ``tableStats`` of a game's statistics."""

    __slots__ = ("_stats",)

    def __init__(self, stats: Statistics) -> None:
        self._stats = stats

    def init(self, names: str | Iterable[str], value: Number) -> None:
        """Give statistics their first value; see ``Statistics.init_table``."""
        self._stats.init_table(names, value)

    def set(self, name: str, value: Number) -> None:
        """Set a statistic; see ``Statistics.set_table``."""
        self._stats.set_table(name, value)

    def inc(self, name: str, delta: float) -> None:
        """Add to a statistic; see ``Statistics.inc_table``."""
        self._stats.inc_table(name, delta)

    def get(self, name: str) -> Number:
        """Return a statistic; see ``Statistics.get_table``."""
        return self._stats.get_table(name)


class PlayerStats:
    """BGA's ``playerStats`` of a game's statistics."""

    __slots__ = ("_stats",)

    def __init__(self, stats: Statistics) -> None:
        self._stats = stats

    def init(self, names: str | Iterable[str], value: Number, update_table_stat: bool = False) -> None:
        """Give statistics of all players their first value; see ``Statistics.init_player``."""
        self._stats.init_player(names, value, update_table_stat)

    def set(self, name: str, value: Number, player_id: int) -> None:
        """Set a player's statistic; see ``Statistics.set_player``."""
        self._stats.set_player(name, value, player_id)

    def set_all(self, name: str, value: Number) -> None:
        """Set a statistic of every player."""
        self._stats.set_all_players(name, value)

    def inc(self, name: str, delta: float, player_id: int, update_table_stat: bool = False) -> None:
        """Add to a player's statistic; see ``Statistics.inc_player``."""
        self._stats.inc_player(name, delta, player_id, update_table_stat)

    def inc_all(self, name: str, delta: float) -> None:
        """Add to a statistic of every player."""
        self._stats.inc_all_players(name, delta)

    def get(self, name: str, player_id: int) -> Number:
        """Return a player's statistic; see ``Statistics.get_player``."""
        return self._stats.get_player(name, player_id)

    def get_all(self, name: str) -> dict[int, Number]:
        """Return a statistic of every player, by id."""
        return self._stats.get_all_players(name)


_TYPES: Mapping[str, type] = {"int": int, "float": float, "bool": bool}


def _typed(name: str, kind: str, value: Number) -> Number:
    """Return a value in a statistic's type: int, float (a whole number becomes one) or bool.

    Raises:
        StatisticError: it is of another type.
    """
    if kind == "float" and type(value) in (int, float):
        return float(value)
    if type(value) is not _TYPES[kind]:
        raise StatisticError(f"statistic {name!r} is declared as {kind}; {value!r} is none")
    return value


def _zero(name: str, kind: str) -> Number:
    return _typed(name, kind, False if kind == "bool" else 0)


def _sum(name: str, value: Number, delta: float) -> Number:
    if type(value) is bool:
        raise StatisticError(f"statistic {name!r} is a bool: it can be set, not incremented")
    if type(delta) is int or (type(delta) is float and type(value) is float):
        return value + delta
    raise StatisticError(f"statistic {name!r} holds {type(value).__name__}: {delta!r} cannot be added")
