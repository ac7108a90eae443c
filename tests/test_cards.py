"""Cards, their notation, and the shuffle."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingscorners.cards import ACE, BACK, DECK, KING, BadNotation, Card, cards, is_card, pick, shuffled

# The shuffle is a promise to everybody who wrote it down: these orders never change.
GOLDEN = {
    (bytes(32), 1): (
        "Ac 6h 2c Kh Jd 6c 6s Td 3h 7d 9h 8h Ts Jc Qc 4h Qh 7h 3s Tc Jh Kc Ks 7c 9s Js "
        "4s Ad 9d 8s 5h 5s 2h Kd Th 2d 9c 4c 4d 3d 7s 8c 2s 8d Qs 6d 5d 3c Ah As Qd 5c"
    ),
    (bytes(32), 2): (
        "4h 9c Ks 6d 8s Qs Th As Jh Ad 4d 2s 9d Jc 5c 2c Qh Tc 3h 3c 5d Qd Kc 6h 9h 4s "
        "2d Ts 6s 8d Js 3d Jd 5h Kh 9s 2h 7c 6c Kd 3s Qc 8h Td 7d Ac 7s 7h 5s 4c 8c Ah"
    ),
    (b"King's Corners", 1): (
        "6d Td Ah 6s 6h 8h 4h 8c Jh Jc Th Qd 9h 7h Js 3c 7s Ac 5s 8s Qs 2c Ks 9d Kd 3s "
        "5c 2d 4c 5h 2s 9s 6c Kc 5d 4s Qc 9c 7c Qh 4d 7d 3h Ad Kh 8d Ts Jd 3d 2h Tc As"
    ),
}


def by_hand(seed: bytes, deal: int, decks: int) -> list[str]:
    """The shuffle as anybody may write it, from its description alone."""
    deck = [rank + suit for suit in "hsdc" for rank in "KQJT98765432A"]
    texts = [f"{seed.hex()} {deal} {card}" for card in deck] + [
        f"{seed.hex()} {deal} {card} 2" for card in deck
    ]
    order = sorted(texts[: 52 * decks], key=lambda text: sha256(text.encode()).hexdigest())
    return [text.split(" ")[2] for text in order]


@given(seed=st.binary(max_size=64), deal=st.integers(1, 1000), decks=st.sampled_from([1, 2]))
def test_the_shuffle_is_the_one_that_is_described(seed: bytes, deal: int, decks: int) -> None:
    assert list(map(str, shuffled(seed, deal, decks))) == by_hand(seed, deal, decks)


@pytest.mark.parametrize(("seed", "deal"), list(GOLDEN), ids=str)
def test_the_shuffle_never_changes(seed: bytes, deal: int) -> None:
    assert " ".join(map(str, shuffled(seed, deal))) == GOLDEN[seed, deal]


@pytest.mark.parametrize("decks", [1, 2])
def test_a_shuffle_holds_every_card(decks: int) -> None:
    assert Counter(shuffled(b"any", 3, decks)) == dict.fromkeys(DECK, decks)


def test_every_card_comes_first_equally_often() -> None:
    tops = Counter(shuffled(number.to_bytes(4, "big"), 1)[0] for number in range(2600))
    assert len(tops) == 52
    # 50 each are expected; chi-squared with 51 degrees of freedom stays under 93 in 99.97 % of fair cases.
    assert sum((count - 50) ** 2 / 50 for count in tops.values()) < 93


def test_a_pick_is_fair_and_fixed() -> None:
    seeds = [number.to_bytes(4, "big") for number in range(3000)]
    picks = Counter(pick(seed, "dealer", 3) for seed in seeds)
    assert set(picks) == {0, 1, 2}
    assert all(900 < count < 1100 for count in picks.values())
    assert pick(bytes(32), "dealer", 4) == int(sha256(b"0" * 64 + b" dealer").hexdigest(), 16) % 4
    assert any(pick(seed, "dealer", 3) != pick(seed, "starter", 3) for seed in seeds)


def test_the_deck_has_52_cards_of_four_suits() -> None:
    assert len(set(DECK)) == 52
    assert {card.suit for card in DECK} == set("cdhs")
    assert {card.rank for card in DECK} == set(range(ACE, KING + 1))
    assert {card.suit for card in DECK if card.red} == {"d", "h"}


@pytest.mark.parametrize("card", DECK, ids=str)
def test_the_name_of_a_card_is_read_as_the_card(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert is_card(str(card))


def test_names_are_rank_and_suit() -> None:
    names = ["Ac", "2d", "9h", "Ts", "Jc", "Qd", "Kh"]
    assert [str(card) for card in cards(" ".join(names))] == names
    assert Card.parse("Kh") == (13, "h")
    assert cards("") == ()


@pytest.mark.parametrize(
    "text", ["", "9", "h9", "9H", "10h", "1h", "Xh", "9x", " 9h", "9h ", BACK, "9h9h", "٩h"]
)
def test_what_is_no_card(text: str) -> None:
    assert not is_card(text)
    with pytest.raises(BadNotation):
        Card.parse(text)


@given(st.text())
def test_any_text_is_a_card_or_bad_notation(text: str) -> None:
    if is_card(text):
        assert str(Card.parse(text)) == text
    else:
        with pytest.raises(BadNotation):
            Card.parse(text)
