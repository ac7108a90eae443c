"""A match as text, and everything that is no match."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingscorners.cards import BadNotation
from kingscorners.game import Finished, IllegalMove, Move
from kingscorners.options import BadOption
from kingscorners.record import Record, Setup, seed_from
from tests.games.positions import GAME, PAGAT, ZONE, options

SETUP = Setup(GAME, bytes(range(32)), 3, ZONE)
RECORD = Record(SETUP, ("person", "steady", "novice"), ("end", "end", "end", "end"), "c0ffee", b"se", b"no")
TEXT = f"""\
game: kings-corners
version: 1
options: {{"profile": "zone"}}
players: person steady novice
seed: {bytes(range(32)).hex()}
secret: 7365
nonce: 6e6f
commitment: c0ffee

end
end
end
end
"""


def test_a_record_as_text() -> None:
    assert str(RECORD) == TEXT
    assert Record.parse(TEXT) == RECORD


def test_what_is_empty_is_left_out() -> None:
    record = replace(RECORD, secret=b"", nonce=b"", moves=())
    assert "secret" not in str(record)
    assert "nonce" not in str(record)
    assert Record.parse(str(record)) == record


@pytest.mark.parametrize("spoilt", [TEXT.replace("\n", "\r\n"), TEXT[:-1], TEXT + "\n\n", TEXT + "\r\n"])
def test_line_ends_and_the_end_of_the_file_do_not_matter(spoilt: str) -> None:
    assert Record.parse(spoilt) == RECORD


def test_an_undo_is_a_line_of_the_log() -> None:
    setup = Setup(GAME, bytes(32), 4, PAGAT)
    move = str(setup.start().legal[0])
    assert move != "end"
    position = replace(RECORD, setup=setup, moves=(move, "undo", move, "end")).replay()
    assert position.ply == 4
    assert position.state == setup.replay([move, "end"]).state


DEEP = "[" * 5000


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("game: kings-corners\n", ""),
        ("kings-corners", "chess"),
        ("kings-corners", "\ud800"),
        ("version: 1\n", ""),
        ("version: 1", "version: 2"),
        ("version: 1", "version: one"),
        ("version: 1", "version: 01"),
        ("version: 1", "version: ١"),
        ("players: person steady novice\n", ""),
        ("players: person steady novice", "players: "),
        ("players: person steady novice", "players: person"),
        ("players: person steady novice", "players: a b c d e"),
        ("commitment: c0ffee\n", ""),
        ("seed: ", "sow: "),
        ("seed: 00", "seed: 0"),
        ("seed: 00", "seed: gg"),
        ("secret: 7365", "secret: 736"),
        ("nonce: 6e6f", "nonce: n"),
        ('{"profile": "zone"}', '{"profile": "zone"'),
        ('{"profile": "zone"}', '{"profile": "moon"}'),
        ('{"profile": "zone"}', '{"moons": 2}'),
        ('{"profile": "zone"}', '{"\\ud800": 2}'),
        ('{"profile": "zone"}', '{"target": 1e999}'),
        ('{"profile": "zone"}', '{"decks": [[1]]}'),
        ('{"profile": "zone"}', "null"),
        ('{"profile": "zone"}', "[]"),
        ('{"profile": "zone"}', "7"),
        ('{"profile": "zone"}', '"zone"'),
        ('{"profile": "zone"}', DEEP),
        ('{"profile": "zone"}', "9" * 5000),
        (TEXT, ""),
        (TEXT, "\n\n"),
        (TEXT, "end\nend\n"),
        (TEXT, "\n" + TEXT),
    ],
)
def test_what_is_no_record(old: str, new: str) -> None:
    assert old in TEXT
    with pytest.raises(BadNotation) as refused:
        Record.parse(TEXT.replace(old, new, 1))
    message = str(refused.value)
    assert len(message) < 200
    assert message.isprintable()


@given(st.data())
def test_any_text_is_a_record_or_bad_notation(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(TEXT)))
    end = data.draw(st.integers(start, min(start + 30, len(TEXT))))
    put = data.draw(st.text(max_size=20) | st.sampled_from(["\n", ": ", "{", '"', "0", "\u2028", "\x85"]))
    for text in (put, TEXT[:start] + put + TEXT[end:]):
        try:
            record = Record.parse(text)
        except BadNotation:
            continue
        assert Record.parse(str(record)) == record
        with suppress(BadNotation, IllegalMove, Finished):
            record.replay()


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        (("end", "fly to the moon,"), BadNotation),
        (("play Kx north",), IllegalMove),
        (("undo",), IllegalMove),
        (("deal",), IllegalMove),
        (("end", "undo"), IllegalMove),
    ],
)
def test_moves_that_are_no_match(moves: tuple[str, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        replace(RECORD, moves=moves).replay()


def test_nothing_follows_the_end_of_a_match() -> None:
    setup = Setup(GAME, bytes(32), 2, options("zone", deals=1))
    position = setup.start()
    for _ in range(200):
        if position.legal:
            position = setup.play(position, position.legal[-1])
    for line in ("end", "deal", "play 9h north"):
        with pytest.raises(Finished):
            setup.advance(position, line)
    with pytest.raises(IllegalMove):
        setup.advance(position, "undo")


def test_a_match_that_contradicts_itself_does_not_begin() -> None:
    with pytest.raises(BadOption):
        Setup(GAME, bytes(32), 6, PAGAT).start()


def test_the_position_of_a_match_is_that_of_its_moves() -> None:
    position = SETUP.start()
    for ply in range(1, 30):
        position = SETUP.play(position, position.legal[0])
        assert position.ply == ply
    assert position.legal == GAME.legal_moves(position.state)
    assert SETUP.view(position, 1).cards("hand-1") == tuple(position.state.hands[1])


def test_a_move_that_is_not_legal_changes_nothing() -> None:
    position = SETUP.start()
    with pytest.raises(IllegalMove) as refused:
        SETUP.play(position, Move("deal"))
    assert refused.value.reason.code == "deal-not-over"
    assert position == SETUP.start()


# ---------------------------------------------------------------------- fair deals


def honest(secret: bytes, nonce: bytes) -> Record:
    """A record of a match that was dealt as promised."""
    seed = seed_from(secret, nonce)
    return replace(
        RECORD,
        setup=replace(SETUP, seed=seed),
        secret=secret,
        nonce=nonce,
        commitment=sha256(secret).hexdigest(),
    )


def test_the_seed_is_made_of_the_secret_and_the_nonce() -> None:
    assert honest(b"secret", b"nonce").honest()
    assert Record.parse(str(honest(b"secret", b"nonce"))).honest()
    assert seed_from(b"secret", b"nonce") != seed_from(b"secret", b"other")
    assert seed_from(b"secret", b"nonce") != seed_from(b"other", b"nonce")


def test_a_record_that_was_tampered_with_is_not_honest() -> None:
    record = honest(b"secret", b"nonce")
    assert not replace(record, nonce=b"other").honest()
    assert not replace(record, secret=b"other").honest()
    assert not replace(record, commitment="0" * 64).honest()
    assert not replace(record, setup=replace(SETUP, seed=bytes(32))).honest()


def test_a_daily_commits_to_its_seed() -> None:
    daily = replace(RECORD, secret=b"", nonce=b"", commitment=sha256(SETUP.seed).hexdigest())
    assert daily.honest()
    assert not replace(daily, setup=replace(SETUP, seed=bytes(32))).honest()
