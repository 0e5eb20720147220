"""All rules, in the order in which they run. A new rule module is added here."""

from aurum_states.checks import graph_edges, graph_private, graph_reach, title_text
from aurum_states.checks.subject import Rule

RULES: tuple[Rule, ...] = (
    *graph_edges.RULES,
    *graph_reach.RULES,
    *graph_private.RULES,
    *title_text.RULES,
)
