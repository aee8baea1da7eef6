"""What cars can drive: a network of straight segments between numbered nodes."""

from collections import defaultdict
from itertools import pairwise

from shapely import LineString, Point

from lib.background import FRAME, MAIN, underground
from lib.extract import degrees

DRIVABLE = MAIN | {"residential", "unclassified", "living_street", "service"}
# A delivery may enter where only those may who have an errand.
CLOSED = {"no", "private", "service", "agricultural", "forestry"}
# What a straightened street may be beside the true one, m.
TOLERANCE = 0.5


def drivable(tags):
    if tags.get("highway") not in DRIVABLE or tags.get("area") == "yes" or underground(tags):
        return False
    if tags.get("service") in ("parking_aisle", "drive-through"):
        return False
    # The nearest word to `motor car` decides.
    said = (tags.get(key) for key in ("motorcar", "motor_vehicle", "vehicle", "access"))
    return next((word for word in said if word), "yes") not in CLOSED


def one_way(tags):
    """1 in the way's direction, -1 against it, 0 both."""
    if tags.get("oneway") == "-1":
        return -1
    return 1 if tags.get("oneway") in ("yes", "true", "1") or tags.get("junction") in ("roundabout", "circular") else 0


def directed(extract):
    """`(run of references, oneway)` of every drivable way, in the direction in which it may be driven."""
    for tags, refs in extract.ways.values():
        if drivable(tags):
            for run in extract.runs(refs):
                yield (run[::-1] if one_way(tags) < 0 else run), abs(one_way(tags))


def strongest(arcs):
    """The nodes of the largest strongly connected component (Tarjan's, without recursion)."""
    index, low, on_stack, stack, best = {}, {}, set(), [], []
    for root in list(arcs):
        if root in index:
            continue
        work = [(root, iter(arcs[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, ahead = work[-1]
            for other in ahead:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(arcs[other])))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    found = set()
                    while node not in found:
                        found.add(stack.pop())
                    on_stack -= found
                    best = max(best, found, key=len)
    return set(best)


def streets(extract):
    """`nodes` as `[lat, lng]` and `edges` as `[from, to, oneway]`."""
    segments = []
    for run, oneway in directed(extract):
        inside = [FRAME.covers(Point(extract.nodes[ref])) for ref in run]
        if all(inside):
            segments.append((run, oneway))
        else:
            segments += [([a, b], oneway) for (a, b), both in zip(pairwise(run), pairwise(inside)) if all(both)]

    arcs, met = defaultdict(list), defaultdict(int)
    for run, oneway in segments:
        for a, b in pairwise(run):
            arcs[a].append(b)
            arcs[b]  # a node without a way on is a node, too
            if not oneway:
                arcs[b].append(a)
        for place, ref in enumerate(run):
            met[ref] += 1 if 0 < place < len(run) - 1 else 2
    kept = strongest(arcs)

    numbers, edges = {}, set()
    for run, oneway in segments:
        for a, b in straightened(extract, [ref for ref in run if ref in kept], met):
            a, b = (numbers.setdefault(tuple(degrees(*extract.nodes[ref])), len(numbers)) for ref in (a, b))
            if a != b:
                edges.add((a, b, oneway) if oneway else (min(a, b), max(a, b), 0))
    # What two ways draw over each other is one edge; both directions, where one of them may be driven so.
    both = {pair for a, b, oneway in edges if not oneway for pair in ((a, b), (b, a))}
    edges = sorted(edge for edge in edges if not edge[2] or edge[:2] not in both)
    return [[lat, lng] for lng, lat in numbers], [list(edge) for edge in edges]


def straightened(extract, run, met):
    """The steps of a run; between junctions only where the street bends."""
    junctions = [place for place, ref in enumerate(run) if met[ref] > 1 or place in (0, len(run) - 1)]
    for start, end in pairwise(junctions):
        stretch = run[start : end + 1]
        if stretch[0] == stretch[-1]:
            yield from pairwise(stretch)
            continue
        by_place = {extract.nodes[ref]: ref for ref in stretch}
        line = LineString([extract.nodes[ref] for ref in stretch]).simplify(TOLERANCE)
        yield from pairwise(by_place[at] for at in line.coords)
