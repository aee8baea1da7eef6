"""What may come in from outside: licences, refused crates and sources, by the rules of deny.toml, from the lock files
alone. `cargo deny` knows more (it reads licence texts); this needs nothing but Python and is the same on every machine.

    supply_chain.py rust METADATA    the output of `cargo metadata --locked --all-features --format-version 1`
    supply_chain.py npm LOCK         package-lock.json: what the pages ship
"""

import json
import re
import sys

try:
    import tomllib
except ImportError:
    print("Python 3.11 or newer is needed to read deny.toml", file=sys.stderr)
    sys.exit(75)

REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
# Fonts are shipped as they are, beside the program.
FOR_FONTS = {"OFL-1.1"}


def is_allowed(expression, allowed):
    """Whether an SPDX expression can be met by what is allowed: OR takes one side, AND both."""
    words = re.findall(r"\(|\)|[^\s()/]+|/", expression)
    words = ["OR" if word == "/" else word for word in words]

    def either():
        met = both()
        while words and words[0] == "OR":
            words.pop(0)
            other = both()
            met = met or other
        return met

    def both():
        met = one()
        while words and words[0] == "AND":
            words.pop(0)
            other = one()
            met = met and other
        return met

    def one():
        word = words.pop(0)
        if word == "(":
            met = either()
            if not words or words.pop(0) != ")":
                raise ValueError(expression)
            return met
        if words and words[0] == "WITH":
            words.pop(0)
            word = f"{word} WITH {words.pop(0)}"
        return word in allowed

    met = either()
    if words:
        raise ValueError(expression)
    return met


def licence_fault(name, expression, allowed):
    if not expression:
        return f"{name} names no licence"
    try:
        is_fine = is_allowed(expression, allowed)
    except (ValueError, IndexError):
        return f"{name}: {expression!r} cannot be read"
    return None if is_fine else f"{name}: {expression} is not among the licences of deny.toml"


def rust(rules, metadata):
    refused = {rule["name"]: rule.get("reason", "") for rule in rules["bans"]["deny"]}
    allowed, faults, outside = set(rules["licenses"]["allow"]), [], 0
    for package in metadata["packages"]:
        name = f"{package['name']} {package['version']}"
        if package["source"] is None:
            wild = [one["name"] for one in package["dependencies"] if one["req"] == "*" and not one.get("path")]
            faults += [f"{name} asks for any version of {one}" for one in wild]
            continue
        outside += 1
        if package["source"] != REGISTRY:
            faults.append(f"{name} comes from {package['source']}")
        if package["name"] in refused:
            faults.append(f"{name} is refused: {refused[package['name']]}")
        faults.append(licence_fault(name, package["license"], allowed))
    return f"{outside} crates", faults


def npm(rules, lock):
    allowed, faults, shipped = set(rules["licenses"]["allow"]), [], 0
    for path, package in lock["packages"].items():
        name = path.rsplit("node_modules/", 1)[-1]
        if "node_modules/" not in path or package.get("link"):
            continue
        if not package.get("integrity"):
            faults.append(f"{name} has no checksum")
        if not package.get("resolved", "https://").startswith("https://"):
            faults.append(f"{name} comes from {package['resolved']}")
        if package.get("dev") or package.get("devOptional"):
            continue
        shipped += 1
        fonts = FOR_FONTS if name.startswith("@fontsource") else set()
        faults.append(licence_fault(f"{name} {package['version']}", package.get("license"), allowed | fonts))
    return f"{shipped} shipped packages", faults


def main(kind, path):
    with open("deny.toml", "rb") as file:
        rules = tomllib.load(file)
    with open(path, encoding="utf-8") as file:
        what, faults = {"rust": rust, "npm": npm}[kind](rules, json.load(file))
    faults = [fault for fault in faults if fault]
    print("\n".join(faults) or f"{what}: licences, names and sources are as deny.toml has them")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
