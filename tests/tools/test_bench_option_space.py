"""The options whose space is measured hang together and are as many as they say."""

from aurum_states.space.page_graph import groups_of, size_of
from tools.benchmarks import figures, option_space


def test_the_options_have_more_combinations_than_could_be_listed():
    options = option_space.options_of(0)
    assert size_of(options, options) > 10**18
    assert max(map(len, groups_of(options))) > 20


def test_everything_is_asked():
    (figure,) = figures.measure_option_space(1, lambda text: None)
    assert figure.measured is not None
    assert figure.measured.median > 0
