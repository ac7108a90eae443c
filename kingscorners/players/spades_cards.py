"""Which card to play in Spades, from what one seat knows: quick enough to play out thousands of deals.

The order of things: keep one's own Nil, cover the partner's, make the bid; when it is made, take no trick too
many; set the others, or their Nil, where that endangers nothing.
"""

from __future__ import annotations

from kingscorners.players.spades_table import SIDE_SUITS, SPADES, SUIT, SUIT_MASKS, Table, each


def choose(table: Table) -> int:
    """The card that the seat on turn plays. It looks at no other hand."""
    legal = table.legal()
    if not legal & (legal - 1):
        return legal
    seat = table.turn
    if table.nil >> seat & 1:
        return _nil_follow(table, legal) if table.led else _safest_lead(table, legal)
    return _follow(table, legal) if table.led else _lead(table, legal)


def wants(table: Table, seat: int) -> bool:
    """Whether the seat's side wants the next trick: to make its bid, or to set the others."""
    need, theirs, left = table.need[seat & 1], table.need[~seat & 1], table.left
    if table.greedy or (0 < need <= left and (table.bids[seat] or table.helps)):
        return True
    return 0 < theirs <= left and 3 * theirs >= 2 * left


def can_spare(table: Table, seat: int) -> bool:
    """Whether a trick may be let go for setting a Nil: the own bid comes first."""
    need = table.need[seat & 1]
    return need <= 0 or need > table.left or need + 3 <= table.left


# ---------------------------------------------------------------------- with a Nil of one's own


def _nil_follow(table: Table, legal: int) -> int:
    winners = legal & (table.led | SPADES) & -(table.best << 1)
    losers = legal & ~winners
    if not losers:
        return _top(winners) if table.on_table == 3 else winners & -winners
    if losers & table.led:
        return _top(losers)
    if losers & SPADES:
        return _top(losers & SPADES)
    return _riskiest(losers)


def _safest_lead(table: Table, legal: int) -> int:
    """A low card with many higher ones out, for others to take."""
    others, best, card = table.alive & ~table.hands[table.turn], -99, 0
    for suit in SUIT_MASKS:
        if held := legal & suit:
            low = held & -held
            out = others & suit
            value = (out & -low).bit_count() - 2 * (out & (low - 1)).bit_count() - (suit == SPADES)
            if value > best:
                best, card = value, low
    return card


def _riskiest(cards: int) -> int:
    """A card to throw away by who wants no trick: the highest, and the sooner the fewer low ones it has."""
    best, card = -99, 0
    for suit in SUIT_MASKS:
        if held := cards & suit:
            value = 2 * _height(_top(held)) + _height(held & -held) - held.bit_count()
            if value > best:
                best, card = value, _top(held)
    return card


# ---------------------------------------------------------------------- following


def _follow(table: Table, legal: int) -> int:
    seat, led, best = table.turn, table.led, table.best
    partner, place = seat ^ 2, table.on_table
    winners = legal & (led | SPADES) & -(best << 1)
    losers = legal & ~winners
    if table.nil:
        if winners and table.nil >> partner & 1:
            if table.best_seat == partner:
                return winners & -winners
            if place == 1 and winners & led and table.alive & led & ~table.hands[seat]:
                return _top(winners & led)
        against = table.best_seat != partner and table.nil >> table.best_seat & 1
        if losers and against and can_spare(table, seat):
            return _throw_high(losers, led)
    if not wants(table, seat):
        return _duck(table, winners, losers)
    if not winners:
        return _throw_low(table, losers)
    others = table.alive & ~table.hands[seat]
    if table.best_seat == partner:
        if place == 3 or _stands(table, best, others, seat + 1 & 3):
            return _throw_low(table, losers) if losers else winners & -winners
        if not winners & led:
            # Ruffing the partner's good card wins nothing.
            return _throw_low(table, losers) if losers and _height(best) >= 9 else winners & -winners
        high = _lowest_equal(_top(winners & led), winners & led, others)
        between = others & led & (high - 1) & -(best << 1)
        return high if between else _throw_low(table, losers) if losers else winners & -winners
    if place == 3:
        return winners & -winners
    following = winners & led
    if following:
        high = _lowest_equal(_top(following), following, others)
        if _stands(table, high, others, seat + 1 & 3) or place == 2 or not losers:
            return high
        return losers & -losers
    if place == 2 and table.void[seat + 1 & 3] & led and losers:
        # Who follows may ruff higher.
        sure = [card for card in each(winners) if not others & SPADES & -(card << 1)]
        return sure[0] if sure else winners & -winners
    return winners & -winners


def _duck(table: Table, winners: int, losers: int) -> int:
    """Take no trick: the highest card that does not, else the highest, or hope for a higher one."""
    if losers:
        return _throw_high(losers, table.led)
    return _top(winners) if table.on_table == 3 else winners & -winners


def _throw_high(losers: int, led: int) -> int:
    """The card that is most likely to take a trick later."""
    return _top(losers) if losers & led else _riskiest(losers)


