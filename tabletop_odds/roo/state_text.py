"""States of Roo as text: read, written in one line, and drawn."""

from __future__ import annotations

from itertools import chain

from tabletop_odds.settings import in_range

from .rules import Rules
from .state import EMPTY, Side, State, sorted_cards

EXAMPLE = '"> . R2 . . / . . . . / . . . . / . . . .; hand B1 B2; targets R2 B1 G3"'


def written(state: State) -> str:
    """The one line that `parsed` reads back."""
    sides = " | ".join(("> " if seat == state.player else "") + _side(side) for seat, side in enumerate(state.sides))
    return sides + (f"; round {state.round + 1}" if state.round else "") + ("; last round" if state.last_round else "")


def _side(side: Side) -> str:
    size = round(len(side.board) ** 0.5)
    cells = [card or "." for card in side.board]
    rows = " / ".join(" ".join(cells[i : i + size]) for i in range(0, len(cells), size))
    named = (("hand", side.hand), ("targets", side.targets), ("discards", side.discards))
    return "; ".join([rows, *(f"{name} {' '.join(cards) or '-'}" for name, cards in named)])


def drawn(state: State) -> str:
    """A drawing of letters, one side below the other."""
    lines = []
    for seat, side in enumerate(state.sides):
        size = round(len(side.board) ** 0.5)
        for i in range(0, len(side.board), size):
            mark = ">" if seat == state.player and i == 0 else " "
            lines.append(mark + "".join(f"{card or '.':>3}" for card in side.board[i : i + size]))
        hand = " ".join(side.hand) or "-"
        lines.append(f"  hand {hand}, targets {' '.join(side.targets)}, pile {len(side.pile)}")
    return "\n".join(lines)


def parsed(text: object, rules: Rules) -> State:
    """The state that a text describes. Raises ValueError for one that describes none."""
    if not isinstance(text, str):
        raise ValueError(f"state {text!r}: a text is needed, such as {EXAMPLE}")
    parts = [part.strip() for part in text.replace("\n", " ").split("|")]
    if len(parts) != rules.players:
        raise ValueError(f"state {text!r}: {len(parts)} sides, but the rules have players={rules.players}")
    *_, tail = parts
    tail, last_round, round_number = _ending(tail, text, rules)
    parts[-1] = tail
    to_act = [seat for seat, part in enumerate(parts) if part.startswith(">")]
    if len(to_act) > 1 or (not to_act and rules.players > 1):
        raise ValueError(f'state {text!r}: one side has ">" before it, the one to act')
    sides = tuple(_parsed_side(part.removeprefix(">").strip(), text, rules) for part in parts)
    return State(sides, to_act[0] if to_act else 0, round_number, last_round)


def _ending(tail: str, text: str, rules: Rules) -> tuple[str, bool, int]:
    """The last side without "round 7" and "last round" behind it."""
    fields = [part.strip() for part in tail.split(";")]
    last_round, number = False, 1
    while len(fields) > 1 and fields[-1].partition(" ")[0] in ("round", "last"):
        word, _, rest = fields.pop().partition(" ")
        if word == "last" and rest == "round":
            last_round = True
        elif word == "round" and rest.isdecimal() and rest.isascii():
            number = in_range("round", int(rest), 1, rules.max_rounds)
        else:
            raise ValueError(f"state {text!r}: {word} {rest!r} must be a round, as in round 7, or last round")
    return "; ".join(fields), last_round, number - 1


def _parsed_side(part: str, text: str, rules: Rules) -> Side:
    board_text, *fields = (field.strip() for field in part.split(";"))
    rows = [row.split() for row in board_text.split("/")]
    if len(rows) != rules.size or any(len(row) != rules.size for row in rows):
        raise ValueError(f"state {text!r}: {rules.size} rows of {rules.size} cells are needed, divided by /")
    board = tuple(EMPTY if cell == "." else _card(cell, text, rules) for cell in chain(*rows))
    names = ("hand", "targets", "discards")
    found: dict[str, tuple[str, ...]] = {}
    for field in filter(None, fields):
        name, _, words = field.partition(" ")
        if name not in names or name in found:
            raise ValueError(f"state {text!r}: {name!r} must be one of {', '.join(names)}, each once a side")
        found[name] = tuple(_card(word, text, rules) for word in words.replace(",", " ").split() if word != "-")
    targets = found.get("targets", ())
    if len(targets) != len(rules.target_cells) or len(set(targets)) < len(targets):
        raise ValueError(f"state {text!r}: {len(rules.target_cells)} different targets are needed (RO-2)")
    hand, discards = (sorted_cards(found.get(name, ())) for name in ("hand", "discards"))
    if rules.hand_limit is not None and len(hand) > rules.hand_limit:
        raise ValueError(
            f"state {text!r}: a hand of {len(hand)}, but the rules have hand_limit={rules.hand_limit} (R13)"
        )
    seen = [*filter(None, board), *hand, *discards]
    if twice := [card for card in seen if seen.count(card) > 1]:
        raise ValueError(f"state {text!r}: {twice[0]} is there twice, and there is one of each (RO-1)")
    pile = [card for card in rules.cards if card not in seen]
    return Side(board, hand, sorted_cards(pile), targets, discards)


def _card(word: str, text: str, rules: Rules) -> str:
    card = word.upper()
    if card not in rules.cards:
        cards = rules.cards
        raise ValueError(f"state {text!r}: card {word!r} must be one of {cards[0]} to {cards[-1]}, as R3 for the red 3")
    return card
