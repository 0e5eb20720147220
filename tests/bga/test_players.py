"""Players: their table, order, colours by preference, elimination, extra time (framework: Players)."""

import pytest

from aurum_states import Player, Table
from aurum_states.engine.colors import by_preference
from aurum_states.errors import GameError, SetupError
from tests.bga.scripted import CODE, NEXT, STATES, do, path, script, told
from tests.engine.small_games import ADA, BEN, CLEO, facts

RED, GREEN, BLUE, ORANGE = "ff0000", "008000", "0000ff", "ffa500"


@pytest.fixture
def table(games) -> Table:
    table = games.table(STATES, CODE, 3)
    script(table, auto=NEXT)
    return table


# -- the player table -----------------------------------------------------------------------------------------


def test_the_player_table_has_bgas_columns_in_seating_order(table):
    rows = table._game.load_players_basic_infos()
    assert [*rows] == [ADA, BEN, CLEO]
    assert rows[BEN] == {
        "player_id": BEN, "player_name": "Ben", "player_no": 2, "player_avatar": "", "player_color": GREEN,
        "player_canal": "", "player_is_admin": 0, "player_zombie": 0, "player_eliminated": 0,
        "player_next_notif_no": 1, "player_enter_game": 1, "player_ai": 0, "player_beginner": 0, "concede": 0,
    }  # fmt: skip
    assert rows[ADA]["player_is_admin"] == 1
    table.quit(BEN)
    table.concede(CLEO)
    rows = table._game.load_players_basic_infos()
    assert [row["player_zombie"] for row in rows.values()] == [0, 1, 1]
    assert [row["concede"] for row in rows.values()] == [0, 0, 1]


def test_who_sits_next_to_whom(table):
    game = table._game
    assert game.get_next_player_table() == {0: ADA, ADA: BEN, BEN: CLEO, CLEO: ADA}
    assert game.get_prev_player_table() == {ADA: CLEO, BEN: ADA, CLEO: BEN}
    assert game.create_next_player_table([CLEO, ADA]) == {CLEO: ADA, ADA: CLEO}
    assert game.create_next_player_table([CLEO, ADA, BEN], loop=False) == {CLEO: ADA, ADA: BEN, BEN: None}
    assert game.create_next_player_table([]) == {}
    assert [game.player_id_by_no(number) for number in (1, 2, 3)] == [ADA, BEN, CLEO]
    for wrong in (0, 4, -1):
        with pytest.raises(GameError, match=f"no player number {wrong}: they are 1 to 3"):
            game.player_id_by_no(wrong)
    for wrong in ([ADA, 7], [ADA, ADA]):
        with pytest.raises(GameError, match="are not players of this table, each once"):
            game.create_next_player_table(wrong)


# -- elimination ----------------------------------------------------------------------------------------------


def test_an_active_player_cannot_be_eliminated(table):
    before = facts(table)
    with pytest.raises(GameError, match="^Can't eliminate an active player: Ada is active in 'one'"):
        do(table, f"self.eliminate_player({ADA})")
    with pytest.raises(GameError, match="^Try to eliminate a player that is not playing at this table: 7 "):
        do(table, "self.eliminate_player(7)")
    assert facts(table) == before


def test_elimination_is_told_once(table):
    script(table, auto=f"self.eliminate_player({CLEO}); self.eliminate_player({CLEO}); " + NEXT)
    result = do(table, "'auto'")
    [said] = told(result, "playerEliminated")
    assert said == {"player_name": "Cleo", "player_id": CLEO, "who_quits": CLEO}
    assert (table.eliminated, table.active_players) == ((CLEO,), [BEN])
    view = table.view_for(None)["players"]
    assert [view[player]["eliminated"] for player in (ADA, BEN, CLEO)] == [0, 0, 1]
    assert not table.is_over


def test_the_game_ends_when_the_last_player_is_eliminated(table):
    """At most one was left before the call: the one before the last does not end it."""
    both = f"self.eliminate_player({BEN}); self.eliminate_player({CLEO}); "
    script(table, auto=both + f"g.change_active_player({ADA}); 'one'")
    do(table, "'auto'")
    assert not table.is_over
    script(table, auto=f"self.eliminate_player({ADA}); 'one'")
    result = do(table, "'auto'")
    assert table.is_over
    assert path(result) == ["auto", None]


def test_in_the_game_of_one_too(games):
    table = games.table(STATES, CODE, 1)
    script(table, auto=f"self.eliminate_player({ADA})")
    do(table, "'auto'")
    assert table.is_over


# -- extra time -----------------------------------------------------------------------------------------------


def test_extra_time_fills_up_to_what_everybody_began_with(table):
    do(table, f"self.give_extra_time({ADA}); self.give_extra_time({BEN}, 500)")
    assert (table.time_left(ADA), table.time_left(BEN)) == (180, 180)
    table.take_time(ADA, 100)
    do(table, f"self.give_extra_time({ADA}); None")
    assert table.time_left(ADA) == 110
    do(table, f"self.give_extra_time({ADA}, 7); None")
    assert table.time_left(ADA) == 117
    assert table.snapshot()["clocks"] == {"left": [117, 180, 180], "bonuses": [3, 1, 0]}


def test_extra_time_is_what_gameinfos_says_and_twice_that_for_beginners(games):
    players = [Player(1, "A", RED), Player(2, "B", BLUE, beginner=True)]
    definition = games.load(STATES, CODE, medium_additional_time=25)
    table = Table.create(definition, players, seed="S", options={200: 1})
    for player in (1, 2):
        table.take_time(player, 100)
        do(table, f"self.give_extra_time({player})")
    assert (table.time_left(1), table.time_left(2)) == (105, 130)
    assert table._game.load_players_basic_infos()[2]["player_beginner"] == 1


