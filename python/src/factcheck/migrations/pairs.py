"""Operations that come in pairs: one sets something up, the other takes that back."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path

from factcheck.migrations.operation import SiteOperation
from factcheck.migrations.records import State, Subject, change


class SetUp(SiteOperation):
    """An operation that brings its subject to a state."""

    @abstractmethod
    def subject(self) -> Subject:
        """Return what is set up."""

    @abstractmethod
    def state(self) -> State:
        """Return the state that the subject is brought to."""

    def statement(self, folder: Path) -> str:  # noqa: ARG002
        """Return the statement that brings the subject to the state."""
        return change(self.subject(), self.state())


class TakeBack(SiteOperation):
    """An operation that takes back what a ``SetUp`` did; ``was`` is that one, where it is known."""

    was: SiteOperation | None

    @abstractmethod
    def subject(self) -> Subject:
        """Return what is taken back."""

    def statement(self, folder: Path) -> str:  # noqa: ARG002
        """Return the statement that restores what was there before."""
        return change(self.subject(), None)

    def reverse(self) -> SiteOperation:
        """Return the operation that sets the subject up again; raises ``NotImplementedError`` where it is not known."""
        if self.was is None:
            raise NotImplementedError
        return self.was
