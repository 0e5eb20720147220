"""A fork stands where the table does and goes on by itself."""

from aurum_states import Table, load_game
from aurum_states.simulate.agents import RandomAgent, play_out


def test_a_fork_and_its_table_go_on_to_the_same_end_by_the_same_moves():
    table = Table.create(load_game("aurum"), 3, seed="S")
    agent = RandomAgent("first")
    for _ in range(20):
        player = table.active_players[0]
        table.apply(player, *agent.choose(table, player))
    fork = table.fork()
    assert (fork.digest, fork.state, fork.moves_made) == (table.digest, table.state, 20)
    assert fork.view_for(None) == table.view_for(None)
    digests = []
    for one in (fork, table):
        chooser = RandomAgent("rest")
        played = play_out(one, {player.id: chooser for player in one.players})
        digests.append((played.digest, played.moves_made, played.ranking()))
    assert digests[0] == digests[1]


def test_what_a_fork_does_changes_nothing_and_is_not_recorded():
    lines: list[object] = []
    table = Table.create(load_game("aurum"), 3, seed="S", recorder=lines.append)
    before = table.digest, table.snapshot()
    fork = table.fork()
    player = fork.active_players[0]
    fork.apply(player, *RandomAgent("S").choose(fork, player))
    assert fork.digest != table.digest
    assert (table.digest, table.snapshot()) == before
    assert lines == []
