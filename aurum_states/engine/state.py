"""The author's state: one closed, typed structure that is all that is saved, restored and hashed.

``State`` is a ``msgspec.Struct``; components are fields of it. Which types a field may have is checked
when a game is loaded, since what cannot be restored exactly must not get into a state at all.
"""

import types
import typing
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, Union, get_args, get_origin

import msgspec

from aurum_states.components.part import Part

_SCALARS = (int, float, bool, str, bytes, type(None))


class State(msgspec.Struct, omit_defaults=True):
    """Base of an author's state: declare every field with its type.

    What lies deeper than two containers is a value: replace it, do not change it in place.
    """


def state_class(game_class: type) -> type[State] | None:
    """Return S of a class that derives from ``Game[S]``, or None."""
    for base in game_class.__mro__:
        for original in getattr(base, "__orig_bases__", ()):
            for argument in get_args(original):
                if isinstance(argument, type) and issubclass(argument, State):
                    return argument
    return None


def unsupported_fields(cls: type[State]) -> list[str]:
    """Return what is wrong with the declared types, each line led by the field's path."""
    try:
        hints = typing.get_type_hints(cls, include_extras=False)
    except Exception as error:
        return [f"{cls.__name__}: an annotation cannot be read: {error}"]
    found: list[str] = []
    for name in cls.__struct_fields__:
        _check(hints[name], f"{cls.__name__}.{name}", found, depth=0)
    return found


def undecodable(cls: type[State]) -> list[str]:
    """Return what msgspec cannot read back although each type by itself is right, such as some unions.

    A default that cannot be saved is told as well.
    """
    found: list[str] = []
    try:
        msgspec.msgpack.Decoder(cls)
    except TypeError as error:
        found.append(f"{cls.__name__}: {error}")
    for field in msgspec.structs.fields(cls):
        if field.default is not msgspec.NODEFAULT:
            try:
                msgspec.msgpack.encode(field.default)
            except (TypeError, ValueError, OverflowError) as error:
                found.append(f"{cls.__name__}.{field.name}: its default cannot be saved: {error}")
    return found


def _check(hint: Any, path: str, found: list[str], depth: int) -> None:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is None or hint in _SCALARS or origin is typing.Literal:
        return
    if isinstance(hint, type) and issubclass(hint, Part):
        if depth:
            found.append(f"{path}: a component ({hint.__name__}) must be a field of the state itself")
    elif isinstance(hint, type) and issubclass(hint, Enum):
        return
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        _check_struct(hint, path, found, depth)
    elif origin in (list, dict):
        if origin is dict:
            _check_key(arguments[0], path, found)
        _check(arguments[-1], f"{path} ({'value' if origin is dict else 'element'})", found, depth + 1)
    elif origin is tuple:
        for argument in arguments:
            if argument is not Ellipsis:
                if get_origin(argument) in (list, dict):
                    found.append(f"{path}: a tuple with something changeable inside; use a list")
                _check(argument, f"{path} (element)", found, depth + 1)
    elif origin in (Union, types.UnionType):
        if sum(1 for one in arguments if get_origin(one) in (list, dict, tuple)) > 1:
            found.append(f"{path}: a union of containers cannot be told apart when it is read back")
        for argument in arguments:
            _check(argument, path, found, depth + 1)
    else:
        found.append(f"{path}: {_advice(hint)}")


def _check_key(hint: Any, path: str, found: list[str]) -> None:
    enumeration = isinstance(hint, type) and issubclass(hint, Enum)
    if hint not in (int, str) and not enumeration and get_origin(hint) is not typing.Literal:
        found.append(f"{path} (key): a key must be int, str or an Enum, so that JSON can hold it")


def _check_struct(hint: type[msgspec.Struct], path: str, found: list[str], depth: int) -> None:
    if depth > 8:
        return
    if not hint.__struct_config__.frozen:
        found.append(
            f"{path}: {hint.__name__} must be frozen (class {hint.__name__}(msgspec.Struct, frozen=True))"
        )
    for name, inner in typing.get_type_hints(hint).items():
        if name in hint.__struct_fields__:
            _check(inner, f"{path}.{name}", found, depth + 1)


def _advice(hint: Any) -> str:
    name = getattr(hint, "__name__", str(hint))
    if hint in (set, frozenset) or get_origin(hint) in (set, frozenset):
        return "a set has no stable order; use a sorted list or dict[T, None]"
    if hint is Any:
        return "Any cannot be read back as what it was; declare the type"
    if hint in (list, dict, tuple):
        return f"bare {name}: declare what it holds, for example {name}[int]"
    return (
        f"type {name} cannot be saved and read back; use int, str, bool, list, dict, tuple or a frozen Struct"
    )


