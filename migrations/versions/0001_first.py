"""Guests, matches with their moves, and boards."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

GUEST = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", GUEST, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
        sa.UniqueConstraint("token_hash", name="uq_guests_token_hash"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "forgotten",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_forgotten"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("daily", sa.Date(), nullable=True),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index(
        "ix_matches_going_on",
        "matches",
        ["created"],
        sqlite_where=sa.text("finished IS NULL"),
        postgresql_where=sa.text("finished IS NULL"),
    )
    op.create_table(
        "site",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_site"),
    )
    op.create_table(
        "standings",
        sa.Column("board", sa.String(length=60), nullable=False),
        sa.Column("guest", GUEST, nullable=False),
        sa.Column("key", sa.BigInteger(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("margin", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(length=16), nullable=True),
        sa.PrimaryKeyConstraint("board", "guest", name="pk_standings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standings_order", "standings", ["board", "key", "seconds", "guest"])
    op.create_table(
        "tallies",
        sa.Column("board", sa.String(length=60), nullable=False),
        sa.Column("what", sa.String(length=10), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("board", "what", "value", name="pk_tallies"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "attempts",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("guest", GUEST, nullable=False),
        sa.Column("match", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_attempts_guest", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_attempts_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "day", "guest", name="pk_attempts"),
        sa.UniqueConstraint("match", name="uq_attempts_match"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_attempts_guest", "attempts", ["guest"])
    op.create_table(
        "moves",
        sa.Column("match", sa.String(length=16), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.String(length=200), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_moves_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "ply", name="pk_moves"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guest", GUEST, nullable=True),
        sa.Column("level", sa.String(length=20), nullable=True),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_seats_guest", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seats_match", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])


def downgrade() -> None:
    op.drop_table("seats")
    op.drop_table("moves")
    op.drop_table("attempts")
    op.drop_table("tallies")
    op.drop_table("standings")
    op.drop_table("site")
    op.drop_table("matches")
    op.drop_table("forgotten")
    op.drop_table("guests")
