"""The types of notifications that BGA's own pages listen to: a game gives its own types other names."""

FRAMEWORK_TYPES = frozenset(
    {
        # states and turns
        "gameStateChange", "gameStateChangePrivateArg", "gameStateMultipleActiveUpdate", "newActivePlayer",
        "newPrivateState", "yourturnack", "skipTurnOfPlayer", "skipTurnOfPlayerWarning", "wouldlikethink",
        # clocks
        "clockalert", "updateReflexionTime", "switchToTurnbased",
        # players and the table
        "playerstatus", "playerEliminated", "playerConcedeGame", "banFromTable", "tableInfosChanged",
        "tableDecision", "infomsg", "updateSpectatorList", "resultsAvailable", "gameResultNeutralized",
        # zombies and computer players
        "zombieBack", "zombieModeFail", "zombieModeFailWarning", "allPlayersAreZombie", "aiError",
        "aiPlayerWaitingDelay",
        # undo, replays, tutorials
        "undoRestorePoint", "resetInterfaceWithAllDatas", "archivewaitingdelay", "end_archivewaitingdelay",
        "replaywaitingdelay", "end_replaywaitingdelay", "replayinitialwaitingdelay",
        "end_replayinitialwaitingdelay", "replay_has_ended", "showTutorial", "showCursor", "showCursorClick",
    }
)  # fmt: skip
"""No game may send these. ``message``, ``tableWindow`` and ``simplePause`` are BGA's and free to use."""
