"""Operations on settings: the values that the site decided on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from alembic.operations import Operations

from factcheck.errors.catalogue.migrations import setting_not_known
from factcheck.migrations.pairs import SetUp, TakeBack
from factcheck.migrations.records import State, Subject, raising
from factcheck.sqltext import literal

SETTING_STATES = """
SELECT v.name AS object, jsonb_build_object('value', v.value) AS state FROM factcheck.setting_value v
"""
"""The settings that have another value than their default."""

_LOOK = f"""
    IF to_regclass('factcheck.setting_value') IS NOT NULL THEN -- else the extension is gone, and its settings with it
        SELECT s.state INTO present FROM ({SETTING_STATES}) AS s WHERE s.object = site_object;
    END IF;"""

_APPLY = f"""
    IF wanted IS DISTINCT FROM present THEN
        UPDATE factcheck.setting SET value = (wanted->>'value')::double precision WHERE name = site_object;
        IF NOT FOUND THEN
            {raising(setting_not_known("%1$s"), "site_object")}
        END IF;
    END IF;"""


@Operations.register_operation("set_setting")
@dataclass(frozen=True)
class SetSetting(SetUp):
    """Give a setting a value."""

    operation_name: ClassVar[str] = "set_setting"
    name: str
    value: float

    @classmethod
    def set_setting(cls, operations: Operations, name: str, value: float) -> None:
        """Give a setting a value; ``op.reset_setting`` is the reverse."""
        operations.invoke(cls(name, value))

    def state(self) -> State:
        """Return the setting's value."""
        return {"value": self.value}

    def subject(self) -> Subject:
        """Return what is set up."""
        return _setting(self.name)

    def reverse(self) -> ResetSetting:
        """Return the operation that takes this one back."""
        return ResetSetting(self.name, self)


@Operations.register_operation("reset_setting")
@dataclass(frozen=True)
class ResetSetting(TakeBack):
    """Take back what ``set_setting`` did; a value that no migration gave goes back to the default."""

    operation_name: ClassVar[str] = "reset_setting"
    name: str
    was: SetSetting | None = field(default=None, repr=False)

    @classmethod
    def reset_setting(cls, operations: Operations, name: str) -> None:
        """Take back what ``op.set_setting`` did; a value that no migration gave goes back to the default."""
        operations.invoke(cls(name))

    def subject(self) -> Subject:
        """Return what is taken back."""
        return _setting(self.name)


def _setting(name: str) -> Subject:
    return Subject("setting", literal(name), "NULL", _LOOK, _APPLY)
