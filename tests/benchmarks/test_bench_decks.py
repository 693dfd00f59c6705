"""Decks: nanoseconds a card dealt, beside numpy's own ways in the same run.

A round makes DEALS deals of six cards from a deck of 204 and allocates its result. `ns_a_card`, printed and in the
benchmark's extra information, is the least processor time of a round / (DEALS * 6), on one core; compilation is not
counted. numpy's rounds alternate with ours, so that a busy machine slows both; those that shuffle the whole deck for
each deal make fewer deals.
"""

from time import process_time

import numpy as np
import pytest
from headlines import headline

from tabletop_odds import decks

pytestmark = pytest.mark.bench
DEALS, SHUFFLES, CARDS = 500_000, 2_000, 6
SHERIFF = decks.Deck(dict(zip("abcdefgh", (48, 36, 36, 24, 22, 21, 12, 5), strict=True)))
CARD_BY_CARD = np.repeat(np.arange(8, dtype=np.uint8), SHERIFF.numbers)
MOST_NS = 5.0


def permuted(generator):
    generator.permuted(np.tile(CARD_BY_CARD, (SHUFFLES, 1)), axis=1)[:, :CARDS]


def argsort(generator):
    CARD_BY_CARD[np.argsort(generator.random((SHUFFLES, 204)), axis=1)[:, :CARDS]]


def multivariate_hypergeometric(generator):
    generator.multivariate_hypergeometric(SHERIFF.numbers, CARDS, size=DEALS, method="count")


PEERS = {permuted: SHUFFLES, argsort: SHUFFLES, multivariate_hypergeometric: DEALS}


def ns_a_card(work, deals, cards=CARDS):
    start = process_time()
    work()
    return (process_time() - start) / (deals * cards) * 1e9


def test_deal(benchmark):
    peer, ours = np.random.default_rng(1), []
    theirs = {way: [] for way in PEERS}

    def numpy_round():  # runs before each of our rounds, outside its clock
        for way, deals in PEERS.items():
            theirs[way].append(ns_a_card(lambda way=way: way(peer), deals))

    def our_round():
        ours.append(ns_a_card(lambda: decks.deal(SHERIFF, DEALS, CARDS, rng=1), DEALS))

    benchmark.pedantic(our_round, setup=numpy_round, rounds=15, warmup_rounds=1)
    best = min(ours)
    peers = {f"numpy {way.__name__}": min(times) for way, times in theirs.items()}
    headline(benchmark, best, "ns a card", name=f"deal, {CARDS} of {SHERIFF.total}", most=MOST_NS, peers=peers)


@pytest.mark.parametrize("cards", [5, 204])
def test_other_deals(benchmark, cards):
    deals, ours = DEALS * CARDS // cards, []

    def our_round():
        ours.append(ns_a_card(lambda: decks.deal(SHERIFF, deals, cards, rng=1), deals, cards))

    benchmark.pedantic(our_round, rounds=8, warmup_rounds=1)
    headline(benchmark, min(ours), "ns a card", name=f"deal, {cards} of {SHERIFF.total}")
