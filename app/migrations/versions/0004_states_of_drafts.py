"""Drafts belong to a class, come from a page and may be set aside; visitors have several."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _drafts()
    _visitor_drafts()


def _drafts() -> None:
    with op.batch_alter_table("drafts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("class_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("page", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("begun_at", sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column("aside", sa.String(length=20), nullable=True))
    op.execute(
        "UPDATE drafts SET page = '', begun_at = saved_at,"
        " class_id = (SELECT id FROM classes WHERE is_open)"
    )
    with op.batch_alter_table("drafts", schema=None) as batch_op:
        batch_op.alter_column("class_id", existing_type=sa.Integer(), nullable=False)
        batch_op.alter_column("page", existing_type=sa.String(length=64), nullable=False)
        batch_op.alter_column("begun_at", existing_type=sa.DateTime(), nullable=False)
        batch_op.drop_constraint("pk_drafts", type_="primary")
        batch_op.create_primary_key("pk_drafts", ["person_id", "class_id", "lesson", "revision"])
        batch_op.create_foreign_key("fk_drafts_class_id_classes", "classes", ["class_id"], ["id"])


def _visitor_drafts() -> None:
    """Those of before begin to count, as visitors do, from a high number."""
    with op.batch_alter_table("visitor_drafts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("revision", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("owner", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("page", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("over", sa.Integer(), nullable=True))
    op.execute("UPDATE visitor_drafts SET revision = 1000000001, owner = 'visitor', page = ''")
    with op.batch_alter_table("visitor_drafts", schema=None) as batch_op:
        batch_op.alter_column("revision", existing_type=sa.Integer(), nullable=False)
        batch_op.alter_column("owner", existing_type=sa.String(length=64), nullable=False)
        batch_op.alter_column("page", existing_type=sa.String(length=64), nullable=False)
        batch_op.drop_constraint("pk_visitor_drafts", type_="primary")
        batch_op.create_primary_key("pk_visitor_drafts", ["token_hash", "lesson", "revision"])
        batch_op.create_index(batch_op.f("ix_visitor_drafts_owner"), ["owner"], unique=False)