def _throw_low(table: Table, losers: int) -> int:
    """The card that is worth least: no spade, no high one, rather from a short suit than a guarded one."""
    if losers & table.led:
        return losers & -losers
    hand, others = table.hands[table.turn], table.alive & ~table.hands[table.turn]
    best, card = 99, 0
    for suit in SIDE_SUITS:
        if held := losers & suit:
            low = held & -held
            count = held.bit_count()
            higher = (others & suit & -(_top(held) << 1)).bit_count()
            guard = 12 if count <= higher + 1 and higher <= 2 else 0  # K x, Q x x: keep them
            master = 12 if not others & suit & -(low << 1) else 0
            value = _height(low) + guard + master + (count if hand & SPADES else 0)
            if value < best:
                best, card = value, low
    return card or losers & -losers


def _stands(table: Table, card: int, others: int, after: int) -> bool:
    """Whether a card that is best now will stay so, as far as can be known; `after` plays next."""
    if others & SUIT[card] & -(card << 1) & ~table.void[after]:
        return False
    return bool(card & SPADES) or not (table.void[after] & table.led and others & SPADES & ~table.void[after])


# ---------------------------------------------------------------------- leading


def _lead(table: Table, legal: int) -> int:
    seat = table.turn
    partner, hand = seat ^ 2, table.hands[seat]
    others = table.alive & ~hand
    if table.nil:
        if table.nil >> partner & 1:
            return _covering_lead(table, legal, others)
        targets = [other for other in (seat + 1 & 3, seat + 3 & 3) if table.nil >> other & 1]
        if targets and can_spare(table, seat):
            return _low_lead(table, legal, others, table.void[targets[0]])
    if not wants(table, seat):
        return _safest_lead(table, legal)
    return _winning_lead(table, legal, others) or _building_lead(table, legal, others)


def _covering_lead(table: Table, legal: int, others: int) -> int:
    """For a partner with a Nil: where the partner is void, or high cards."""
    partner, best, card = table.turn ^ 2, -99, 0
    for suit in SUIT_MASKS:
        if held := legal & suit:
            high = _top(held)
            value = 3 * _height(high) - 8 * (others & suit & -(high << 1)).bit_count()
            if table.void[partner] & suit:
                value += 40
            if value > best:
                best, card = value, high
    return card


def _low_lead(table: Table, legal: int, others: int, void: int) -> int:
    """To set a Nil: a card that the Nil may have to beat."""
    best, card = 99, 0
    for suit in SUIT_MASKS:
        if held := legal & suit:
            low = held & -held
            value = 3 * (others & suit & (low - 1)).bit_count() + (20 if void & suit else 0)
            if value < best:
                best, card = value, low
    return card


def _winning_lead(table: Table, legal: int, others: int) -> int:
    """A card that nobody can beat, where nobody is likely to ruff; 0 if there is none."""
    seat = table.turn
    against = table.void[seat + 1 & 3] | table.void[seat + 3 & 3]
    spades_out = others & SPADES
    best, card = 0, 0
    for suit in SIDE_SUITS:
        if held := legal & suit:
            high = _top(held)
            out = others & suit
            if not out & -(high << 1) and not (spades_out and against & suit) and out.bit_count() > best:
                best, card = out.bit_count(), high
    if card:
        return card
    if spades := legal & SPADES:
        high = _top(spades)
        if not spades_out & -(high << 1) and (spades_out or not legal & ~SPADES):
            return high
    return 0


def _building_lead(table: Table, legal: int, others: int) -> int:
    """A low card that gives little away: from a short suit to ruff later, or towards the partner."""
    seat, hand = table.turn, table.hands[table.turn]
    partner_void, against = table.void[seat ^ 2], table.void[seat + 1 & 3] | table.void[seat + 3 & 3]
    can_ruff, spades_out = hand & SPADES, others & SPADES
    best, card = -99, 0
    for suit in SUIT_MASKS:
        if held := legal & suit:
            low, high, count = held & -held, _top(held), held.bit_count()
            above = (others & suit & -(high << 1)).bit_count()
            value = -_height(low)
            if suit == SPADES:
                value -= 6 if count < 4 else 0
            else:
                if can_ruff and count <= 2:
                    value += 6 - 2 * count
                if above and above < count and above <= 2:
                    value -= 8  # K x, Q x x: let others lead it
                if spades_out and against & suit:
                    value -= 4
                if partner_void & suit and spades_out:
                    value += 6
            if value > best:
                best, card = value, low
    return card


# ---------------------------------------------------------------------- bits


def _top(cards: int) -> int:
    return 1 << cards.bit_length() - 1


def _height(card: int) -> int:
    """0 for a two to 12 for an ace."""
    return (card.bit_length() - 1) % 13


def _lowest_equal(card: int, held: int, others: int) -> int:
    """The lowest of the held cards that is as good as `card`: nobody else has one between."""
    below = others & SUIT[card] & (card - 1)
    same = held & SUIT[card] & -(_top(below) << 1 if below else 1) & ((card << 1) - 1)
    return same & -same
