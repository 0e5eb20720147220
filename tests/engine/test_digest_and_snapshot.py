"""The digest of a table, its snapshot, and a table restored from it, in this process and in others."""

import copy
import json
import subprocess
import sys

import pytest

from aurum_states import Player, Table
from aurum_states.errors import SetupError
from tests.engine.small_games import ADA, BEN, TALLY_CODE, TALLY_STATES, facts, write_tally

# -- the digest -------------------------------------------------------------------------------------------

STATES = """
states:
  turn:
    type: activeplayer
    description: ""
    possibleActions: [actRun]
"""
CODE = """
class SmallState(State):
    owners: dict[str, int]
    n: int = 0

class Small(Game[SmallState]):
    def setup_new_game(self, options: Options) -> SmallState:
        return SmallState({"a": 1, "b": 2})

    def first_state(self):
        self.gamestate.active_next_player()
        return "turn"

    def moves_turn(self, player) -> Moves:
        return {"actRun": ANY}

    def act_run(self, code: str):
        exec(code, globals(), {"self": self, "s": self.state})
"""


def digest(table: Table, code: str = "pass") -> str:
    return table.act(ADA, "actRun", {"code": code}).digest


def test_a_digest_is_sixteen_hex_digits_and_never_changes(tally):
    table = Table.create(tally, 2, seed="S")
    found = [table.digest]
    for request in ((ADA, "actRoll"), (ADA, "actTake", {"number": 5}), (BEN, "actDraw")):
        result = table.act(*request)
        assert result.digest == table.digest
        found.append(result.digest)
    assert found == GOLDEN


GOLDEN = ["9e28210e4fb96a6f", "95148244505e9e82", "3f0e04a3b06123c7", "f074e67a95b59ad8"]
"""Taken once. A change here makes every recorded game differ: say so in the changelog."""


def test_a_new_field_with_a_default_changes_no_digest(games):
    old = games.table(STATES, CODE)
    more = "    m: int = 7\n    words: list[str] = []\n    last: tuple[int, int] | None = None\n    name: str = ''\n"
    new = games.table(STATES, CODE.replace("    n: int = 0\n", "    n: int = 0\n" + more))
    assert new.digest == old.digest
    assert digest(new) == digest(old)
    assert digest(new, "s.n = 3") == digest(old, "s.n = 3")
    assert digest(new, "s.words.append('x')") != digest(old)
    assert digest(new, "s.words.pop()") == digest(old)


def test_a_value_that_equals_its_default_is_left_out_however_it_came_about(games):
    """Also numbers and texts that Python keeps once by chance only, which differs between its versions."""
    fields = "    big: int = 1000\n    word: str = 'not yet'\n    share: float = 0.5\n    pair: tuple[int, int] = (7, 8)\n"
    code = CODE.replace("    n: int = 0\n", "    n: int = 0\n" + fields)
    changed, plain = games.table(STATES, code), games.table(STATES, code)
    digest(changed, "s.big = 5; s.word = 'x'; s.share = 1.0; s.pair = (0, 0)")
    digest(plain)
    back = (
        "s.big = int('10') * 100; s.word = ' '.join(['not', 'yet']); s.share = 1 / 2; s.pair = tuple([7, 8])"
    )
    assert digest(changed, back) == digest(plain)
    assert changed.snapshot()["state"] == {"owners": {"a": 1, "b": 2}}


def test_the_order_of_a_dict_is_part_of_the_state(games):
    table, other = games.table(STATES, CODE), games.table(STATES, CODE)
    assert digest(table, "s.owners = {'b': 2, 'a': 1}") != digest(other, "s.owners = {'a': 1, 'b': 2}")


@pytest.mark.parametrize(
    "change",
    ["s.n = 1", "s.owners['a'] = 3", "self.bga_rand(1, 6)", "self.player_score.inc(self.players[0], 1)",
     "self.player_score_aux.inc(self.players[0], 1)", "self.gamestate.set_all_players_multiactive()"],
)  # fmt: skip
def test_everything_that_changes_a_table_changes_the_digest(games, change):
    definition = games.load(STATES, CODE)
    table, other = (Table.create(definition, 2, seed="S") for _ in range(2))
    assert digest(table, change) != digest(other)


def test_options_seed_names_settings_and_news_are_no_part_of_it(games):
    from aurum_states import load_game

    code = TALLY_CODE.replace("self.shuffle(pile)", "").replace('cards.shuffle("deck")', "")
    folder = write_tally(games)
    (folder / "game.py").write_text((folder / "game.py").read_text().replace(TALLY_CODE, code))
    definition = load_game(folder)
    given = [
        {"seed": "S"},
        {"seed": "S", "options": {100: 2}},
        {"seed": "S", "settings": {"speed": 3}},
        {"seed": "S", "preferences": {ADA: {100: 2}}},
    ]
    digests = {Table.create(definition, 2, **one).digest for one in given}
    named = [Player(ADA, "Zoe", "123456"), Player(BEN, "Yan", "654321")]
    digests |= {Table.create(definition, named, seed="S").digest}
    assert len(digests) == 1


