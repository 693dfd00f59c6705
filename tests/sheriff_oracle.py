"""Sheriff of Nottingham read a second time: a slow game on Counters and lists, written from the rulebook.

Nothing of the phases, debts, scoring or readable game is imported: the State that a policy looks at is built afresh
from the Counters each time. `play` plays one game and returns what `game_by_rules` should have come to.
"""

from collections import Counter
from fractions import Fraction
from itertools import product

from tabletop_odds.sheriff.state import Declaration, Offer, Player, State, observation
from tabletop_odds.streams import Stream


class Seat:
    """What one player has: Counters, as a pile of cards in no order."""

    def __init__(self, gold):
        self.gold, self.hand, self.bag, self.stand, self.shown = gold, *(Counter() for _ in range(4))
        self.declared, self.took, self.gave, self.drew, self.intent = None, (), (), 0, 0
        self.honest = self.lies = 0


class Table:
    """One game under way; `log` tells of every bag that was handled."""

    def __init__(self, rules, seed, game, first=None):
        self.rules, self.seed, self.game = rules, seed, game
        self.names = [good.name for good in rules.goods]
        self.good = {good.name: good for good in rules.goods}
        self.seats = [Seat(rules.gold) for _ in range(rules.players)]
        self.luck = Stream.of(seed, game, 9, 0)
        self.sheriff = self.luck.below(rules.players) if first is None else first
        self.round, self.reshuffles, self.log = 0, 0, []
        self.piles = {"left": [], "right": []}
        cards = []
        for good in rules.goods:
            number = good.cards_at_3 if rules.players == 3 else good.cards
            cards += [good.name] * (number if rules.royals or good.kind != "royal" else 0)
        self.draw = self.shuffle(cards)
        del self.draw[: rules.removed]
        for seat in self.seats:
            for _ in range(rules.hand_size):
                seat.hand[self.draw.pop()] += 1
        for pile in ("left", "right"):
            for _ in range(5):
                self.piles[pile].append(self.draw.pop())

    def shuffle(self, cards):
        cards, i = list(cards), len(cards)
        while i > 1:
            j, i = self.luck.below(i), i - 1
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    def draw_card(self):
        """The top of the draw pile, made anew if need be; None where there is no card (SH-20)."""
        if not self.draw:
            fresh = []
            for pile in ("left", "right"):
                cards = self.piles[pile]
                low, top = cards[: max(0, len(cards) - 5)], cards[max(0, len(cards) - 5) :]
                out, stay = (low, top) if self.rules.reshuffle == "all_but_top5" else (top, low)
                fresh += out
                self.piles[pile] = stay
            self.draw = self.shuffle(fresh)
            self.reshuffles += 1 if fresh else 0
        return self.draw.pop() if self.draw else None

    def fill(self, seat):
        """Draws until the hand is full; how many cards came."""
        came = 0
        while self.seats[seat].hand.total() < self.rules.hand_size:
            card = self.draw_card()
            if card is None:
                break
            self.seats[seat].hand[card] += 1
            came += 1
        return came

    def merchants(self):
        n = len(self.seats)
        return [(self.sheriff + step) % n for step in range(1, n)]

    def row(self, cards):
        return tuple(name for name in self.names for _ in range(cards[name]))

    def state(self):
        players = []
        for s in self.seats:
            legal = Counter({name: k for name, k in s.stand.items() if self.good[name].kind == "legal"})
            players.append(
                Player(
                    s.gold, self.row(s.hand), self.row(s.bag), s.declared, self.row(legal), self.row(s.stand - legal),
                    s.took, s.gave, s.drew, s.honest, s.lies, s.intent, self.row(s.shown),
                )
            )  # fmt: skip
        piles = (tuple(self.piles["left"]), tuple(self.piles["right"]), tuple(self.draw))
        return State(tuple(players), self.sheriff, self.round, *piles, self.reshuffles)

    def market(self, seat, market):
        """SH-5 to SH-8."""
        s = self.seats[seat]
        s.hand -= Counter(market.set_aside)
        taken = [self.piles[pile].pop() for pile in ("left", "right") for _ in range(getattr(market, pile))]
        s.hand.update(taken)
        s.drew = self.fill(seat)
        for card in market.set_aside:
            self.piles[market.pile].append(card)
        s.took, s.gave, s.intent = tuple(taken), tuple(market.set_aside), market.intent

    def load(self, seat, load):
        """SH-9, SH-10."""
        s = self.seats[seat]
        s.bag = Counter(load.bag)
        s.hand -= s.bag
        s.declared = Declaration(len(load.bag), load.good)

    def give(self, giver, receiver, gold, cards, openly=False):
        """What pays a debt is shown to all; what was shown once is known from then on (SH-18)."""
        self.seats[giver].gold -= gold
        self.seats[receiver].gold += gold
        hidden = Counter({name: k for name, k in cards.items() if self.good[name].kind != "legal"})
        known = hidden if openly else hidden & self.seats[giver].shown
        self.seats[giver].shown -= known
        self.seats[receiver].shown += known
        self.seats[giver].stand -= cards
        self.seats[receiver].stand += cards

    def let_pass(self, seat, offer):
        """SH-12, SH-13, SH-17."""
        s = self.seats[seat]
        self.give(seat, self.sheriff, offer.gold, Counter(offer.stand))
        promised = s.bag & Counter(offer.bag)
        s.stand += s.bag - promised
        self.seats[self.sheriff].stand += promised
        s.bag = Counter()

    def open_bag(self, seat, policies, luck):
        """SH-14, SH-15, SH-18: what is due to the Sheriff, and the goods that settled what gold did not."""
        s, sheriff = self.seats[seat], policies[self.sheriff]
        true = Counter({s.declared.good: s.bag[s.declared.good]})
        false = s.bag - true
        if false:
            row = self.row(false)
            if sheriff.confiscate is None:
                pile, cards = ("left", "right")[luck[self.sheriff].below(2)], row
            else:
                seen = observation(self.state(), self.sheriff, suspect=seat)
                pile, cards = sheriff.confiscate(seen, row, self.rules, luck[self.sheriff])
            self.piles[pile].extend(cards)
            s.lies += 1
            debtor, creditor, fine = seat, self.sheriff, sum(self.good[name].penalty for name in row)
        else:
            s.honest += 1
            debtor, creditor, fine = self.sheriff, seat, s.bag.total() * self.good[s.declared.good].penalty
        s.stand += true
        s.bag = Counter()
        gold = min(fine, self.seats[debtor].gold)
        cards = ()
        if fine > gold and policies[debtor].pay is not None:
            cards = policies[debtor].pay(observation(self.state(), debtor, suspect=seat), fine - gold, self.rules)
        elif fine > gold:
            cards = settlement(self.row(self.seats[debtor].stand), fine - gold, self.good)
        self.give(debtor, creditor, gold, Counter(cards), openly=True)
        return fine if false else -fine, tuple(sorted(cards))

    def bargain(self, seat, policies, luck, bound):
        """SH-12: at most three offers; the last one, and whether the bag passes."""
        asked = offer = None
        merchant, sheriff = policies[seat], policies[self.sheriff]
        for _ in range(3):
            if merchant.offer:
                seen = observation(self.state(), seat, suspect=seat, offer=offer, asked=asked, bound=tuple(bound))
                offer = merchant.offer(seen, self.rules, luck[seat])
            seen = observation(self.state(), self.sheriff, suspect=seat, offer=offer, asked=asked, bound=tuple(bound))
            answer = sheriff.decide(seen, self.rules, luck[self.sheriff])
            if isinstance(answer, str):
                return offer, answer == "pass"
            asked = answer
        return offer, False

    def play_round(self, policies):
        luck = [Stream.of(self.seed, self.game, seat, self.round) for seat in range(len(self.seats))]
        self.luck = Stream.of(self.seed, self.game, 9, self.round + 1)
        for seat in self.merchants():
            seen = observation(self.state(), seat)
            self.market(seat, policies[seat].market(seen, self.rules, luck[seat]))
        table = self.state()
        loads = {
            seat: policies[seat].load(observation(table, seat), self.rules, luck[seat])
            for seat in self.merchants()
            if self.seats[seat].hand.total()
        }
        for seat, load in loads.items():
            self.load(seat, load)
        left, bound = list(loads), []
        while left:
            seat = left[0]
            if policies[self.sheriff].order:
                seen = observation(self.state(), self.sheriff, bound=tuple(bound))
                seat = policies[self.sheriff].order(seen, self.rules, luck[self.sheriff])[0]
            left.remove(seat)
            bag, offer, passes = self.row(self.seats[seat].bag), None, False
            if seat not in bound:
                offer, passes = self.bargain(seat, policies, luck, bound)
            fine, goods = 0, ()
            if passes:
                self.let_pass(seat, offer or Offer())
                bound += offer.inspect if offer else ()
            else:
                fine, goods = self.open_bag(seat, policies, luck)
            self.log.append((self.round, seat, bag, offer, passes, fine, goods))
        for seat in (*self.merchants(), self.sheriff):
            self.fill(seat)
        self.round, self.sheriff = self.round + 1, (self.sheriff + 1) % len(self.seats)
        for s in self.seats:
            s.declared, s.took, s.gave, s.drew, s.intent = None, (), (), 0, 0

    def totals(self):
        """SH-22 to SH-24, SH-26: gold, goods and bonuses."""
        totals = [s.gold + sum(k * self.good[name].value for name, k in s.stand.items()) for s in self.seats]
        for good in self.rules.goods:
            if good.kind == "legal":
                counts = [s.stand[good.name] for s in self.seats]
                for royal in self.rules.goods:
                    if royal.counts_as == good.name:
                        counts = [
                            c + royal.copies * s.stand[royal.name] for c, s in zip(counts, self.seats, strict=True)
                        ]
                earned = crowns(counts, good.king, good.queen)
                totals = [total + bonus for total, bonus in zip(totals, earned, strict=True)]
        return totals

    def shares(self):
        """SH-25."""
        rank = []
        for total, s in zip(self.totals(), self.seats, strict=True):
            parts = [0, 0]
            for name, k in s.stand.items():
                worth = self.good[name].value if self.rules.tiebreak == "points" else 1
                parts[self.good[name].kind != "legal"] += k * worth
            rank.append((total, *parts))
        winners = [place for place in rank if place == max(rank)]
        return [Fraction(place == max(rank), len(winners)) for place in rank]


