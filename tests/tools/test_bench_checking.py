"""The graphs whose check is measured are whole and grow as they say."""

import subprocess

from aurum_states.definitions.document import Reading
from aurum_states.definitions.graph_reader import read_graph
from aurum_states.definitions.yaml_source import parse_yaml
from aurum_states.problems import Report
from tools.benchmarks import checking


def test_each_state_has_five_transitions():
    document = parse_yaml(checking.graph_text(200), "states.yaml", report := Report())
    graph = read_graph(Reading(document, report))
    assert report.problems == []
    assert len(graph) == 202
    assert len(graph.transitions()) == 1001  # and that of gameSetup


def test_nothing_is_found_in_it(tmp_path):
    assert checking.checked(tmp_path, 120)() == 120
    assert all(timing() > 0 for timing in checking.candidates(tmp_path, (110, 220)).values())


def test_options_have_the_problems_that_are_measured(tmp_path):
    assert checking.options_checked(tmp_path)() == 1
    assert checking.options_checked(tmp_path, wrong=checking.WRONG)() == 1
    assert all(timing() > 0 for timing in checking.options_candidates(tmp_path).values())


def test_the_measured_command_works():
    assert subprocess.run(checking.CHECK).returncode == 0
