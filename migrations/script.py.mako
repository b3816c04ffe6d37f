"""${message}"""

from __future__ import annotations

from site_operations import add_table, create_role, require_extension, take_back  # noqa: F401

revision = "${up_revision}"
down_revision = "${down_revision}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Do what the site decided."""
    require_extension("0.1.0")
    # create_role(revision, "auditors", "reader")
    # add_table(revision, "public.payroll", columns=["month", "amount"], readers=["factcheck_analyst"])


def downgrade() -> None:
    """Take back what the upgrade did."""
    take_back(revision)
