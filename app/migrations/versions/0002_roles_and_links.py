"""Roles, one-time links and the record of who did what; sessions know when they were last used."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("erased_at", sa.DateTime(), nullable=True))

    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("last_seen_at", sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column("browser", sa.String(length=40), nullable=True))
    op.execute("UPDATE sessions SET last_seen_at = created_at, browser = 'Another program'")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.alter_column("last_seen_at", existing_type=sa.DateTime(), nullable=False)
        batch_op.alter_column("browser", existing_type=sa.String(length=40), nullable=False)

    op.create_table(
        "site_roles",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["accounts.person_id"],
            name=op.f("fk_site_roles_person_id_accounts"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("person_id", "role", name=op.f("pk_site_roles")),
    )
    op.create_table(
        "one_time_links",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=True),
        sa.Column("role", sa.String(length=20), nullable=True),
        sa.Column("made_by", sa.String(length=32), nullable=True),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["made_by"], ["people.id"], name=op.f("fk_one_time_links_made_by_people")
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["accounts.person_id"],
            name=op.f("fk_one_time_links_person_id_accounts"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_one_time_links")),
    )
    with op.batch_alter_table("one_time_links", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_one_time_links_person_id"), ["person_id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_one_time_links_purpose"), ["purpose"], unique=False)

    op.create_table(
        "audit_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("by_person", sa.String(length=32), nullable=True),
        sa.Column("about_person", sa.String(length=32), nullable=True),
        sa.Column("role", sa.String(length=20), nullable=True),
        sa.ForeignKeyConstraint(
            ["about_person"], ["people.id"], name=op.f("fk_audit_events_about_person_people")
        ),
        sa.ForeignKeyConstraint(
            ["by_person"], ["people.id"], name=op.f("fk_audit_events_by_person_people")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_events")),
    )
    with op.batch_alter_table("audit_events", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_audit_events_about_person"), ["about_person"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_audit_events_at"), ["at"], unique=False)
        batch_op.create_index(batch_op.f("ix_audit_events_by_person"), ["by_person"], unique=False)
