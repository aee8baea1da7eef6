"""Writes docs/fault-run.md: what the last run of each fault came to.

    python3 scripts/lib/fault_run.py LOG NAMES OUT    (called by scripts/faults --summary)
"""

import json
import sys
from pathlib import Path

NEEDED_EVENTS = 100_000


def last_runs(log):
    """The last line of each fault, in the order in which the faults were run first."""
    runs = {}
    for line in log.read_text().splitlines():
        run = json.loads(line)
        runs[run["fault"]] = run
    return list(runs.values())


def milliseconds(value):
    return f"{value / 1000:.2f} s" if value >= 1000 else f"{value:.0f} ms"


def worst_promise(run):
    """The promise that came nearest to its bound, by the later of watchers and boards."""
    def share(promise):
        return max(promise["arrivals"]["p99Ms"], promise["onBoards"]["p99Ms"]) / promise["withinMs"]

    promises = [promise for promise in run["promises"] if promise["arrivals"]["count"]]
    return max(promises, key=share, default=None)


def arrivals(run):
    """Of the load with the most arrivals: the usual one, where there are several."""
    nothing = {"count": 0, "p50Ms": 0, "p99Ms": 0, "maxMs": 0}
    return max((load["arrivals"] for load in run["loads"]), key=lambda spread: spread["count"], default=nothing)


def row(run):
    spread, worst = arrivals(run), worst_promise(run)
    kept = "–"
    if worst:
        late = max(worst["arrivals"]["p99Ms"], worst["onBoards"]["p99Ms"])
        kept = f"{milliseconds(late)} of {milliseconds(worst['withinMs'])}"
    cells = [
        f"`{run['fault']}`",
        "passed" if run["passed"] else "**failed**",
        f"{run['events']:,}",
        f"{run['frames']:,}",
        f"{run['lost']} / {run['doubled']} / {run['outOfOrder']}",
        milliseconds(spread["p50Ms"]),
        milliseconds(spread["p99Ms"]),
        kept,
        f"{run['seconds']} s",
        run["commit"] or "–",
    ]
    return "| " + " | ".join(cells) + " |"


def notes(run):
    for name, value in run["notes"].items():
        values = value if isinstance(value, list) else [value]
        text = ", ".join(f"{v:.2f}".rstrip("0").rstrip(".") if isinstance(v, float) else str(v) for v in values)
        yield f"- `{run['fault']}`: {name}: {text}"


def page(runs, names):
    bought = sum(run.get("placings", 0) + run.get("payments", 0) for run in runs)
    total = {key: sum(run[key] for run in runs) for key in ("events", "frames", "lost", "doubled", "outOfOrder", "otherFindings")}
    failed = [run["fault"] for run in runs if not run["passed"]]
    others = sorted({run["form"] + ", " + run["build"] for run in runs} - {"long, release"})
    lines = [
        "# A run of the faults",
        "",
        "Two nodes on one PostgreSQL and one Redis, 2,000 watched orders, 200 status changes and 500 positions a second, and",
        "one fault at a time (`scripts/faults`; what each one does stands in `crates/ovelle/tests/faults`). Every frame that",
        "any viewer got and every answer to a status report, a placing or a payment was held against the database. Where a fault",
        "needs another load, its test says which. What callers were answered who hung up: [answers-run.md](answers-run.md).",
        "",
        f"**{total['events']:,} status changes were accepted, {bought:,} placings and payments answered and {total['frames']:,} "
        f"frames checked: {total['lost']} lost, "
        f"{total['doubled']} doubled, {total['outOfOrder']} out of order, {total['otherFindings']} other findings.**",
        "",
    ]
    if total["events"] < NEEDED_EVENTS:
        lines += [f"This run is not whole: a full one has at least {NEEDED_EVENTS:,} status changes.", ""]
    missing = [name for name in names if name not in {run["fault"] for run in runs}]
    if missing:
        lines += ["Not run yet: " + ", ".join(f"`{name}`" for name in missing) + ".", ""]
    if failed:
        lines += ["Failed: " + ", ".join(f"`{name}`" for name in failed) + ".", ""]
    if others:
        lines += ["Not all ran in the long form of a release build: " + "; ".join(others) + ".", ""]
    lines += [
        "Lateness is counted from the answer to a status report until a viewer had the status, over the whole of the fault,",
        "and so with the time in which nothing could arrive. *Promise* is the one that came nearest to its bound: what was reached",
        "for 99 of 100, and the bound.",
        "",
        "| fault | | events | frames | lost / doubled / out of order | p50 | p99 | promise | took | commit |",
        "|---|---|---:|---:|---:|---:|---:|---|---:|---|",
        *map(row, runs),
        "",
    ]
    more = [line for run in runs for line in notes(run)]
    if more:
        lines += ["## What else was measured", "", *more, ""]
    lines += ["Seeds, times and all figures of each fault are in the log of the machine that ran it, `target/faults/long.log`.", ""]
    return "\n".join(lines)


def main():
    log, names, out = map(Path, sys.argv[1:4])
    for file in (log, names):
        if not file.exists():
            sys.exit(f"{file} is not there: nothing was run here yet")
    runs = last_runs(log)
    out.write_text(page(runs, names.read_text().split()))
    print(f"{len(runs)} faults, {sum(run['events'] for run in runs):,} status changes: {out}")


main()
