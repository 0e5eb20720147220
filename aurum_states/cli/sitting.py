"""A game at the terminal from its first prompt to its last line, with the advice how to go on."""

from aurum_states.cli.bot_seats import as_option
from aurum_states.cli.interrupts import leave_in_order
from aurum_states.cli.opening import Opened
from aurum_states.cli.output import advised
from aurum_states.cli.screen import Screen
from aurum_states.cli.session import Session
from aurum_states.cli.table_view import show_heading


def sit_down(opened: Opened, game: str | None, *, debug: bool = False, quiet: bool = False) -> None:
    """Play at a table until the game is over. What stops it says how to go on with the recording.

    Raises:
        InputEndedError: nobody answers any more.
        GameError, VisibleSystemException: the game's own code failed.
        RecordingError: the recording could not be written further.
    """
    table, recording = opened.table, opened.recording
    leave_in_order()
    try:
        screen = Screen(getattr(table.definition.game_class, "highlights", {}))
        if not quiet:
            show_heading(table.setup, opened.bots, screen)
        session = Session(table, opened.bots, screen, recording, debug=debug, brief=quiet)
        session.play(resumed=opened.resumed)
    except BaseException as error:
        if recording is not None and recording.running:
            seats = as_option(opened.bots, len(table.players))
            hint = advised("play", *_folder_named(game), "--resume", recording.path, *seats)
            error.add_note(f"recorded so far: {recording.path} (go on with: {hint})")
        raise
    finally:
        if recording is not None:
            recording.close()


def _folder_named(game: str | None) -> list[str]:
    """Return ``game`` where a recording needs to be told it: it names a folder, no registered game."""
    from aurum_states.definitions.registry import registered_names

    return [] if game is None or game in registered_names() else [game]
