"""Devices: a guest may have several, each with a token of its own, and the codes by which one joins."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

GUEST = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
GUESTS = {"sqlite_autoincrement": True}


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("guest", GUEST, nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_devices_guest", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_devices"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_devices_guest", "devices", ["guest"])
    op.create_table(
        "codes",
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("guest", GUEST, nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_codes_guest", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code_hash", name="pk_codes"),
        sa.UniqueConstraint("guest", name="uq_codes_guest"),
    )
    op.execute("INSERT INTO devices (token_hash, guest, created) SELECT token_hash, id, created FROM guests")
    last = _last_guest()
    with op.batch_alter_table("guests", table_kwargs=GUESTS) as guests:
        guests.drop_constraint("uq_guests_token_hash", type_="unique")
        guests.drop_column("token_hash")
    _keep_last_guest(last)


def downgrade() -> None:
    """A guest keeps the device that came first; a token of any other is nobody's then."""
    last = _last_guest()
    with op.batch_alter_table("guests", table_kwargs=GUESTS) as guests:
        guests.add_column(sa.Column("token_hash", sa.String(length=64), nullable=True))
    op.execute(
        "UPDATE guests SET token_hash = (SELECT token_hash FROM devices WHERE devices.guest = guests.id"
        " ORDER BY devices.created, devices.token_hash LIMIT 1)"
    )
    with op.batch_alter_table("guests", table_kwargs=GUESTS) as guests:
        guests.alter_column("token_hash", existing_type=sa.String(length=64), nullable=False)
        guests.create_unique_constraint("uq_guests_token_hash", ["token_hash"])
    _keep_last_guest(last)
    op.drop_table("codes")
    op.drop_table("devices")


def _last_guest() -> int | None:
    """The highest id that was ever given, which SQLite forgets with the table."""
    if op.get_bind().dialect.name != "sqlite":
        return None
    last: int | None = op.get_bind().scalar(sa.text("SELECT seq FROM sqlite_sequence WHERE name = 'guests'"))
    return last


def _keep_last_guest(last: int | None) -> None:
    if last is not None:
        op.execute("DELETE FROM sqlite_sequence WHERE name = 'guests'")
        kept = sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES ('guests', :last)")
        op.get_bind().execute(kept, {"last": last})
