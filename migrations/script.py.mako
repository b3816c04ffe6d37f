<%! from factcheck import __version__ %>\
"""${message}"""

from alembic import op
% if imports:
${imports}
% endif

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    """Do what the site decided."""
    op.require_extension(${repr(__version__)})
    ${upgrades if upgrades != "pass" else ""}


def downgrade() -> None:
    """Take back what the upgrade did, the last first."""
    ${downgrades}
