"""What may come in from outside: licences, refused crates and sources, by the rules of deny.toml, from the lock files
alone. `cargo deny` knows more (it reads licence texts); this needs nothing but Python and is the same on every machine.

    supply_chain.py rust METADATA    the output of `cargo metadata --locked --all-features --format-version 1`
    supply_chain.py npm LOCK         package-lock.json: what the pages ship
"""

import collections
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
# The maps' React components: the one exception, name by name and version by version. NOTICE and README say so, too.
EXCEPTIONS = {("react-leaflet", "5.0.0"): "Hippocratic-2.1", ("@react-leaflet/core", "3.0.0"): "Hippocratic-2.1"}
NAMED_IN = ("NOTICE", "README.md")


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


def exception_faults(shipped):
    """Exceptions that nothing needs any more, or that the texts do not name with version and licence."""
    for (name, version), licence in EXCEPTIONS.items():
        if (name, version) not in shipped:
            yield f"{name} {version} is excepted, and nothing ships it"
        for path in NAMED_IN:
            with open(path, encoding="utf-8") as file:
                words = re.sub(r"[\s`]+", " ", file.read())
            if f"{name} {version}" not in words or licence not in words:
                yield f"{path} does not name {name} {version} and {licence}"


def users_of(metadata):
    """The names of those that use each package."""
    names, users = {package["id"]: package["name"] for package in metadata["packages"]}, collections.defaultdict(set)
    for node in metadata["resolve"]["nodes"]:
        for used in node["deps"]:
            users[used["pkg"]].add(names[node["id"]])
    return users


def rust(rules, metadata):
    refused = {rule["name"]: rule for rule in rules["bans"]["deny"]}
    users = users_of(metadata)
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
        rule = refused.get(package["name"])
        if rule and not users[package["id"]] <= set(rule.get("wrappers", [])):
            faults.append(f"{name} is refused: {rule.get('reason', '')}")
        faults.append(licence_fault(name, package["license"], allowed))
    return f"{outside} crates", faults


def npm(rules, lock):
    allowed, faults, shipped = set(rules["licenses"]["allow"]), [], set()
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
        version = package["version"]
        shipped.add((name, version))
        if EXCEPTIONS.get((name, version)) == package.get("license"):
            continue
        fonts = FOR_FONTS if name.startswith("@fontsource") else set()
        faults.append(licence_fault(f"{name} {version}", package.get("license"), allowed | fonts))
    return f"{len(shipped)} shipped packages", faults + list(exception_faults(shipped))


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
