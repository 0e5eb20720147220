"""Files as git keeps them, by git's own way of naming them: ``HEAD~2:config/states.yaml``."""

import os
import shutil
import subprocess

from aurum_states.cli.output import CannotError


def kept(name: str) -> bytes | None:
    """Return the content of ``REVISION:PATH``, or None when that is a folder.

    The path counts from the root of the repository, or from here when it begins with ``./``; without a
    revision it is what is staged. Nothing that a repository configures (filters, converters) runs.

    Raises:
        CannotError: there is no git, no repository or nothing of that name; in git's words.
    """
    program = shutil.which("git")
    if program is None:
        raise CannotError([f"error: {name} is no file here, and git, which may know it, is not installed"])
    if name.startswith("-"):
        raise CannotError([f"error: {name} is no file; git's form is REVISION:PATH"])
    kind = _git(program, name, "-t").strip()
    return None if kind == b"tree" else _git(program, name, "blob")


def _git(program: str, name: str, form: str) -> bytes:
    done = subprocess.run(  # noqa: S603 - git, and a name that is no option
        [program, "cat-file", form, name], capture_output=True, check=False, env=os.environ | {"LC_ALL": "C"}
    )
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        raise CannotError([f"error: {name} is no file here, and git says: {said}"])
    return done.stdout
