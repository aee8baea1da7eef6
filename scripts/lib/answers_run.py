"""What was answered while callers hung up, held against the database, until that is enough.

    python3 scripts/lib/answers_run.py next LOG NAME…     prints the fault that is to be run next and its round, or nothing
    python3 scripts/lib/answers_run.py write LOG OUT      writes the page             (both called by scripts/faults)
"""

import json
import sys
from pathlib import Path

NEEDED_STATUSES = 100_000
NEEDED_PURCHASES = 10_000


def read(log):
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def sums(runs):
    total = lambda key: sum(run[key] for run in runs)
    return total("answered"), total("placings"), total("payments")


def is_enough(runs):
    statuses, placings, payments = sums(runs)
    return statuses >= NEEDED_STATUSES and placings + payments >= NEEDED_PURCHASES


def next_fault(runs, names):
    """The fault that has passed least often, the first of those; none where all have passed and that is enough."""
    rounds = {name: sum(run["fault"] == name and run["passed"] for run in runs) for name in names}
    name = min(names, key=lambda name: rounds[name])
    if rounds[name] > 0 and is_enough(runs):
        return None
    return name, rounds[name]


def row(run):
    late = [run["notes"].get(f"{what} made again, the last answer after, ms") for what in ("placings", "payments")]
    again = [value / 1000 for value in late if value is not None]
    cells = [
        f"`{run['fault']}`",
        "passed" if run["passed"] else "**failed**",
        f"{run['answered']:,}",
        f"{run['placings']:,}",
        f"{run['payments']:,}",
        f"{run['lost']} / {run['doubled']}",
        " / ".join(f"{seconds:.2f} s" for seconds in again) or "–",
        f"{run['seconds']} s",
        f"{run['build']}, {run['commit'] or '–'}",
    ]
    return "| " + " | ".join(cells) + " |"


def page(runs):
    statuses, placings, payments = sums(runs)
    lost, doubled = (sum(run[key] for run in runs) for key in ("lost", "doubled"))
    lines = [
        "# What was answered while callers hung up",
        "",
        "Three of ten status reports, placings and payments were sent first by a caller who hung up 0 to 50 ms after the last byte, and",
        "then again with the same name or key (`scripts/faults --answers`), on SQLite and on PostgreSQL, over a path that was",
        "slow or froze and with a failover. Every answer was held against the database, read over a connection of its own.",
        "",
        f"**{statuses:,} statuses, {placings:,} placings and {payments:,} payments were answered: {lost} lost, {doubled} doubled.**",
        "",
    ]
    if not is_enough(runs):
        needed = f"{NEEDED_STATUSES:,} statuses and {NEEDED_PURCHASES:,} placings and payments"
        lines += [f"This run is not whole: a full one has at least {needed}.", ""]
    lines += [
        "*Again* is how late the last answer came to a placing and to a payment that was made again with its key: after it was",
        "sent, or after the path to the database was free.",
        "",
        "| fault | | statuses | placings | payments | lost / doubled | again | took | build |",
        "|---|---|---:|---:|---:|---:|---:|---:|---|",
        *map(row, runs),
        "",
    ]
    return "\n".join(lines)


def main():
    runs = read(Path(sys.argv[2]))
    if sys.argv[1] == "next":
        found = next_fault(runs, sys.argv[3:])
        print(*(found or ()))
    else:
        out = Path(sys.argv[3])
        out.write_text(page(runs))
        print(f"{out}: " + ", ".join(f"{many:,}" for many in sums(runs)) + " statuses, placings, payments")


main()
