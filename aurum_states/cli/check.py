"""``aurum-states check``: what is wrong with games and their files, found without running them."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aurum_states.checks.reporters import FORMATS, render, summary
from aurum_states.cli.arguments import quiet_option
from aurum_states.cli.output import CannotError, Exit, complain, note

if TYPE_CHECKING:
    from aurum_states.checks.choice import Choice
    from aurum_states.checks.fixing import FixedFile
    from aurum_states.checks.run import Checked
    from aurum_states.checks.subject import Rule

_PASSES = 5
"""How often files are fixed and read again: a fix can bring the next problem to light."""

EPILOG = """\b
Examples:
  aurum-states check
  aurum-states check stones other/config/states.yaml --format github
  aurum-states check --fix --diff | less
  aurum-states check --space
  aurum-states explain state.target.unknown

A comment `# aurum-states: ignore CODE` on the line or the line above silences a problem; a table
[tool.aurum-states] in pyproject.toml has select, ignore (lists of codes) and strict.

Exit codes: 0 no errors (with --strict: no warnings either); 1 there are some; 2 a path means nothing or
cannot be read.
"""


@click.command(epilog=EPILOG)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="Form of the result.",
)
@click.option(
    "--select", multiple=True, metavar="CODE-PREFIX", help="Report these codes only; several by comma."
)
@click.option(
    "--ignore", multiple=True, metavar="CODE-PREFIX", help="Leave these codes out; several by comma."
)
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
@click.option("--fix", is_flag=True, help="Write the safe fixes into the files, and report what is left.")
@click.option("--diff", is_flag=True, help="Print what --fix would change, and write nothing.")
@click.option(
    "--space",
    is_flag=True,
    help="Ask everything about what options allow together, also what takes long; needs the extra space.",
)
@quiet_option("Print the problems only, no summary.")
def command(
    paths: tuple[Path, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    fix: bool,
    diff: bool,
    space: bool,
    quiet: bool,
) -> int:
    """Check game folders and files of games: all problems, with their lines.

    PATH is a game folder, a states.yaml, or a gameinfos, gameoptions, gamepreferences or stats file; without
    one the current folder if it is a game, else Aurum. The game's class is read and never run.
    """
    rules = _rules(space=space)
    checked = _run(paths, _choice(select, ignore, strict), rules, form, fix=fix, diff=diff, quiet=quiet)
    complain(f"error: {error}" for error in checked.errors)
    if checked.errors:
        return Exit.CANNOT
    return Exit.BAD if checked.failed else Exit.DONE


def _run(
    paths: tuple[Path, ...],
    choice: "Choice",
    rules: "Sequence[Rule]",
    form: str,
    *,
    fix: bool,
    diff: bool,
    quiet: bool,
) -> "Checked":
    """Check, fix what is to be fixed, and report; return what was found."""
    from aurum_states.checks.run import check

    checked = check(paths, choice, rules=rules)
    if diff:
        for file in _fixes(checked, quiet=quiet):
            click.echo(file.diff().encode("utf-8", "backslashreplace"), nl=False)
    else:
        if fix:
            checked = _fix(paths, choice, rules, checked, quiet=quiet)
        _report(form, checked)
    if not quiet:
        _tell(form, checked)
    return checked


def _rules(*, space: bool) -> "Sequence[Rule]":
    """Return the rules to apply; raises CannotError where some need what is not installed."""
    from aurum_states.checks.rules import RULES, SPACE_RULES
    from aurum_states.space.solver import MISSING, has_solver

    if space and not has_solver():
        raise CannotError([f"error: --space asks a solver, and {MISSING}"])
    return SPACE_RULES if space else RULES


def _choice(select: tuple[str, ...], ignore: tuple[str, ...], strict: bool) -> "Choice":
    from aurum_states.checks.choice import Choice, check_codes

    selected, ignored = (
        tuple(code.strip() for each in given for code in each.split(",") if code.strip())
        for given in (select, ignore)
    )
    if selected or ignored:
        check_codes(selected, "--select")
        check_codes(ignored, "--ignore")
    return Choice(selected, ignored, strict)


def _report(form: str, checked: "Checked") -> None:
    """Write the result to standard output; a file's name that is no text must not stop it."""
    if form != "text":
        click.echo(render(form, checked).encode("utf-8", "backslashreplace"), nl=False)
        return
    from aurum_states.checks.reporters.text import render as render_text

    width = 0
    if sys.stdout.isatty():
        import shutil

        width = shutil.get_terminal_size().columns
    text = render_text(checked, width=width, colours=bool(width) and "NO_COLOR" not in os.environ)
    click.echo(text.encode(sys.stdout.encoding or "utf-8", "backslashreplace"), nl=False)


def _tell(form: str, checked: "Checked") -> None:
    """Say on standard error how it went, and what was not checked."""
    sys.stdout.flush()
    for text in checked.notes:
        note(text)
    if form == "text" and (checked.files or not checked.errors):
        note(summary(checked))


def _fixes(checked: "Checked", *, quiet: bool) -> "list[FixedFile]":
    """Return the files that fixes would change; say of those that must be left alone why."""
    from aurum_states.checks.fixing import fixed_files

    sources = {file: document.source for file, document in checked.documents.items()}
    files = fixed_files(checked.problems, sources)
    for file in files:
        if file.refused and not quiet:
            note(f"{file.file}: not fixed: {file.refused}")
    return [file for file in files if not file.refused]


def _fix(
    paths: tuple[Path, ...], choice: "Choice", rules: "Sequence[Rule]", checked: "Checked", *, quiet: bool
) -> "Checked":
    """Fix files until nothing is left to fix; return what is then found."""
    from aurum_states.checks.run import check

    for _ in range(_PASSES):
        files = _fixes(checked, quiet=quiet)
        if not files:
            return checked
        for file in files:
            try:
                file.write()
            except OSError as error:
                raise CannotError([f"error: {file.file}: not fixed: {error.strerror or error}"]) from error
            if not quiet:
                fixed = len(file.titles)
                note(f"{file.file}: fixed {fixed} problem{'' if fixed == 1 else 's'}")
        checked = check(paths, choice, rules=rules)
    return checked
