"""The match of the day: when it changes, that nobody knows it before, and that anybody can check it."""

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from kingscorners.cards import DECK, shuffled
from kingscorners.games import GAMES
from kingscorners.games.kings_corners import Options
from kingscorners.server import daily

SECRET = b"the secret of a site"
KINGS_CORNERS = GAMES["kings-corners"]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "day", "following"),
    [
        ("2026-11-30T00:00:00", date(2026, 11, 30), date(2026, 12, 1)),
        ("2026-11-30T23:59:59.999999", date(2026, 11, 30), date(2026, 12, 1)),
        ("2026-12-31T23:59:00", date(2026, 12, 31), date(2027, 1, 1)),
        ("2027-01-01T00:01:00", date(2027, 1, 1), date(2027, 1, 2)),
        ("2028-02-28T23:59:00", date(2028, 2, 28), date(2028, 2, 29)),
        ("2028-02-29T00:01:00", date(2028, 2, 29), date(2028, 3, 1)),
        ("2100-02-28T23:59:00", date(2100, 2, 28), date(2100, 3, 1)),
    ],
)
def test_the_day_is_the_utc_date_and_ends_at_midnight(now: str, day: date, following: date) -> None:
    today = daily.today(SECRET, "kings-corners", at(now))
    assert today.day == daily.day_of(at(now)) == day
    assert today.next_start == daily.next_start(at(now)) == at(f"{following}T00:00:00")


def test_from_23_59_to_00_01_the_promised_match_becomes_the_match_of_the_day() -> None:
    before = daily.today(SECRET, "kings-corners", at("2026-11-30T23:59:00"))
    after = daily.today(SECRET, "kings-corners", at("2026-12-01T00:01:00"))
    assert before.seconds == 60
    assert after.seconds == 24 * 60 * 60 - 60
    assert after.day == before.day + timedelta(days=1)
    assert after.commitment == before.next_commitment
    assert after.commitment == daily.commitment(daily.seed(SECRET, "kings-corners", date(2026, 12, 1)))


def test_the_seconds_to_the_next_match_are_rounded_up_and_never_zero() -> None:
    assert daily.today(SECRET, "kings-corners", at("2026-11-30T23:59:59.999999")).seconds == 1
    assert daily.today(SECRET, "kings-corners", at("2026-12-01T00:00:00")).seconds == 24 * 60 * 60


@pytest.mark.parametrize("hours", [14, -12, 5.5])
def test_the_clock_of_a_client_has_no_influence(hours: float) -> None:
    zone = timezone(timedelta(hours=hours))
    for moment in ("2026-11-30T23:59:00", "2026-12-01T00:01:00"):
        there = at(moment).astimezone(zone)
        assert daily.day_of(there) == at(moment).date()
        assert daily.today(SECRET, "kings-corners", there) == daily.today(SECRET, "kings-corners", at(moment))


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        daily.day_of(datetime(2026, 11, 30, 12))  # noqa: DTZ001


def test_the_seed_is_what_the_documentation_says() -> None:
    expected = hmac.new(SECRET, b"daily kings-corners 2026-11-30", hashlib.sha256).digest()
    seed = daily.seed(SECRET, "kings-corners", date(2026, 11, 30))
    assert seed == expected
    assert daily.commitment(seed) == hashlib.sha256(expected).hexdigest()


def test_sites_and_games_have_different_matches_on_the_same_day() -> None:
    day = date(2026, 11, 30)
    seeds = {daily.seed(secret, game, day) for secret in (SECRET, b"another") for game in ("a", "b")}
    assert len(seeds) == 4


@pytest.mark.parametrize(
    ("now", "published"),
    [
        ("2026-11-29T12:00:00", False),
        ("2026-11-30T00:00:00", False),
        ("2026-11-30T23:59:59", False),
        ("2026-12-01T23:59:59", False),
        ("2026-12-02T00:00:00", True),
        ("2031-01-01T00:00:00", True),
    ],
)
def test_a_seed_is_published_when_nobody_can_play_its_day_for_the_boards_any_more(
    now: str, published: bool
) -> None:
    assert daily.published(at(now), date(2026, 11, 30)) is published


def test_what_is_public_today_holds_no_seed() -> None:
    now = at("2026-11-30T12:00:00")
    public = repr(daily.today(SECRET, "kings-corners", now))
    for day in (date(2026, 11, 30), date(2026, 12, 1)):
        seed = daily.seed(SECRET, "kings-corners", day)
        assert seed.hex() not in public
        assert repr(seed) not in public


def test_the_daily_of_kings_corners_is_four_seats_with_the_house_rules_against_three_steady() -> None:
    setup = daily.setup(SECRET, KINGS_CORNERS, date(2026, 11, 30))
    assert setup.game is KINGS_CORNERS
    assert setup.seed == daily.seed(SECRET, "kings-corners", date(2026, 11, 30))
    assert (setup.seats, setup.options) == (4, Options())
    assert daily.levels(KINGS_CORNERS) == ("steady", "steady", "steady")


def test_every_game_has_a_daily_that_can_be_dealt() -> None:
    for game in GAMES.values():
        daily.keep(SECRET, game.name, date(2026, 11, 30), daily.Dealt())
        setup = daily.setup(SECRET, game, date(2026, 11, 30))
        assert len(daily.levels(game)) == setup.seats - 1
        assert setup.view(setup.start(), None).turn is not None


def test_thirty_years_of_dailies_are_each_all_the_cards_once_and_all_different() -> None:
    deck, seeds, orders, commitments = set(DECK), set(), set(), set()
    days = [date(2026, 1, 1) + timedelta(days=after) for after in range(30 * 365 + 7)]
    assert days[-1] == date(2055, 12, 31)
    for day in days:
        seed = daily.seed(SECRET, "kings-corners", day)
        order = shuffled(seed, 1)
        assert len(order) == 52
        assert set(order) == deck
        seeds.add(seed)
        orders.add(order)
        commitments.add(daily.commitment(seed))
    assert len(seeds) == len(orders) == len(commitments) == len(days)


def test_every_commitment_of_a_leap_year_was_promised_the_day_before() -> None:
    now = at("2027-12-31T12:00:00")
    for _ in range(367):
        promised = daily.today(SECRET, "kings-corners", now).next_commitment
        now += timedelta(days=1)
        today = daily.today(SECRET, "kings-corners", now)
        assert today.commitment == promised
        assert promised == daily.commitment(daily.seed(SECRET, "kings-corners", today.day))
    assert now.date() == date(2029, 1, 1)
