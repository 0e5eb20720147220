"""``aurum-states schema``: the JSON Schema of a kind of file, for editors and other validators."""

import click

from aurum_states.cli.arguments import quiet_option

EPILOG = """\b
Examples:
  aurum-states schema
  aurum-states schema states > config/states.schema.json
  aurum-states schema gameoptions > gameoptions.schema.json

\b
The first line of a YAML file tells an editor with the YAML language server where its schema lies:
  # yaml-language-server: $schema=states.schema.json
A JSON file says it with a key, which BGA passes over in options, preferences and statistics:
  "$schema": "gameoptions.schema.json"
"""

KINDS = {
    "states": "states.yaml, the state graph",
    "gameoptions": "gameoptions.json, the variants that a table chooses from",
    "gamepreferences": "gamepreferences.json, what each player chooses",
    "stats": "stats.json, the statistics shown after a game",
    "gameinfos": "gameinfos.yaml, the facts about the game",
}
"""Kind -> the file it is for."""


@click.command(epilog=EPILOG)
@click.argument("kind", metavar="[KIND]", required=False, type=click.Choice(list(KINDS)))
@quiet_option("Nothing is left out: the schema is the result.")
def command(kind: str | None, quiet: bool) -> int:  # noqa: ARG001 - every command has -q
    """Print the JSON Schema (draft 2020-12) of a KIND of file; without KIND the kinds there are."""
    from aurum_states.definitions.json_schema import published

    if kind is None:
        width = max(map(len, KINDS))
        click.echo("\n".join(f"{name:{width}}  {file}" for name, file in KINDS.items()))
    else:
        click.echo(published(kind), nl=False)
    return 0
