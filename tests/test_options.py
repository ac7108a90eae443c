"""Options as data: what is allowed, what a profile sets, what forms send."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given

from kingscorners.games import GAMES
from kingscorners.games.kings_corners import Options
from kingscorners.options import BadOption, Field, Range, as_given, describe, read, read_text
from tests import tiny
from tests.laws import options_of

FIELDS = {item.name: item for item in describe(Options)}


def test_the_fields_of_an_options_class_in_their_order() -> None:
    assert describe(tiny.Options) == (
        Field("rounds", 2, range=Range(1, 3)),
        Field("open_hands", False, (False, True)),
    )
    assert list(FIELDS) == [
        "profile",
        "draw",
        "side_kings",
        "side_space_accepts_king",
        "kings_must_be_played",
        "match",
        "target",
        "deals",
        "tie_break",
        "decks",
    ]


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("profile", "pagat, zone"),
        ("draw", "end, start, when_stuck"),
        ("side_kings", "player_move, auto_at_deal"),
        ("side_space_accepts_king", "false, true"),
        ("kings_must_be_played", "false, true"),
        ("match", "target, deals, knockout"),
        ("target", "5 to 200"),
        ("deals", "1 to 20"),
        ("tie_break", "shared, extra_deal"),
        ("decks", "1, 2"),
    ],
)
def test_what_each_option_allows(name: str, allowed: str) -> None:
    assert FIELDS[name].allowed == allowed


def test_nothing_given_is_the_house_rules() -> None:
    assert read(Options, {}) == Options()
    assert read(tiny.Options, {}) == tiny.Options()


def test_a_profile_sets_its_options_and_each_can_be_set_alone() -> None:
    assert read(Options, {"profile": "zone"}).draw == "start"
    rules = read(Options, {"profile": "zone", "draw": "end"})
    assert (rules.draw, rules.match) == ("end", "deals")
    assert read(Options, {"target": 50}).target == 50


@pytest.mark.parametrize(
    ("given", "field", "allowed"),
    [
        ({"target": 4}, "target", "5 to 200"),
        ({"target": 201}, "target", "5 to 200"),
        ({"target": "25"}, "target", "5 to 200"),
        ({"target": 25.0}, "target", "5 to 200"),
        ({"deals": True}, "deals", "1 to 20"),
        ({"target": None}, "target", "5 to 200"),
        ({"deals": float("nan")}, "deals", "1 to 20"),
        ({"decks": 3}, "decks", "1, 2"),
        ({"decks": True}, "decks", "1, 2"),
        ({"decks": "1"}, "decks", "1, 2"),
        ({"draw": "never"}, "draw", "end, start, when_stuck"),
        ({"draw": ["end"]}, "draw", "end, start, when_stuck"),
        ({"profile": {}}, "profile", "pagat, zone"),
        ({"kings_must_be_played": 1}, "kings_must_be_played", "false, true"),
        ({"kings_must_be_played": "true"}, "kings_must_be_played", "false, true"),
    ],
)
def test_a_value_that_is_not_allowed(given: dict[str, object], field: str, allowed: str) -> None:
    with pytest.raises(BadOption) as refused:
        read(Options, given)
    assert (refused.value.field, refused.value.allowed) == (field, allowed)


@pytest.mark.parametrize("name", ["", "Target", "__proto__", "PRESETS", "x" * 100])
def test_an_option_that_does_not_exist(name: str) -> None:
    with pytest.raises(BadOption) as refused:
        read(Options, {name: 1})
    with pytest.raises(BadOption) as refused_text:
        read_text(Options, {name: "1"})
    for error in (refused.value, refused_text.value):
        assert error.field == name[:40]
        assert error.allowed.startswith("one of profile, draw")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"target": "50"}, {"target": 50}),
        ({"target": "٥٠"}, {"target": 50}),
        ({"target": "५०"}, {"target": 50}),
        ({"decks": "2"}, {"decks": 2}),
        ({"kings_must_be_played": "True"}, {"kings_must_be_played": True}),
        ({"kings_must_be_played": "false", "profile": "zone"}, {"profile": "zone"}),
    ],
)
def test_texts_of_a_form_are_read(given: dict[str, str], expected: dict[str, Any]) -> None:
    assert read_text(Options, given) == read(Options, expected)


@pytest.mark.parametrize(
    "given",
    [
        {"target": "many"},
        {"target": ""},
        {"target": "4"},
        {"target": "2.5"},
        {"target": "5_0"},
        {"target": "+50"},
        {"target": " 50"},
        {"target": "٥٠\n"},
        {"target": "-50"},
        {"target": "9" * 5000},
        {"decks": "one"},
        {"draw": ""},
        {"kings_must_be_played": "1"},
    ],
)
def test_texts_that_are_not_allowed(given: dict[str, str]) -> None:
    with pytest.raises(BadOption) as refused:
        read_text(Options, given)
    assert refused.value.field in given


@given(options_of(GAMES["kings-corners"]))
def test_the_shortest_mapping_is_read_as_the_same_options(options: Options) -> None:
    given = as_given(options)
    assert read(Options, given) == options
    for name in given:
        less = {other: value for other, value in given.items() if other != name}
        assert read(Options, less) != options
    texts = {item.name: str(getattr(options, item.name)) for item in describe(Options)}
    assert read_text(Options, texts) == options


@given(options_of(tiny.Tiny()))
def test_options_without_profiles_are_read_back_too(options: tiny.Options) -> None:
    assert read(tiny.Options, as_given(options)) == options


def test_the_house_rules_need_nothing_given() -> None:
    assert as_given(Options()) == {}
    assert as_given(read(Options, {"profile": "zone"})) == {"profile": "zone"}
    assert as_given(read(Options, {"profile": "zone", "deals": 5})) == {"profile": "zone", "deals": 5}


def test_a_number_is_no_truth_value_and_a_truth_value_no_number() -> None:
    @dataclass(frozen=True)
    class Mixed:
        flag: bool = False

    (flag,) = describe(Mixed)
    assert [flag.accepts(value) for value in (True, False, 1, 0, "True", None)] == [True, True] + [False] * 4
