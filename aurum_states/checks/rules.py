"""All rules, in the order in which they run. A new rule module is added here."""

from aurum_states.checks import (
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
    options_in_class,
    players_in_files,
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
    *handler_class.RULES,  # last: it reports what is wrong with the files that the others read
)
