"""What the cases of scripts/fuzz-api are about: orders that are there, in several states, with their keys.

As a script it signs the staff person in and prints their session's token.
"""

import os
import random
import sys
from datetime import datetime, timezone

import requests

URL = os.environ["OVELLE_FUZZ_URL"]


def call(method, path, body, **kwargs):
    answer = requests.request(method, URL + path, json=body, timeout=15, **kwargs)
    answer.raise_for_status()
    return answer


def sign_in():
    who = {"email": os.environ["OVELLE_FUZZ_EMAIL"], "password": os.environ["OVELLE_FUZZ_PASSWORD"]}
    own_page = {"X-Ovelle-Csrf": "1"}
    print(call("POST", "/api/users/staff/sign-in", who, headers=own_page).cookies["ovelle"])


def dispatch(method, path, body):
    key = {"Authorization": "Bearer " + os.environ["OVELLE_FUZZ_KEY"]}
    return call(method, "/api/dispatch" + path, body, headers=key).json()


def register(name):
    customer = {"name": "Aino Aalto", "phone": "+358 40 000 0000", "streetAddress": "Vilhonkatu 4", "city": "Helsinki",
                "postalCode": "00100", "coordinates": {"lat": 60.1719, "lng": 24.9471}}
    items = [{"name": "Pepperoni", "quantity": 2, "itemPrice": 14.9}]
    order = dispatch("POST", "/orders", {"externalId": name, "orderType": "delivery", "restaurantId": "12",
                                         "customer": customer, "orderItems": items})
    return {"orderId": order["orderId"], "orderKey": order["orderKey"]}


def world():
    """One order in each state that answers differently: new, in the oven, on the road, delivered, cancelled."""
    orders = [register(f"K-{number}") for number in range(5)]
    ids = [order["orderId"] for order in orders]
    dispatch("POST", f"/orders/{ids[1]}/status", {"status": 3, "note": "Uunissa."})
    dispatch("PUT", "/batches/batch-1", {"carId": "auto-1", "stops": [ids[2]]})
    dispatch("POST", "/batches/batch-1/depart", {})
    at = datetime.now(timezone.utc).isoformat()
    dispatch("POST", "/cars/auto-1/positions", {"lat": 60.17, "lng": 24.94, "at": at})
    dispatch("POST", f"/orders/{ids[3]}/status", {"status": 11})
    dispatch("POST", f"/orders/{ids[4]}/status", {"status": 13, "note": "Uuni on rikki."})
    return orders


if __name__ == "__main__":
    sign_in()
    sys.exit()

import schemathesis  # noqa: E402  only the hooks need it

ORDERS = world()
CHANCE = random.Random(int(os.environ["OVELLE_FUZZ_SEED"]))
NAMES = {"shopId": "12", "batchId": "batch-1", "carId": "auto-1"}


def order():
    """Mostly one of the first, now and then a new one: statuses only go forwards."""
    if CHANCE.random() < 0.1:
        ORDERS[CHANCE.randrange(len(ORDERS))] = register(f"K-{CHANCE.randrange(10**9)}")
    return CHANCE.choice(ORDERS)


@schemathesis.hook
def map_case(context, case):
    """Lets most cases be about what is there; the others keep what was made up."""
    path = case.path_parameters
    if not path or CHANCE.random() < 0.25 or not is_positive(case):
        return case
    known = {**NAMES, **order()}
    for name in path:
        path[name] = known.get(name, path[name])
    return case


def is_positive(case):
    parts = case.meta.components if case.meta else {}
    return all(part.mode.is_positive for where, part in parts.items() if where.name == "PATH")


@schemathesis.hook
def before_call(context, case, kwargs):
    """Nobody is signed out, or all that follows would be answered with 401."""
    if case.operation.definition.raw.get("operationId") == "signOutStaff":
        case.cookies = {}
        kwargs.pop("cookies", None)
