"""A sample against the distribution that it should come from."""

from collections import Counter

from scipy import stats


def fits(sample, distribution):
    """Chi-square p-value of sampled outcomes; the rarest are pooled until each cell expects five."""
    seen = Counter(sample)
    assert set(seen) <= set(distribution), "an outcome that cannot be"
    n = seen.total()
    cells, rare = [], [0, 0.0]
    for outcome, probability in distribution.items():
        if n * probability < 5:
            rare = [rare[0] + seen[outcome], rare[1] + n * probability]
        else:
            cells.append((seen[outcome], n * probability))
    if rare[1] > 0:
        cells.append(tuple(rare))
    if len(cells) == 1:
        return 1.0
    observed, expected = zip(*cells, strict=True)
    return stats.chisquare(observed, expected).pvalue