def test_the_same_moves_give_the_same_digests_in_every_mode_and_process(tally):
    script = (
        "import sys; from aurum_states import Table, load_game;"
        f"t = Table.create(load_game(sys.argv[1]), 2, seed='S', mode=sys.argv[2]); t.act({ADA}, 'actRoll');"
        f"t.act({ADA}, 'actTake', {{'number': 5}}); t.act({BEN}, 'actDraw'); print(t.digest)"
    )
    for hashing, mode in (("0", "full"), ("1", "paranoid"), ("2", "simulation")):
        done = subprocess.run(
            [sys.executable, "-c", script, str(tally.folder), mode],
            check=True, capture_output=True, text=True, env={"PYTHONPATH": ".", "PYTHONHASHSEED": hashing},
        )  # fmt: skip
        assert done.stdout.strip() == GOLDEN[-1]


# -- snapshots --------------------------------------------------------------------------------------------


def played(tally, **more) -> Table:
    table = Table.create(tally, 2, seed="S", options={100: 2}, preferences={BEN: {100: 2}},
                         settings={"kind": "x"}, **more)  # fmt: skip
    for request in ((ADA, "actRoll"), (ADA, "actTake", {"number": 5}), (BEN, "actDraw"), (ADA, "actRoll")):
        table.act(*request)
    return table


REST = (
    (ADA, "actTake", {"number": 2}),
    (BEN, "actRoll"),
    (BEN, "actDraw"),
    (ADA, "actDraw"),
    (BEN, "actStop"),
)


@pytest.mark.parametrize("mode", ["full", "paranoid", "simulation"])
def test_a_restored_table_goes_on_to_the_same_digests(tally, mode):
    table = played(tally)
    snapshot = table.snapshot()
    again = Table.restore(tally, json.loads(json.dumps(snapshot)), mode=mode)
    assert json.loads(json.dumps(snapshot)) == snapshot
    assert list(again.snapshot()) == list(snapshot)
    assert facts(again) == facts(table)
    assert again.setup.options == {100: 2}
    assert again.setup.preference(BEN, 100) == 2
    assert again.setup.settings == {"speed": 1, "kind": "x"}
    assert again.moves_made == 4
    for request in REST:
        one, other = table.act(*request), again.act(*request)
        assert mode == "simulation" or one == other
        assert table.digest == again.digest
    assert again.is_over
    assert Table.restore(tally, again.snapshot()).is_over


def test_every_moment_of_a_game_can_be_restored(tally):
    table = Table.create(tally, 3, seed="T")
    for _ in range(8):
        player = table.active_players[0]
        again = Table.restore(tally, table.snapshot())
        assert facts(again) == facts(table)
        assert again.opening == again.opening
        number = table.legal_moves(player)["actTake"][0]
        assert again.act(player, "actTake", {"number": number}) == table.act(
            player, "actTake", {"number": number}
        )


def test_a_snapshot_is_a_copy(tally):
    table = played(tally)
    snapshot = table.snapshot()
    kept = copy.deepcopy(snapshot)
    snapshot["state"]["pile"].clear()
    snapshot["core"]["score"]["values"].clear()
    assert table.snapshot() == kept
    again = Table.restore(tally, kept)
    again.act(*REST[0])
    assert kept == table.snapshot()


def test_a_restored_table_records_as_the_first_one_does(tally):
    from aurum_states.engine.record import encode_line

    lines: list[list[bytes]] = [[], []]
    table = played(tally, recorder=lambda *made: lines[0].extend(map(encode_line, made)))
    again = Table.restore(
        tally, table.snapshot(), recorder=lambda *made: lines[1].extend(map(encode_line, made))
    )
    for request in REST:
        table.act(*request)
        again.act(*request)
    assert lines[0][4:] == lines[1]


def test_a_snapshot_goes_on_in_another_process(tally, tmp_path):
    table = played(tally)
    (tmp_path / "table.json").write_text(json.dumps(table.snapshot()))
    script = (
        "import json, sys; from aurum_states import Table, load_game;"
        "t = Table.restore(load_game(sys.argv[1]), json.load(open(sys.argv[2])));"
        f"digests = [t.act(*request).digest for request in {REST!r}]; print(json.dumps([digests, t.snapshot()]))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore::ResourceWarning", "-c", script, str(tally.folder),
         str(tmp_path / "table.json")],
        check=True, capture_output=True, text=True, env={"PYTHONPATH": ".", "PYTHONHASHSEED": "7"},
    )  # fmt: skip
    digests, snapshot = json.loads(done.stdout)
    assert digests == [table.act(*request).digest for request in REST]
    assert snapshot == json.loads(json.dumps(table.snapshot()))