class Keeper:
    """Keeps the identity of a state's containers, so that a rollback fills the same objects again.

    ``keep(state)`` returns references to every container field and, one level deeper, to the
    containers inside; it is generated from the annotations, so that it costs a few attribute reads.
    """

    __slots__ = ("_nested", "_plain", "containers", "defaults", "keep", "parts", "prepares", "settling")

    def __init__(self, cls: type[State]) -> None:
        hints = typing.get_type_hints(cls)
        fields = cls.__struct_fields__
        self.parts = tuple(
            name for name in fields if isinstance(hints[name], type) and issubclass(hints[name], Part)
        )
        self.settling = tuple(name for name in self.parts if hints[name].settle is not Part.settle)
        """The parts that write down their fields late."""
        containers = {name: kind for name in fields if (kind := _container(hints[name])) is not None}
        self.containers = tuple(containers)
        self._nested = tuple(name for name, kind in containers.items() if _container(get_args(kind)[-1]))
        self._plain = tuple(name for name in containers if name not in self._nested)
        wanted = [f"s.{name}" for name in self._plain]
        for name in self._nested:
            wanted += [f"s.{name}", f"copied(s.{name})"]
        source = f"lambda s: ({', '.join(wanted)}{',' if len(wanted) == 1 else ''})"
        self.keep: Callable[[Any], tuple[Any, ...]] = eval(source, {"copied": _copied})  # noqa: S307 - field names

        self.defaults = tuple(_defaults(cls))
        self.prepares = bool(self.settling or self.defaults)
        """Whether something is to be done before the values are saved."""

    def name_defaults(self, state: State) -> None:
        """Put a default itself where a value equals it, so that it is left out of the bytes.

        Which equal numbers and texts are one object anyway differs between versions of Python.
        """
        for name, default, saved in self.defaults:
            value = getattr(state, name)
            if value is default or type(value) is not type(default) or value != default:
                continue
            if msgspec.msgpack.encode(value) == saved:  # 0.0 and -0.0 are equal too
                setattr(state, name, default)

    def put_back(self, state: State, kept: tuple[Any, ...], saved: Any) -> None:
        """Give the state the saved values in the very objects that ``keep`` saw."""
        for name in state.__struct_fields__:
            if name in self.parts:
                continue
            setattr(state, name, getattr(saved, name))
        position = 0
        for name in self._plain:
            setattr(state, name, _same(kept[position], getattr(saved, name)))
            position += 1
        for name in self._nested:
            wanted = getattr(saved, name)
            setattr(state, name, _same_nested(kept[position], kept[position + 1], wanted))
            position += 2


def _defaults(cls: type[State]) -> Iterator[tuple[str, Any, bytes]]:
    """Return the defaults that are not always one object with their equals, with name and bytes."""
    for field in msgspec.structs.fields(cls):
        default = field.default
        once = default is None or isinstance(default, bool | Enum) or default in ("", b"", ())
        if default is msgspec.NODEFAULT or once or (type(default) is int and -5 <= default <= 256):
            continue
        yield field.name, default, msgspec.msgpack.encode(default)


def _container(hint: Any) -> Any:
    """Return the list or dict type that a hint is, alone or in a union such as ``list[int] | None``."""
    if get_origin(hint) in (Union, types.UnionType):
        return next(filter(None, map(_container, get_args(hint))), None)
    return hint if get_origin(hint) in (list, dict) else None


def _copied(container: Any) -> Any:
    return container.copy() if isinstance(container, list | dict) else container


def _refill(container: Any, values: Any) -> None:
    container.clear()
    if isinstance(container, dict):
        container.update(values)
    else:
        container.extend(values)


def _same(kept: Any, wanted: Any) -> Any:
    """Return ``wanted``, in the object that held it at the commit if that is a container."""
    if type(kept) is not type(wanted) or not isinstance(kept, list | dict):
        return wanted
    _refill(kept, wanted)
    return kept


def _same_nested(kept: Any, copy: Any, wanted: Any) -> Any:
    """Return ``wanted`` as ``_same`` does, with the containers directly inside; ``copy`` refers to them."""
    if type(kept) is not type(wanted):
        return wanted
    if isinstance(wanted, dict):
        wanted = {key: _same(copy.get(key), value) for key, value in wanted.items()}
    elif isinstance(wanted, list):
        wanted = [_same(inner, value) for inner, value in zip(copy, wanted, strict=True)]
    return _same(kept, wanted)
