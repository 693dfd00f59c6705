"""What `make bench` prints at its end: one table of figures, limits, and peers measured in the same run."""

HEADER = ("figure", "measured", "unit", "limit", "peer", "theirs", "ratio")
KEY = "headlines"


def headline(benchmark, value, unit, *, name=None, least=None, most=None, peers=None):
    """Keep a figure of a benchmark for the table, and hold it to its limit.

    `peers` maps the name of a peer to its figure in the same unit. ratio: how many times better than the peer.
    """
    limit = shown(most) if least is None else f"at least {shown(least)}"
    rows = benchmark.extra_info.setdefault(KEY, [])
    for peer, theirs in (peers or {"": None}).items():
        speeds = unit.endswith("a second")
        ratio = None if theirs is None else value / theirs if speeds else theirs / value
        rows.append([name or benchmark.name.removeprefix("test_"), value, unit, limit, peer, theirs, ratio])
    assert least is None or value >= least
    assert most is None or value <= most


def table(benchmarks):
    """The lines of the table; a benchmark that names no figure has the least time of its rounds."""
    rows = []
    for bench in benchmarks:
        module = bench.fullname.split("::")[0].rpartition("test_bench_")[2].removesuffix(".py")
        least = [[bench.name.removeprefix("test_"), bench.stats.min * 1e3, "ms", "", "", None, None]]
        for name, *rest in bench.extra_info.get(KEY, least):
            rows.append([f"{module}: {name}", *map(shown, rest)])
    widths = [max(len(row[i]) for row in [HEADER, *rows]) for i in range(len(HEADER))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [HEADER, *rows]
    ]


def shown(value):
    """Three digits, and thousands apart."""
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
