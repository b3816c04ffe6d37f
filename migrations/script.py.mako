"""${message}"""

from __future__ import annotations

from site_operations import add_table, create_role, require_extension, take_back

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    require_extension("0.1.0")
    ${upgrades if upgrades else "..."}


def downgrade() -> None:
    take_back(revision)
