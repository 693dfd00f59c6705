"""Prints the table of figures after the timings."""

from headlines import table


def pytest_terminal_summary(terminalreporter, config):
    session = getattr(config, "_benchmarksession", None)
    if session is not None and session.benchmarks:
        terminalreporter.section("figures, limits and peers of this run")
        for line in table([bench for bench in session.benchmarks if not bench.has_error and bench.stats.rounds]):
            terminalreporter.write_line(line)
