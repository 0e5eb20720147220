"""What ``import aurum_states`` gives, and what it costs."""

import importlib
import pickle
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

import aurum_states
import aurum_states.components

NAMES = {
    "Game", "Table", "Timeline", "ActionResult", "Move", "Player", "PlayerId", "Notification", "StateGraph", "GameState",
    "StateType", "Transition", "GameDefinition", "Problem", "Report", "Replay", "load_game", "State", "Moves", "Args",
    "ANY", "Options", "action", "invariant", "clienttranslate", "Agent", "UserException", "VisibleSystemException",
    "ActionError", "DefinitionError", "NotificationMessage", "SystemException", "GameResult", "ResultPlayer",
    "MoveSpace",
}  # fmt: skip


def test_all_is_the_public_api_and_nothing_else():
    assert set(aurum_states.__all__) == NAMES
    assert list(aurum_states.__all__) == sorted(aurum_states.__all__)
    assert len(aurum_states.__all__) == len(NAMES)
    assert set(dir(aurum_states)) == NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_public_name_can_be_imported(name):
    value = getattr(aurum_states, name)
    assert getattr(aurum_states, name) is value
    assert getattr(value, "__doc__", None)


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'aurum_states' has no attribute 'Gmae'"):
        _ = aurum_states.Gmae
    with pytest.raises(ImportError):
        exec("from aurum_states import Gmae")
    assert not hasattr(aurum_states, "nothing")


def test_everything_can_be_imported_at_once():
    found: dict = {}
    exec("from aurum_states import *", found)
    assert found.keys() >= NAMES


def test_importing_the_package_loads_nothing_heavy():
    """So that ``--help`` stays quick."""
    code = (
        "import sys; before = set(sys.modules); import aurum_states;"
        "print(sorted(m for m in set(sys.modules) - before if not m.startswith('_')))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(eval(done.stdout))
    assert not {name.split(".")[0] for name in loaded} & {
        "pydantic",
        "transitions",
        "msgspec",
        "yaml",
        "rich",
        "click",
    }
    assert {name for name in loaded if name.startswith("aurum_states")} == {"aurum_states"}


@pytest.mark.parametrize("name", ["ActionError", "Move", "Report", "StateType", "UserException"])
def test_what_needs_no_transitions_machine_or_terminal_loads_none(name):
    code = f"import sys, aurum_states; aurum_states.{name}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert not {"transitions", "rich", "click"} & set(done.stdout.split())


def test_components_are_complete():
    for name in aurum_states.components.__all__:
        assert getattr(aurum_states.components, name).__doc__
    assert {"Deck", "PlayerCounter", "TableCounter", "Globals", "Statistics"} <= set(
        aurum_states.components.__all__
    )


def test_the_package_is_typed():
    assert resources.files("aurum_states").joinpath("py.typed").is_file()


def test_every_module_can_be_imported_alone_in_name_order():
    """No module relies on another having been imported before it."""
    root = Path(aurum_states.__file__).parent
    names = [
        ".".join(["aurum_states", *path.relative_to(root).with_suffix("").parts]).removesuffix(".__init__")
        for path in sorted(root.rglob("*.py"))
        if "template" not in path.parts and path.name != "__main__.py"
    ]
    assert len(names) > 60
    for name in names:
        importlib.import_module(name)


def test_errors_keep_their_values_when_pickled():
    """A simulation's worker process must be able to tell its caller what went wrong."""
    from aurum_states import errors
    from aurum_states.problems import Place, Report

    report = Report()
    report.add("x", "y", Place("f", 1, 2))
    for error in (
        errors.SetupError(["a", "b"]),
        errors.IllegalMoveError("no", action="actX", args={}),
        errors.UserException("no", why=1),
        errors.GameError("bad", state="s", handler="h", player=3),
        errors.EndlessStatesError("loop", ["a", "b"], state="s"),
        errors.NotificationArgsError("n", type="t", missing="m"),
        errors.ReplayError("r", 7),
        errors.ReplayMismatchError("m", kind="digest", move=1, expected=2, actual=3, line=4),
        errors.DefinitionError(report),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_the_names_of_authors_do_what_they_say():
    assert aurum_states.clienttranslate("${you} must play") == "${you} must play"
    assert repr(aurum_states.ANY) == "ANY"
    assert str(aurum_states.Move("actX", {"a": 1, "b": "c"})) == "actX(a=1, b='c')"
