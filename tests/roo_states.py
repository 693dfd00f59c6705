"""Rule sets, sides and games of Roo at random, and each option value alone."""

from hypothesis import strategies as st

from tabletop_odds.roo.rules import LAYOUTS, WORDS, Rules
from tabletop_odds.roo.state import Side, State, sorted_cards

OPTIONS = [
    {},
    *({name: word} for name, words in WORDS.items() for word in words),
    *({"layout": layout} for layout in (*LAYOUTS, ("RBGY", "YYYY", "GBRR", "BBBB"))),
    *({name: True} for name in ("slide", "jump", "finish_round")),
    *({name: False} for name in ("slide", "jump", "finish_round")),
    *({"hand_limit": limit} for limit in (5, 7, 16)),
    *({"players": players} for players in (1, 2, 3, 4)),
    *({"hand_size": size} for size in (1, 3, 11)),
    {"target_cells": ((0, 0),)},
    {"target_cells": ((3, 3), (1, 1))},
    {"max_rounds": 3},
]


@st.composite
def rule_sets(draw):
    """Any consistent set of options, sizes 2 to 4."""
    size = draw(st.sampled_from((2, 3, 4)))
    words = {name: draw(st.sampled_from(words)) for name, words in WORDS.items()}
    bools = {name: draw(st.booleans()) for name in ("slide", "jump", "finish_round")}
    cells = st.tuples(*[st.integers(0, size - 1)] * 2)
    targets = draw(st.lists(cells, min_size=1, max_size=min(3, size), unique=True))
    hand_size = draw(st.integers(1, size**2 - 1 - (0 if words["targets"] == "marked" else len(targets))))
    return Rules(
        size=size,
        players=draw(st.integers(1, 4)),
        hand_size=hand_size,
        hand_limit=draw(st.none() | st.integers(hand_size, size**2)),
        target_cells=targets,
        layout=draw(st.sampled_from(LAYOUTS[: 3 if size == 4 else 2])),
        max_rounds=draw(st.integers(1, 80)),
        **words,
        **bools,
    )


def random_side(rules, luck):
    """Any side: every card on some cell, in the hand, in the pile or discarded; `luck` is a random.Random."""
    cards = luck.sample(rules.cards, len(rules.cards))
    most = len(cards) if rules.hand_limit is None else rules.hand_limit
    hand = luck.randint(0, min(most, len(cards)))
    lying = luck.randint(0, len(cards) - hand)
    pile = luck.choice((0, luck.randint(0, len(cards) - hand - lying), len(cards) - hand - lying))
    board = [""] * rules.size**2
    for cell, card in zip(luck.sample(range(rules.size**2), lying), cards[hand:], strict=False):
        board[cell] = card
    rest = cards[hand + lying :]
    targets = tuple(luck.sample(rules.cards, len(rules.target_cells)))
    hand, pile, discards = map(sorted_cards, (cards[:hand], rest[:pile], rest[pile:]))
    return Side(tuple(board), hand, pile, targets, discards)


def random_state(rules, luck):
    """Any state, somebody's turn in some round."""
    sides = tuple(random_side(rules, luck) for _ in range(rules.players))
    return State(sides, luck.randrange(rules.players), luck.randrange(rules.max_rounds), luck.random() < 0.3)
