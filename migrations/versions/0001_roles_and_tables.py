"""Roles, their rights and the added tables, as the site's file says."""

from __future__ import annotations

from alembic import context
from site_operations import Site, add_table, create_records, create_role, drop_records, require_extension, take_back

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Do what the site's file says."""
    site: Site = context.config.attributes["site"]
    require_extension("0.1.0")
    create_records()
    for level, role in site.roles.items():
        create_role(revision, role, level)
    for table in site.tables:
        readers = [site.roles[level] for level in table.readable_by]
        add_table(revision, table.name, table.columns, table.data_set, readers)


def downgrade() -> None:
    """Take back what the upgrade did, whatever the site's file says by now."""
    take_back(revision)
    drop_records()
