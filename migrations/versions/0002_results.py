"""What a match ended with for each seat, positions played on from, and attempts that outlive their match."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

BY_KEY = {"sqlite_with_rowid": False}


def upgrade() -> None:
    op.add_column("matches", sa.Column("copied", sa.Integer(), nullable=True))
    op.add_column("matches", sa.Column("shared", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("seats", sa.Column("margin", sa.Integer(), nullable=True))
    op.add_column("seats", sa.Column("deals", sa.JSON(), nullable=True))
    op.add_column("seats", sa.Column("counted", sa.JSON(), nullable=True))
    _attempts(nullable=True, ondelete="SET NULL")


def downgrade() -> None:
    op.execute("DELETE FROM attempts WHERE match IS NULL")
    _attempts(nullable=False, ondelete="CASCADE")
    for column in ("counted", "deals", "margin"):
        op.drop_column("seats", column)
    for column in ("shared", "copied"):
        op.drop_column("matches", column)


def _attempts(*, nullable: bool, ondelete: str) -> None:
    with op.batch_alter_table("attempts", table_kwargs=BY_KEY) as attempts:
        attempts.drop_constraint("fk_attempts_match", type_="foreignkey")
        attempts.alter_column("match", existing_type=sa.String(length=16), nullable=nullable)
        attempts.create_foreign_key("fk_attempts_match", "matches", ["match"], ["id"], ondelete=ondelete)
