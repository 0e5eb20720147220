"""All rules, in the order in which they run. A new rule module is added here."""

from aurum_states.checks import (
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
    *notify_rules.RULES,
    *handler_class.RULES,  # last: it reports what is wrong with the files that the others read
)
