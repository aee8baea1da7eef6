"""The drawn map: green, water, buildings, rails and roads as GeoJSON features."""

from collections import defaultdict
from itertools import pairwise

from shapely import LineString, MultiLineString, Point, Polygon, box
from shapely.ops import linemerge, polygonize, unary_union

from lib.extract import EAST, NORTH, SOUTH, WEST, degrees, metres

FRAME = box(*metres(WEST, SOUTH), *metres(EAST, NORTH))
EDGE = FRAME.exterior
# What a simplified line may be beside the true one, and the smallest area that is worth drawing; m, m2.
TOLERANCE, SPECK = 0.5, 12.0

# A road that the extract cuts off goes on straight to the map's edge if that is no further away; m. Where it leads is
# judged by its last metres.
BEYOND, LAST = 150.0, 15.0

MAIN = {"primary", "primary_link", "secondary", "secondary_link", "tertiary", "tertiary_link"}
STREET = {"residential", "unclassified", "living_street", "pedestrian"}
PATH = {"footway", "cycleway", "steps", "path"}
GREEN = {
    "leisure": {"park", "garden", "playground"},
    "landuse": {"grass", "forest", "meadow", "cemetery", "village_green", "recreation_ground"},
    "natural": {"wood", "scrub", "heath", "grassland"},
}


def underground(tags):
    tunnel = tags.get("tunnel", "no") not in ("no", "building_passage")
    below = tags.get("layer", "0").startswith("-") or tags.get("level", "0").startswith("-")
    return tunnel or below or tags.get("indoor") == "yes" or tags.get("location") == "underground"


def road_class(tags):
    """`main`, `street`, `service` or `path`; None for what is not drawn as a line of its own."""
    highway = tags.get("highway")
    if underground(tags) or tags.get("area") == "yes":
        return None
    if highway in MAIN:
        return "main"
    if highway in STREET:
        return "street"
    if highway == "service":
        return "service" if tags.get("service") != "parking_aisle" else None
    # A pavement and a crossing are part of the street that they belong to.
    beside = tags.get("footway") in ("sidewalk", "crossing") or tags.get("cycleway") == "crossing"
    return "path" if highway in PATH and not beside else None


def area_kind(tags):
    if tags.get("building", "no") != "no":
        return None if underground(tags) else "building"
    if tags.get("natural") == "water":
        return "water"
    return "green" if any(tags.get(key) in values for key, values in GREEN.items()) else None


def along_edge(start, end):
    """The shorter way along the map's edge from the place nearest to one point to that nearest to another."""
    a, b = EDGE.project(Point(start)), EDGE.project(Point(end))
    corners = [EDGE.project(Point(corner)) for corner in EDGE.coords[:-1]]
    forth = (b - a) % EDGE.length
    sign, way = (1, forth) if forth <= EDGE.length / 2 else (-1, EDGE.length - forth)
    ahead = sorted(((corner - a) * sign % EDGE.length, corner) for corner in corners)
    between = [corner for far, corner in ahead if far < way]
    return [EDGE.interpolate(at).coords[0] for at in (a, *between, b)]


def rings(extract, chains):
    """The rings that chains of node references make; one that the extract cuts off is closed along the map's edge."""
    lines = [[extract.nodes[ref] for ref in run] for refs in chains for run in extract.runs(refs)]
    if not lines:
        return []
    merged = linemerge([LineString(line) for line in lines]) if len(lines) > 1 else LineString(lines[0])
    merged = list(merged.geoms) if isinstance(merged, MultiLineString) else [merged]
    closed = [list(line.coords) for line in merged if line.is_closed]
    for line in (list(line.coords) for line in merged if not line.is_closed):
        closed.append(line + along_edge(line[-1], line[0]))
    return [ring for ring in closed if len(ring) > 3]


def whole(geometry):
    """Valid polygons inside the map's frame, simplified, without specks."""
    clipped = geometry.buffer(0).intersection(FRAME).simplify(TOLERANCE).buffer(0)
    parts = getattr(clipped, "geoms", [clipped])
    return [part for part in parts if isinstance(part, Polygon) and part.area >= SPECK]


def areas(extract):
    """`(kind, name, polygon)` of the closed ways and multipolygons that are drawn."""
    for tags, refs in extract.ways.values():
        if (kind := area_kind(tags)) and refs[0] == refs[-1]:
            yield from ((kind, tags.get("name"), Polygon(ring)) for ring in rings(extract, [refs]))
    for tags, members in extract.multipolygons:
        if kind := area_kind(tags):
            of_role = defaultdict(list)
            for ref, role in members:
                if ref in extract.ways:
                    of_role[role or "outer"].append(extract.ways[ref][1])
            holes = unary_union([Polygon(ring).buffer(0) for ring in rings(extract, of_role["inner"])])
            for ring in rings(extract, of_role["outer"]):
                yield kind, tags.get("name"), Polygon(ring).buffer(0).difference(holes)


