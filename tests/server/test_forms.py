"""The form for a new match: what is typed, what it means, what is wrong."""

from kingscorners.games import GAMES
from kingscorners.options import describe, read
from kingscorners.server.forms import LONGEST, fill_in

RULES = GAMES["kings-corners"]


def test_an_empty_form_is_a_match_by_the_house_rules() -> None:
    form = fill_in(RULES, {})
    assert not form.wrong
    assert form.options == RULES.options()
    assert form.seats == RULES.daily_seats
    assert form.levels == (RULES.daily_level,) * 3


def test_empty_fields_take_what_the_profile_says_and_others_stay() -> None:
    form = fill_in(RULES, {"profile": "zone", "draw": "", "deals": " 5 ", "side_space_accepts_king": "true"})
    assert not form.wrong
    assert form.options == read(
        RULES.options, {"profile": "zone", "deals": 5, "side_space_accepts_king": True}
    )


def test_every_value_of_every_option_can_be_typed_and_is_understood() -> None:
    for field in describe(RULES.options):
        values = (field.range.low, field.range.high) if field.range else field.values
        for value in values:
            form = fill_in(RULES, {field.name: str(value).lower()})
            assert not form.wrong
            assert getattr(form.options, field.name) == value


def test_each_wrong_field_is_named_and_the_right_ones_count() -> None:
    sent = {"profile": "house", "draw": "never", "target": "4", "deals": "many", "decks": "2"}
    sent |= {"tie_break": "x" * (LONGEST + 1), "nonce": "n" * (LONGEST + 1)}
    sent |= {"seats": "7", "level": "perfect", "level-2": "steady", "level-3": "x"}
    form = fill_in(RULES, sent)
    assert form.wrong == set(sent) - {"decks", "level-2"}
    assert form.typed["target"] == "4"
    assert form.options == read(RULES.options, {"decks": 2})


def test_seats_that_contradict_the_decks_are_wrong_and_it_says_how_many_may_play() -> None:
    for seats in ("5", "6"):
        form = fill_in(RULES, {"seats": seats, "decks": "1"})
        assert form.wrong == {"seats"}
        assert form.seats_allowed == (2, 3, 4)
        assert not fill_in(RULES, {"seats": seats, "decks": "2"}).wrong
    for seats in ("1", "0", "-2", "four", "٤", "4.0", "1" * 90):
        assert fill_in(RULES, {"seats": seats}).wrong == {"seats"}


def test_what_nobody_chose_gives_way_to_the_number_of_players() -> None:
    for profile in ("pagat", "zone"):
        form = fill_in(RULES, {"seats": "6", "profile": profile})
        assert not form.wrong
        assert (form.seats, form.options.decks) == (6, 2)
    assert fill_in(RULES, {"seats": "4"}).options.decks == 1


def test_a_computer_player_may_have_a_level_of_its_own() -> None:
    form = fill_in(RULES, {"seats": "3", "level": "novice", "level-2": "steady", "level-5": "steady"})
    assert not form.wrong
    assert form.levels == ("novice", "steady")


def test_names_that_are_no_fields_are_not_looked_at() -> None:
    form = fill_in(RULES, {"__class__": "x", "utm_source": "y" * 5000})
    assert not form.wrong
    assert "utm_source" not in form.typed


def test_every_game_has_a_form() -> None:
    for game in GAMES.values():
        assert not fill_in(game, {}).wrong