def crowns(counts, king, queen):
    """SH-24, seat by seat: how many are ahead of me, how many are level with me."""
    earned = []
    for mine in counts:
        ahead, level = sum(c > mine for c in counts), sum(c == mine for c in counts)
        first = sum(c == max(counts) for c in counts)
        if mine == 0:
            earned.append(0)
        elif ahead == 0:
            earned.append(king if level == 1 else (king + queen) // level)
        elif first == 1 and ahead == 1:
            earned.append(queen // level)
        else:
            earned.append(0)
    return earned


def settlement(stand, debt, good):
    """SH-18 by trying every set of goods: least sum, fewest cards, smallest counts in the order of the table."""
    legal = [name for name in stand if good[name].kind == "legal"]
    rest = [name for name in stand if good[name].kind != "legal"]
    cards = cheapest(legal, debt, good)
    return cards + cheapest(rest, debt - sum(good[name].value for name in legal), good)


def cheapest(goods, debt, good):
    if debt <= 0:
        return ()
    if sum(good[name].value for name in goods) < debt:
        return tuple(goods)
    names = [name for name in good if name in goods]
    best = None
    for counts in product(*(range(goods.count(name) + 1) for name in names)):
        worth = sum(k * good[name].value for k, name in zip(counts, names, strict=True))
        if worth >= debt and (best is None or (worth, sum(counts), counts) < best):
            best = (worth, sum(counts), counts)
    return tuple(name for k, name in zip(best[2], names, strict=True) for _ in range(k))


def play(policies, rules, seed, game=0, first=None):
    """One whole game."""
    table = Table(rules, seed, game, first)
    for _ in range(9 if rules.players == 3 else 2 * rules.players):
        table.play_round(policies)
    return table