def sea(extract):
    """The faces of the frame that lie on the right of a coastline, as OpenStreetMap draws it."""
    coasts = [extract.ways[way][1] for way, (tags, _) in extract.ways.items() if tags.get("natural") == "coastline"]
    lines = []
    for line in ([extract.nodes[ref] for ref in run] for refs in coasts for run in extract.runs(refs)):
        ends = [EDGE.interpolate(EDGE.project(Point(line[end]))).coords[0] for end in (0, -1)]
        lines.append(LineString([ends[0], *line, ends[1]]))
    faces = list(polygonize(unary_union([*lines, EDGE])))
    wet = set()
    for line in lines:
        for (x, y), (to_x, to_y) in pairwise(line.coords[1:-1]):
            length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
            right = Point((x + to_x) / 2 + (to_y - y) / length * 0.05, (y + to_y) / 2 - (to_x - x) / length * 0.05)
            wet.update(index for index, face in enumerate(faces) if face.contains(right))
    return [faces[index] for index in sorted(wet)]


def sea_name(extract, face):
    """The name of the bay or sound whose name stands nearest to the middle of a piece of sea, if it stands in it."""
    named = [
        (Point(at).distance(face.representative_point()), tags["name"])
        for tags, at in extract.places
        if tags.get("natural") in ("bay", "water", "strait") and "name" in tags and face.distance(Point(at)) < 5
    ]
    return min(named)[1] if named else None


def to_edge(line):
    """The line, its end gone on straight to the map's edge where that is near."""
    (x, y), back = line[-1], LineString(line[::-1])
    from_x, from_y = back.interpolate(min(LAST, back.length)).coords[0]
    length = ((x - from_x) ** 2 + (y - from_y) ** 2) ** 0.5
    if length == 0:
        return line
    far = (x + (x - from_x) / length * BEYOND, y + (y - from_y) / length * BEYOND)
    crossing = LineString([(x, y), far]).intersection(EDGE)
    return line if crossing.is_empty else [*line, min(crossing_points(crossing), key=Point(x, y).distance).coords[0]]


def crossing_points(crossing):
    return [Point(part.coords[0]) for part in getattr(crossing, "geoms", [crossing])]


def run_lines(extract, refs):
    """The lines of a way; where the extract cuts one off, it goes on to the map's edge."""
    is_cut_ring = refs[0] == refs[-1] and any(ref not in extract.nodes for ref in refs)
    for run in extract.runs(refs):
        line = [extract.nodes[ref] for ref in run]
        if is_cut_ring or run[-1] != refs[-1]:
            line = to_edge(line)
        if is_cut_ring or run[0] != refs[0]:
            line = to_edge(line[::-1])[::-1]
        yield line


def feature(kind, geometry, **properties):
    parts = [geometry.exterior, *geometry.interiors] if isinstance(geometry, Polygon) else [geometry]
    lines = [[degrees(*at) for at in part.coords] for part in parts]
    lines = [[line[0], *(b for a, b in pairwise(line) if a != b)] for line in lines]
    if isinstance(geometry, Polygon):
        lines = [line for index, line in enumerate(lines) if index == 0 or len(line) > 3]
        shape = {"type": "Polygon", "coordinates": lines}
    else:
        shape = {"type": "LineString", "coordinates": lines[0]}
    kept = {key: value for key, value in properties.items() if value}
    return {"type": "Feature", "properties": {"kind": kind, **kept}, "geometry": shape}


def merged(lines):
    """Lines joined where exactly two meet, inside the frame, simplified."""
    clipped = unary_union([LineString(line) for line in lines]).intersection(FRAME)
    joined = linemerge(clipped) if isinstance(clipped, MultiLineString) else clipped
    for line in getattr(joined, "geoms", [joined]):
        if isinstance(line, LineString) and line.length > 1:
            yield line.simplify(TOLERANCE)


def background(extract):
    """All features, what is drawn first first."""
    water, green, building = [], defaultdict(list), []
    for kind, name, polygon in areas(extract):
        if kind == "green":
            green[name].append(polygon.buffer(0))
        else:
            (water if kind == "water" else building).append((name, polygon))
    water += [(sea_name(extract, face), face) for face in sea(extract)]

    # Lawns within a named park are drawn with it; those that are no park's are one surface.
    named = unary_union([polygon for name, polygons in green.items() if name for polygon in polygons])
    green[None] = [unary_union(green[None]).difference(named)]
    features = []
    for name, polygons in sorted(green.items(), key=lambda entry: entry[0] or ""):
        features += [feature("green", part, name=name) for part in whole(unary_union(polygons))]
    features += [feature("water", part, name=name) for name, polygon in water for part in whole(polygon)]
    features += [feature("building", part) for _, polygon in building for part in whole(polygon)]

    rails, roads = [], defaultdict(list)
    for tags, refs in extract.ways.values():
        lines = list(run_lines(extract, refs))
        if tags.get("railway") in ("rail", "tram") and not underground(tags):
            rails += lines
        elif of_class := road_class(tags):
            roads[of_class, tags.get("name", "") if of_class != "path" else ""] += lines
    features += [feature("rail", line) for line in merged(rails)]
    for of_class in ("path", "service", "street", "main"):
        for (_, name), lines in sorted(entry for entry in roads.items() if entry[0][0] == of_class and entry[1]):
            features += [feature("road", line, **{"class": of_class, "name": name}) for line in merged(lines)]
    return features