def refusal(definition, snapshot) -> tuple[str, ...]:
    with pytest.raises(SetupError) as caught:
        Table.restore(definition, snapshot)
    assert str(caught.value) == "\n".join(caught.value.reasons)
    return caught.value.reasons


def test_a_snapshot_of_something_else_is_refused_with_every_reason(tally):
    snapshot = played(tally).snapshot()
    assert refusal(tally, {}) == ("this is no snapshot: its format is None, not 'aurum-states-snapshot'",)
    assert refusal(tally, {**snapshot, "format": "aurum-states-replay"}) == (
        "this is no snapshot: its format is 'aurum-states-replay', not 'aurum-states-snapshot'",
    )
    assert refusal(tally, {**snapshot, "version": 2, "game": "aurum", "rules": "7"}) == (
        "snapshot version 2 is not 1, the one this program reads",
        "the snapshot is of the game 'aurum', not 'tally'",
        "the snapshot is of rules '7'; the game runs 1",
    )
    for nothing in ([], None, "x", 5):
        assert "no snapshot" in refusal(tally, nothing)[0]


def test_a_snapshot_of_older_rules_is_taken_by_a_game_that_runs_them(games):
    from aurum_states import load_game

    old = load_game(write_tally(games))
    new = load_game(write_tally(games, rules="2", runs_rules=["1"]))
    snapshot = played(old).snapshot()
    assert Table.restore(new, snapshot).digest == snapshot["digest"]
    assert "rules '2'; the game runs 1" in refusal(old, {**snapshot, "rules": "2"})[0]


def changed(snapshot, *path_and_value):
    made = copy.deepcopy(snapshot)
    *path, last, value = path_and_value
    place = made
    for key in path:
        place = place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return made


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (("state", "pile", [1]), "the snapshot has been changed: its digest says "),
        (("state", "pile", 0, 99), "the snapshot has been changed"),
        (("state", "hands", str(ADA), [5, 5]), "the snapshot has been changed"),
        (("core", "active", ADA + 1), "the snapshot has been changed"),
        (("core", "drawn", 1), "the snapshot has been changed"),
        (("core", "move", 7), "the snapshot has been changed"),
        (("core", "score", "values", str(ADA), 500), "the snapshot has been changed"),
        (("digest", "0" * 16), "the snapshot has been changed: its digest says 0000000000000000, not "),
        (("digest", None), "the snapshot has been changed: its digest says None"),
        (("state", "pile", "x"), "the snapshot's state cannot be read: "),
        (("state", "pile", None), "the snapshot's state cannot be read: "),
        (("state", "total", 5), "the snapshot's state cannot be read: "),
        (("state", None), "the snapshot's state cannot be read: "),
        (("core", None), "the snapshot's state cannot be read: "),
        (("core", "state", "nowhere"), "the snapshot's state cannot be read: "),
        (("core", "state", "next"), "the snapshot's state cannot be read: "),
        (("core", "score", "x"), "the snapshot's state cannot be read: "),
        (("fixed", "cards", [5]), "the snapshot's state cannot be read: "),
        (("fixed", {"total": [1]}), "the snapshot's state cannot be read: "),
        (("fixed", "cards", "type_arg", 0, 77), "the snapshot"),
        (("fixed", {}), "the snapshot"),
        (("fixed", "carts", {}), "fixed has carts, no parts of the state"),
        (("players", None), "the key 'players' is missing"),
        (("players", []), "tally is played by 2 or 3 players, not 0"),
        (("players", [1]), "a value has the wrong type"),
        (("options", {"100": 9}), "option 100 (Variant) has no value 9; its values: 1 (Off), 2 (On)"),
        (("options", {"x": 1}), "a value has the wrong type"),
        (("settings", {"speed": "x"}), "setting speed: must be a whole number"),
        (("seed", ""), "the seed is empty"),
    ],
)
def test_a_snapshot_that_was_changed_is_refused(tally, path, reason):
    snapshot = played(tally).snapshot()
    reasons = refusal(tally, changed(snapshot, *path))
    assert any(reason in one for one in reasons), reasons


def test_a_snapshot_of_another_shape_of_state_is_refused(games):
    from aurum_states import load_game

    snapshot = played(load_game(write_tally(games))).snapshot()
    other = games.load(TALLY_STATES, TALLY_CODE.replace("pile: list[int]", "pile: list[str]"), name="tally",
                       game_class="Tally", players=[2, 3])  # fmt: skip
    assert refusal(other, {**snapshot, "options": {}, "preferences": {}, "settings": {}})
