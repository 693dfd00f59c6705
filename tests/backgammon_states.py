"""Backgammon positions at random for the tests, and a slow second reading of the rules: one signed list of 26 points,
every order of the dice and of single steps."""

from random import Random

from hypothesis import strategies as st

from tabletop_odds.backgammon.board import Match, State


def boards(most=15, points=24):
    """Any board that a game could show, each side with 1 to `most` checkers on up to `points` of its own points."""
    return st.builds(board_of, st.integers(0, 2**32 - 1), st.just(most), st.just(points))


def board_of(seed, most, points):
    luck = Random(seed)
    whose = luck.choices("mt-", k=24)
    mine, theirs = [0] * 25, [0] * 25
    for side, name, owners in ((mine, "m", whose), (theirs, "t", whose[::-1])):
        places = [p for p in range(points) if owners[p] == name]
        places = luck.sample(places, luck.randint(0, len(places)))
        if luck.random() < 0.25 or not places:
            places.append(24)
        for _ in range(luck.randint(1, most)):
            side[luck.choice(places)] += 1
    return State(tuple(mine), tuple(theirs))


@st.composite
def matches(draw):
    length = draw(st.integers(1, 40) | st.just(2**15 - 1))
    mine, theirs = (draw(st.integers(0, length - 1)) for _ in range(2))
    return Match(length, mine, theirs, crawford=max(mine, theirs) == length - 1 and draw(st.booleans()))


@st.composite
def states(draw):
    """Boards with any cube, dice, score, and doubles offered."""
    board = draw(boards())
    cube, owner = 2 ** draw(st.integers(0, 15)), draw(st.sampled_from(("centre", "mine", "theirs")))
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    dice = dice and (max(dice), min(dice))
    doubled = dice is None and owner != "theirs" and draw(st.booleans())
    return State(board.mine, board.theirs, cube, owner, dice, draw(st.none() | matches()), doubled)


def signed(state):
    """The board of the player on roll, 1 to 25 the bar: own checkers above 0, the other's below; its bar at the end."""
    board = [0, *(state.mine[p - 1] - state.theirs[24 - p] for p in range(1, 25)), state.mine[24], -state.theirs[24]]
    return tuple(board)


def finals(state, roll):
    """The boards, as `signed`, that a roll may be played to."""
    high, low = max(roll), min(roll)
    reached = {}  # board: the most dice with which it is reached, and the dice used

    def step(board, dice, used):
        reached.setdefault(board, set()).add(used)
        for i, die in enumerate(dice):
            for start in range(1, 26):
                after = moved(board, start, die)
                key = (after, (*dice[:i], *dice[i + 1 :]))
                if after and key not in seen:
                    seen.add(key)
                    step(*key, (*used, die))

    seen = set()
    step(signed(state), (high,) * 4 if high == low else (high, low), ())
    most = max(len(used) for ways in reached.values() for used in ways)
    best = {board: [used for used in ways if len(used) == most] for board, ways in reached.items()}
    best = {board: ways for board, ways in best.items() if ways}
    if most == 1 and any((high,) in ways for ways in best.values()):
        best = {board: ways for board, ways in best.items() if (high,) in ways}
    return set(best)


def moved(board, start, die):
    """The board after one checker has moved, or None where it may not."""
    if board[start] <= 0 or (board[25] > 0 and start != 25):
        return None
    after, end = list(board), start - die
    after[start] -= 1
    if end < 1:
        if any(count > 0 for count in board[7:26]):
            return None
        if end < 0 and any(board[p] > 0 for p in range(start + 1, 7)):
            return None
    elif board[end] < -1:
        return None
    elif board[end] == -1:
        after[end] = 1
        after[26] -= 1
    else:
        after[end] += 1
    return tuple(after)