@pytest.mark.parametrize(("speed", "given"), [(0, 30), (1, 40), (2, 50), (9, 0), (10, 0), (20, 0), (21, 0)])
def test_how_much_goes_by_the_speed_of_the_table(games, speed, given):
    table = Table.create(games.load(STATES, CODE), 2, seed="S", options={200: speed})
    table.take_time(ADA, 100)
    do(table, f"self.give_extra_time({ADA})")
    assert table.time_left(ADA) == 80 + given


def test_time_is_rolled_back_and_never_digested(table):
    table.take_time(ADA, 100)
    digest = table.digest
    with pytest.raises(GameError):
        do(table, f"self.give_extra_time({ADA}); 1 / 0")
    assert (table.time_left(ADA), table.digest) == (80, digest)
    twin = Table.restore(table.definition, table.snapshot())
    do(table, f"self.give_extra_time({ADA})")
    do(twin, "None")
    assert (table.time_left(ADA), twin.time_left(ADA)) == (110, 80)
    assert table.digest == twin.digest


def test_nobody_else_has_a_clock(table):
    with pytest.raises(GameError, match="no player 7 at this table has a clock"):
        do(table, "self.give_extra_time(7)")


# -- colours --------------------------------------------------------------------------------------------------


def colors(preferences: list[list[str]], given=(RED, GREEN, BLUE, ORANGE), pairings=None, reverse=False):
    players = [Player(number, "", "", tuple(liked)) for number, liked in enumerate(preferences, 1)]
    shuffle = list.reverse if reverse else lambda players: None
    return list(by_preference(players, given, pairings or {}, shuffle).values())


@pytest.mark.parametrize(
    ("preferences", "more", "expected"),
    [
        ([[], [], []], {}, [RED, GREEN, BLUE]),
        ([[], [RED], []], {}, [GREEN, RED, BLUE]),
        ([[BLUE], [BLUE, GREEN], []], {}, [BLUE, GREEN, RED]),
        ([[], [BLUE], [BLUE]], {}, [RED, BLUE, GREEN]),
        ([[], [BLUE], [BLUE]], {"reverse": True}, [RED, GREEN, BLUE]),
        ([[BLUE], [], [BLUE]], {"reverse": True}, [BLUE, RED, GREEN]),
        ([["fe0102"], [], []], {}, [RED, GREEN, BLUE]),
        ([["ffa600", RED], [], []], {}, [ORANGE, RED, GREEN]),
        ([["e94190", ORANGE], [], []], {"given": (GREEN, ORANGE, BLUE)}, [ORANGE, GREEN, BLUE]),
        ([["000000"], [], []], {"pairings": {"000000": ORANGE}}, [ORANGE, RED, GREEN]),
        ([["000000", RED], [], []], {"pairings": {"000000": "123456"}}, [RED, GREEN, BLUE]),
        ([[BLUE], [RED], []], {"given": (RED,)}, [RED, "000000", "000000"]),
    ],
)
def test_colours_go_by_preference(preferences, more, expected):
    """The opener first, the others in random order; the rest take what is left, in the order of the list."""
    given = colors(preferences, **more)
    assert sorted(given) == sorted(expected)
    assert given == expected


WITH_COLORS = CODE.replace(
    "        return SmallState()\n",
    "        self.reattribute_colors_based_on_preferences()\n        return SmallState()\n",
    1,
)


def test_a_game_gives_out_colours_when_it_is_set_up(games):
    players = [Player(1, "A", RED), Player(2, "B", GREEN, (BLUE, RED)), Player(3, "C", BLUE, (BLUE,))]
    definition = games.load(STATES, WITH_COLORS)
    seen = set()
    for seed in "ABCDEFGH":
        table = Table.create(definition, players, seed=seed)
        given = tuple(table.view_for(None)["players"][player.id]["color"] for player in players)
        assert given == tuple(table._game.player_info(player.id).color for player in players)
        assert given == tuple(row["player_color"] for row in table._game.load_players_basic_infos().values())
        again = Table.restore(definition, table.snapshot())
        assert facts(again) == facts(table)
        seen.add(given)
    assert {given.index(BLUE) for given in seen} == {1, 2}  # chance says who of the two comes first


def test_a_game_may_have_its_own_colours_for_bgas(games):
    code = WITH_COLORS + "\n    def get_specific_color_pairings(self):\n        return {'ff0000': 'aa1111'}\n"
    definition = games.load(STATES, code, player_colors=["22bb22", "aa1111", "ff0000"])
    players = [Player(1, "A", "22bb22", (RED,)), Player(2, "B", "aa1111"), Player(3, "C", "ff0000")]
    table = Table.create(definition, players, seed="S")
    assert [table._game.player_info(number).color for number in (1, 2, 3)] == ["aa1111", "22bb22", "ff0000"]


def test_without_preferences_colours_stay_and_nothing_is_drawn(games):
    table = Table.create(games.load(STATES, WITH_COLORS), 3, seed="S")
    plain = Table.create(games.load(STATES, CODE), 3, seed="S")
    assert table.digest == plain.digest


def test_a_preferred_colour_must_be_one(games):
    definition = games.load(STATES, CODE)
    with pytest.raises(
        SetupError, match="^B: a preferred colour must be six hexadecimal digits .*, not 'red'$"
    ):
        Table.create(definition, [Player(1, "A", RED), Player(2, "B", BLUE, ("red",))], seed="S")
