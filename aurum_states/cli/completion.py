"""``aurum-states completion``: the script that makes a shell complete commands, options and games."""

import click

from aurum_states.cli.arguments import quiet_option

VARIABLE = "_AURUM_STATES_COMPLETE"

EPILOG = """\b
Examples:
  bash: aurum-states completion bash > ~/.local/share/bash-completion/completions/aurum-states
  zsh:  aurum-states completion zsh > "${fpath[1]}/_aurum-states"
  fish: aurum-states completion fish > ~/.config/fish/completions/aurum-states.fish
"""


@click.command(epilog=EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@quiet_option("Nothing is left out: the script is the result.")
@click.pass_context
def command(ctx: click.Context, shell: str, quiet: bool) -> int:  # noqa: ARG001 - every command has -q
    """Print the script that makes bash, zsh or fish complete commands, options and games."""
    from click.shell_completion import get_completion_class

    made = get_completion_class(shell)
    assert made is not None  # one of click's own
    click.echo(made(ctx.find_root().command, {}, "aurum-states", VARIABLE).source())
    return 0
