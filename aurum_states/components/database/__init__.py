"""``self.db``: a game's data in SQL tables, as ports of BGA games keep it. Needs the extra ``sql``."""

from aurum_states.components.database.errors import DatabaseError, SchemaError
from aurum_states.components.database.part import Database, DbKey, DbRow

__all__ = ["Database", "DatabaseError", "DbKey", "DbRow", "SchemaError"]
