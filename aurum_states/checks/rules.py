"""All rules, in the order in which they run. A new rule module is added here."""

from aurum_states.checks import (
    choices_defaults,
    choices_keys,
    choices_names,
    gameinfos_fields,
    gameinfos_ranking,
    graph_edges,
    graph_private,
    graph_reach,
    handler_args,
    handler_class,
    handler_names,
    handler_outcomes,
    handler_parameters,
    handler_zombie,
    notify_rules,
    option_space,
    options_conditions,
    options_display,
    options_in_class,
    options_players,
    players_in_files,
    preferences_ids,
    stats_declared,
    stats_in_class,
    title_text,
)
from aurum_states.checks.subject import Rule

RULES: tuple[Rule, ...] = (
    *graph_edges.RULES,
    *graph_reach.RULES,
    *graph_private.RULES,
    *title_text.RULES,
    *choices_keys.RULES,
    *choices_names.RULES,
    *choices_defaults.RULES,
    *options_conditions.RULES,
    *options_players.RULES,
    *options_display.RULES,
    *preferences_ids.RULES,
    *option_space.RULES,
    *handler_names.RULES,
    *handler_parameters.RULES,
    *handler_outcomes.RULES,
    *handler_args.RULES,
    *handler_zombie.RULES,
    *gameinfos_fields.RULES,
    *gameinfos_ranking.RULES,
    *stats_declared.RULES,
    *players_in_files.RULES,
    *options_in_class.RULES,
    *stats_in_class.RULES,
    *notify_rules.RULES,
    *handler_class.RULES,  # last: it reports what is wrong with the files that the others read
)

SPACE_RULES: tuple[Rule, ...] = tuple(
    option_space.whole if rule is option_space.quick else rule for rule in RULES
)
"""All rules, with every question about the space of options; SolverMissingError without a solver."""
