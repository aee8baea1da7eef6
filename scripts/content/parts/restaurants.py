"""restaurants.json and areas.json: where the restaurants stand, when they are open, how far they bring."""

import datetime
import hashlib
import math

DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
KM_PER_DEGREE = math.pi * 6377.83 / 180
CORNERS = 14
"""Corners of a zone's outline."""
COPIED = {"id", "name", "street", "zip", "city", "phone", "email", "lat", "lng", "hours", "lunch", "zones", "delivery", "pickup"}


def restaurants(rows, hours):
    """The rows of restaurants.json."""
    return [restaurant(row, hours) for row in rows]


def restaurant(row, hours):
    delivers = "zones" in row
    kinds = dict(hours["hours"][row["hours"]])
    exceptions = hours["exceptions"].get(kinds.pop("exceptions", None), {})
    if "lunch" in row:
        kinds["3"] = [row["lunch"]]
    if not delivers:
        kinds.pop("2", None)
    flags = {key: value for key, value in row.items() if key not in COPIED}
    shop = {
        "shopId": str(row["id"]),
        "restaurantId": str(row["id"]),
        "externalId": flags.pop("externalId", str(1000 + row["id"])),
        "displayName": row["name"],
        "streetAddress": row["street"],
        "zip": row["zip"],
        "city": row["city"],
        "phone": row["phone"],
        "email": row["email"] + "@ovelle.example",
        "latitude": row["lat"],
        "longitude": row["lng"],
        "hasWebsale": flags.pop("hasWebsale", True),
        "hasDelivery": delivers,
        "isActive": flags.pop("isActive", True),
        "noDeliveryTracking": flags.pop("noDeliveryTracking", False),
        "currentDeliveryEstimate": row["delivery"],
        "currentPickupEstimate": row["pickup"],
    }
    shop |= flags
    shop["shopOpeningHours"] = [{"openingHourtypeID": int(kind)} | week(rows) for kind, rows in kinds.items()]
    changed = [day for date, span in exceptions.items() for day in exception(date, span, kinds)]
    if changed:
        shop["shopOpeningHourExceptions"] = changed
    return shop


def week(rows):
    """`["mon-thu 10:30-21:00", …]` as the seven days."""
    days = dict.fromkeys(DAYS)
    for row in rows:
        names, span = row.split()
        first, _, last = names.partition("-")
        for day in DAYS[DAYS.index(first) : DAYS.index(last or first) + 1]:
            days[day] = interval(span)
    return days


def interval(span):
    start, end = span.split("-")
    return {"start": start, "end": end}


def exception(date, span, kinds):
    """A day that differs: one row per kind of hours that the restaurant has."""
    has_lunch = datetime.date.fromisoformat(date).weekday() < 5
    for kind in kinds:
        if kind == "3" and not has_lunch:
            continue
        start = end = None
        if span and kind != "3":
            start, end = span.split("-")
            if kind != "1":
                end = earlier(end)
        yield {"exceptionDate": date, "startTime": start, "endTime": end, "openingHourtypeID": int(kind)}


def earlier(time):
    """Half an hour before."""
    minutes = int(time[:2]) * 60 + int(time[3:]) - 30
    return f"{minutes // 60:02}:{minutes % 60:02}"


def areas(rows, zones):
    """The rows of areas.json, of each restaurant from the inside out."""
    return [area(row, place, zone) for row in rows if "zones" in row for place, zone in enumerate(zones[row["zones"]], 1)]


def area(row, place, zone):
    rest = {key: value for key, value in zone.items() if key != "km"}
    return {"shopId": str(row["id"]), "zoneId": f"{row['id']}-{place}", "polygon": outline(row, zone["km"])} | rest


def outline(row, km):
    """A ring around the restaurant, uneven as such areas are, the same at every run."""
    uneven = hashlib.sha256(str(row["id"]).encode()).digest()
    points = []
    for corner in range(CORNERS):
        angle = 2 * math.pi * corner / CORNERS
        reach = km * (0.86 + 0.16 * uneven[corner] / 255) / KM_PER_DEGREE
        lng = row["lng"] + reach * math.cos(angle) / math.cos(math.radians(row["lat"]))
        points.append([round(lng, 4), round(row["lat"] + reach * math.sin(angle), 4)])
    return points
