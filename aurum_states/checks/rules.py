"""All rules, in the order in which they run. A new rule module is added here."""

from aurum_states.checks import (
    choices_defaults,
    choices_keys,
    choices_names,
    graph_edges,
    graph_private,
    graph_reach,
    handler_args,
    handler_class,
    handler_names,
    handler_outcomes,
    handler_parameters,
    handler_zombie,
    options_conditions,
    options_display,
    options_players,
    preferences_ids,
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
    *handler_names.RULES,
    *handler_parameters.RULES,
    *handler_outcomes.RULES,
    *handler_args.RULES,
    *handler_zombie.RULES,
    *handler_class.RULES,  # last: it reports what is wrong with the files that the others read
)
