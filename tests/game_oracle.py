"""The rules of whole games of Farkle, held against the record of one: every turn, every change of the scores, the end.

A second reading of the rules: nothing is played here, and nothing of the game that was played is used but its record.
"""

from fractions import Fraction

from tabletop_odds.farkle.rules import State, bank_minimum, keeps, must_roll


def check(record, rules, players):
    """AssertionError unless the game went as the rules say: order, turns, scores, and how it ended."""
    team = {seat: seats for seats in rules.teams or tuple((s,) for s in range(players)) for seat in seats}
    opened, farkles, scores = [rules.opening is None] * players, [0] * players, (0,) * players
    offer, reached = None, None
    for number, turn in enumerate(record.turns):
        seat, total, n = turn.seat, turn.turn_total, turn.dice_left
        assert seat == number % players
        assert number == 0 or seat != reached
        fresh = (total, n) == (0, rules.dice)
        if not fresh:
            assert offer is not None
            assert (total, n) == (offer[0] if rules.piggy_back == "inherit" else 1000, offer[1])
        for i, (roll, kept) in enumerate(turn.turn.rows):
            assert len(roll) == n
            offers = {keep.dice: keep for keep in keeps(roll, rules)}
            if kept:
                total, n = total + offers[kept].points, offers[kept].dice_left
            elif not offers and rules.nothing_scores and n == rules.dice:
                total += rules.nothing_scores - 1000 * (i == 0 and not fresh and rules.piggy_back == "bonus")
            else:
                assert not offers
                assert turn.turn.farkle
        if turn.turn.farkle:
            assert turn.turn.turn_total == 0
        elif n > 0:
            assert turn.turn.turn_total == total
            assert must_roll(State(total, n, opened[seat], farkles[seat]), rules) is None
            assert total >= bank_minimum(opened[seat], rules)
        change = {s: turn.scores[s] - scores[s] for s in range(players) if turn.scores[s] != scores[s]}
        assert all({change.get(s) for s in team[one]} == {points} for one, points in change.items())
        check_change(change, turn, total, n, opened, farkles, scores, rules, team)
        offer = (total, n) if rules.piggy_back and not turn.turn.farkle and n > 0 else None
        if turn.turn.farkle:
            farkles[seat] = (farkles[seat] + 1) % 3
        elif n > 0:
            farkles[seat], opened[seat] = 0, True
        scores = turn.scores
        if reached is None and scores[seat] >= rules.target and not rules.exact_target:
            reached = seat
    assert scores == record.scores
    assert sum(share * Fraction(1, len(team[seat])) for seat, share in enumerate(record.shares)) == 1
    check_end(record, reached, n, rules, players)


def check_change(change, turn, total, n, opened, farkles, scores, rules, team):
    """What a turn changed of the scores."""
    seat = turn.seat
    if turn.turn.farkle:
        third = rules.three_farkles is not None and farkles[seat] == 2
        fallen = scores[seat] - (rules.three_farkles or 0)
        if not rules.below_zero:
            fallen = max(fallen, 0) if opened[seat] else scores[seat]
        assert change == (dict.fromkeys(team[seat], fallen - scores[seat]) if third and fallen != scores[seat] else {})
    elif n == 0:
        assert change == {}
    elif not rules.exact_target or scores[seat] + total <= rules.target:
        assert change == dict.fromkeys(team[seat], total)
    else:
        others = [s for s in range(len(scores)) if s not in team[seat]]
        lowest = min(scores[s] for s in others)
        assert set(change.values()) <= {total}
        assert bool(change) == (lowest + total <= rules.target)
        assert all(scores[s] == lowest for s in change)


def check_end(record, reached, n, rules, players):
    """A game ends as its rules say, and the win goes where they say."""
    last = record.turns[-1]
    if n == 0:  # six ones
        assert record.shares[last.seat] == 1
    elif rules.exact_target:
        assert {s for s, share in enumerate(record.shares) if share} == {
            s for s, score in enumerate(record.scores) if score == rules.target
        }
    elif rules.end == "sudden_death":
        assert reached == last.seat
        assert record.shares[last.seat] == 1
    else:
        over = (last.seat + 1) % players
        assert over == (reached if rules.end == "last_turn" else 0)
        best = max(record.scores)
        assert all(record.scores[s] == best for s, share in enumerate(record.shares) if share)
        if rules.tie == "shared":
            assert all(share for s, share in enumerate(record.shares) if record.scores[s] == best)
        else:
            assert set(record.shares) <= {0, 1}
