"""Runs of snippets, answers to quiz questions, and the checks that somebody has passed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "snippet_runs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("snippet", sa.String(length=120), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["id"], ["works.id"], name=op.f("fk_snippet_runs_id_works"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_snippet_runs")),
    )
    op.create_table(
        "quiz_answers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("lesson", sa.String(length=100), nullable=False),
        sa.Column("question", sa.String(length=100), nullable=False),
        sa.Column("question_digest", sa.String(length=16), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_quiz_answers_person_id_people")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quiz_answers")),
    )
    with op.batch_alter_table("quiz_answers", schema=None) as batch_op:
        batch_op.create_index(
            "ix_quiz_answers_person_id_lesson_question",
            ["person_id", "lesson", "question"],
            unique=False,
        )

    op.create_table(
        "passed_checks",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("lesson", sa.String(length=100), nullable=False),
        sa.Column("check_id", sa.String(length=100), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_passed_checks_person_id_people")
        ),
        sa.PrimaryKeyConstraint("person_id", "lesson", "check_id", name=op.f("pk_passed_checks")),
    )
