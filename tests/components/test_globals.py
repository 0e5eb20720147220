"""BGA's globals: JSON values by name."""

import json
import math
from enum import IntEnum

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aurum_states.components import Globals, GlobalsError

SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text()
)
JSON = st.recursive(
    SCALARS.filter(lambda value: value not in (math.inf, -math.inf)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(value=JSON)
def test_what_goes_in_comes_out_saved_or_not(value):
    store = Globals()
    store.set("x", value)
    assert store.get("x") == value and repr(store.get("x")) == repr(value)
    twin = msgspec.msgpack.decode(msgspec.msgpack.encode(store), type=Globals)
    assert repr(twin.get("x")) == repr(value) == repr(json.loads(json.dumps(twin.get("x"))))


def test_reader_and_writer_share_nothing():
    store, mine = Globals(), {"cards": [1]}
    store.set("plan", mine)
    mine["cards"].append(2)
    store.get("plan")["cards"].append(3)
    store.get_all()["plan"]["cards"].append(4)
    assert store.get("plan") == {"cards": [1]}


def test_defaults_has_and_delete():
    store = Globals()
    assert store.get("x") is None and store.get("x", 5) == 5 and not store.has("x")
    store.set("x", None)
    assert store.get("x", 5) is None and store.has("x")
    store.delete("x", "never")
    assert not store.has("x") and msgspec.msgpack.encode(store) == b"\x80"


def test_get_all_or_some():
    store = Globals()
    for name in "abc":
        store.set(name, name)
    assert store.get_all() == {"a": "a", "b": "b", "c": "c"} == store.as_data()
    assert store.get_all("c", "a", "z") == {"c": "c", "a": "a"}


def test_inc():
    store = Globals()
    store.set("n", 3)
    store.set("x", 0.5)
    assert store.inc("n", -5) == -2 == store.get("n") and store.inc("x", 1) == 1.5


@pytest.mark.parametrize("value", [None, "3", True, [3]])
def test_inc_of_no_number(value):
    store = Globals()
    store.set("n", value)
    with pytest.raises(
        GlobalsError, match="Error when incrementing a global variable: n is not a numeric value"
    ):
        store.inc("n", 1)
    with pytest.raises(GlobalsError, match="never is not a numeric value"):
        store.inc("never", 1)


@pytest.mark.parametrize("name", ["", "n" * 51, 7, None])
def test_names(name):
    with pytest.raises(GlobalsError, match="1 to 50 characters"):
        Globals().set(name, 1)
    Globals().set("n" * 50, 1)


class Colour(IntEnum):
    RED = 1


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"a": [1, {2: 3}]}, r"global x\.a\[1\]: JSON's keys are texts, so 2 would come back as '2'"),
        ([math.nan], r"global x\[0\]: JSON cannot give back nan"),
        (2**64, "at most 64 bits"),
        ({1, 2}, "use numbers, texts, lists and dicts"),
        (b"x", "cannot give back"),
        (Colour.RED, "cannot give back"),
        (object(), "cannot give back <object"),
    ],
)
def test_what_json_would_change_is_refused(value, told):
    store = Globals()
    store.set("x", "old")
    with pytest.raises(GlobalsError, match=told):
        store.set("x", value)
    assert store.get("x") == "old"


def test_inc_beyond_64_bits_changes_nothing():
    store = Globals()
    store.set("n", 2**64 - 1)
    with pytest.raises(GlobalsError, match="64 bits"):
        store.inc("n", 1)
    assert store.get("n") == 2**64 - 1


def test_tuples_become_lists():
    store = Globals()
    store.set("pair", (1, (2,)))
    assert store.get("pair") == [1, [2]]


def test_rollback():
    store = Globals()
    store.set("x", [1])
    saved = msgspec.msgpack.encode(store)
    store.set("x", [2])
    store.set("y", 1)
    store.refill(msgspec.msgpack.decode(saved, type=Globals))
    assert store.get_all() == {"x": [1]}
