"""The first tables, and the open class in which everybody works who is in no other."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "classes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_classes")),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_table(
        "sign_in_failures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_hash", sa.String(length=64), nullable=False),
        sa.Column("pair_hash", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_failures")),
    )
    with op.batch_alter_table("sign_in_failures", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_sign_in_failures_account_hash"), ["account_hash"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_sign_in_failures_at"), ["at"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_sign_in_failures_pair_hash"), ["pair_hash"], unique=False
        )

    op.create_table(
        "visitor_drafts",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("lesson", sa.String(length=100), nullable=False),
        sa.Column("source", sa.LargeBinary(), nullable=False),
        sa.Column("saved_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", "lesson", name=op.f("pk_visitor_drafts")),
    )
    with op.batch_alter_table("visitor_drafts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_visitor_drafts_saved_at"), ["saved_at"], unique=False)

    op.create_table(
        "accounts",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_accounts_person_id_people")
        ),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("email", name=op.f("uq_accounts_email")),
    )
    op.create_table(
        "drafts",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("lesson", sa.String(length=100), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("source", sa.LargeBinary(), nullable=False),
        sa.Column("saved_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_drafts_person_id_people")
        ),
        sa.PrimaryKeyConstraint("person_id", "lesson", "revision", name=op.f("pk_drafts")),
    )
    op.create_table(
        "editions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.Integer(), nullable=False),
        sa.Column("lesson", sa.String(length=100), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"], ["classes.id"], name=op.f("fk_editions_class_id_classes")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_editions")),
        sa.UniqueConstraint(
            "class_id", "lesson", "digest", name=op.f("uq_editions_class_id_lesson_digest")
        ),
        sa.UniqueConstraint(
            "class_id", "lesson", "number", name=op.f("uq_editions_class_id_lesson_number")
        ),
    )
    op.create_table(
        "query_set_versions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("lesson", sa.String(length=100), nullable=False),
        sa.Column("class_id", sa.Integer(), nullable=True),
        sa.Column("query_set", sa.String(length=100), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("visible", sa.Boolean(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"], ["classes.id"], name=op.f("fk_query_set_versions_class_id_classes")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_query_set_versions")),
        sa.UniqueConstraint(
            "lesson",
            "query_set",
            "class_id",
            "number",
            name=op.f("uq_query_set_versions_lesson_query_set_class_id_number"),
        ),
    )
    with op.batch_alter_table("query_set_versions", schema=None) as batch_op:
        batch_op.create_index(
            "ix_query_set_versions_of_the_folder",
            ["lesson", "query_set", "number"],
            unique=True,
            sqlite_where=sa.text("class_id IS NULL"),
            postgresql_where=sa.text("class_id IS NULL"),
        )

    op.create_table(
        "works",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("class_id", sa.Integer(), nullable=False),
        sa.Column("lesson", sa.String(length=100), nullable=False),
        sa.Column("source", sa.LargeBinary(), nullable=False),
        sa.Column("request_key", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("claim", sa.String(length=32), nullable=True),
        sa.Column("claimed_at", sa.DateTime(), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.DateTime(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"], ["classes.id"], name=op.f("fk_works_class_id_classes")
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_works_person_id_people")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_works")),
        sa.UniqueConstraint(
            "person_id", "request_key", name=op.f("uq_works_person_id_request_key")
        ),
    )
    with op.batch_alter_table("works", schema=None) as batch_op:
        batch_op.create_index(
            "ix_works_person_id_lesson_kind", ["person_id", "lesson", "kind"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_works_state"), ["state"], unique=False)

    op.create_table(
        "grades",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("work_id", sa.Integer(), nullable=False),
        sa.Column("edition_id", sa.Integer(), nullable=False),
        sa.Column("regrade", sa.Integer(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("verdict", sa.String(length=30), nullable=False),
        sa.Column("score", sa.Text(), nullable=True),
        sa.Column("points", sa.Float(precision=53), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["edition_id"], ["editions.id"], name=op.f("fk_grades_edition_id_editions")
        ),
        sa.ForeignKeyConstraint(["work_id"], ["works.id"], name=op.f("fk_grades_work_id_works")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grades")),
        sa.UniqueConstraint(
            "work_id", "edition_id", "regrade", name=op.f("uq_grades_work_id_edition_id_regrade")
        ),
    )
    with op.batch_alter_table("grades", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_grades_edition_id"), ["edition_id"], unique=False)
        batch_op.create_index(
            "ix_grades_one_current",
            ["work_id"],
            unique=True,
            sqlite_where=sa.text("current = 1"),
            postgresql_where=sa.text("current"),
        )
        batch_op.create_index(batch_op.f("ix_grades_work_id"), ["work_id"], unique=False)

    op.create_table(
        "live_query_sets",
        sa.Column("class_id", sa.Integer(), nullable=False),
        sa.Column("lesson", sa.String(length=100), nullable=False),
        sa.Column("query_set", sa.String(length=100), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"], ["classes.id"], name=op.f("fk_live_query_sets_class_id_classes")
        ),
        sa.ForeignKeyConstraint(
            ["version_id"],
            ["query_set_versions.id"],
            name=op.f("fk_live_query_sets_version_id_query_set_versions"),
        ),
        sa.PrimaryKeyConstraint("class_id", "lesson", "query_set", name=op.f("pk_live_query_sets")),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["accounts.person_id"],
            name=op.f("fk_sessions_person_id_accounts"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_expires_at"), ["expires_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_sessions_person_id"), ["person_id"], unique=False)

    op.create_table(
        "grade_documents",
        sa.Column("grade_id", sa.Integer(), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["grade_id"], ["grades.id"], name=op.f("fk_grade_documents_grade_id_grades")
        ),
        sa.PrimaryKeyConstraint("grade_id", name=op.f("pk_grade_documents")),
    )
    op.execute(
        "INSERT INTO classes (name, is_open, created_at)"
        " VALUES ('Open class', true, CURRENT_TIMESTAMP)"
    )
