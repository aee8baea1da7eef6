"""An OpenStreetMap extract of the built-in map's corner of Helsinki, in memory.

Its cut goes through ways: they keep the references to all of their nodes, of which only those inside were delivered. So
a way is read as its `runs`, the stretches of nodes that are there.
"""

from math import cos, radians

import osmium

# The corners of the built-in map; what lies outside could not be drawn on it.
WEST, SOUTH, EAST, NORTH = 24.9352, 60.1642, 24.9534, 60.1791

METRES_PER_DEGREE = 111_195.0
SHORTER = cos(radians((SOUTH + NORTH) / 2))


def metres(lng, lat):
    """Metres east and north of the south-western corner; flat, which is good to some centimetres on this map."""
    return (lng - WEST) * METRES_PER_DEGREE * SHORTER, (lat - SOUTH) * METRES_PER_DEGREE


def degrees(east, north):
    """`[lng, lat]` of metres, with five decimals: a metre north, half of one east."""
    return [round(WEST + east / METRES_PER_DEGREE / SHORTER, 5), round(SOUTH + north / METRES_PER_DEGREE, 5)]


class Extract(osmium.SimpleHandler):
    """All nodes as metres, all tagged nodes, ways and multipolygons, in the order of the file."""

    def __init__(self, path):
        super().__init__()
        self.nodes, self.places, self.ways, self.multipolygons = {}, [], {}, []
        self.apply_file(path, locations=True)

    def node(self, node):
        self.nodes[node.id] = metres(node.location.lon, node.location.lat)
        if len(node.tags):
            self.places.append((dict(node.tags), self.nodes[node.id]))

    def way(self, way):
        self.ways[way.id] = (dict(way.tags), [node.ref for node in way.nodes])

    def relation(self, relation):
        if relation.tags.get("type") == "multipolygon":
            members = [(member.ref, member.role) for member in relation.members if member.type == "w"]
            self.multipolygons.append((dict(relation.tags), members))

    def runs(self, refs):
        """The stretches of at least two nodes that are in the extract; a ring that is cut begins behind a cut."""
        refs = list(refs)
        if refs[0] == refs[-1] and any(ref not in self.nodes for ref in refs):
            cut = next(index for index, ref in enumerate(refs) if ref not in self.nodes)
            refs = refs[cut:-1] + refs[: cut + 1]
        runs, run = [], []
        for ref in [*refs, None]:
            if ref in self.nodes:
                run.append(ref)
                continue
            if len(run) > 1:
                runs.append(run)
            run = []
        return runs
