"""CycloneDX 1.5 lists of what a program is made of, from the lock files alone.

    sbom.py rust METADATA PROGRAM    crates: the output of `cargo metadata`, beside Cargo.lock
    sbom.py npm LOCK NAME VERSION    packages that pages ship: package-lock.json

What only tests need is not in them; what build scripts need is.
"""

import base64
import json
import sys
from urllib.parse import quote

import tomllib


def document(root, components, links):
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": root},
        "components": components,
        "dependencies": [{"ref": ref, "dependsOn": sorted(needs)} for ref, needs in links],
    }


def component(purl, name, version, licence, kind="library", digest=None, description=None):
    made = {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl}
    if description:
        made["description"] = description.strip()
    if licence:
        # Older crates write `/` where SPDX has OR.
        made["licenses"] = [{"expression": " OR ".join(part.strip() for part in licence.split("/"))}]
    if digest:
        made["hashes"] = [{"alg": digest[0], "content": digest[1]}]
    return made


def closure(root, needs):
    """Everything that is needed, however far away."""
    found, waiting = {root: needs(root)}, [root]
    while waiting:
        for needed in found[waiting.pop()]:
            if needed not in found:
                found[needed] = needs(needed)
                waiting.append(needed)
    return found


def rust(metadata, program):
    with open(metadata, encoding="utf-8") as file:
        metadata = json.load(file)
    with open("Cargo.lock", "rb") as file:
        checksums = {(one["name"], one["version"]): one.get("checksum") for one in tomllib.load(file)["package"]}
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = next(package["id"] for package in metadata["packages"] if package["name"] == program)

    def needs(package):
        return [one["pkg"] for one in nodes[package]["deps"] if any(kind["kind"] != "dev" for kind in one["dep_kinds"])]

    def purl(package):
        return f"pkg:cargo/{packages[package]['name']}@{packages[package]['version']}"

    def made(package, kind="library"):
        one = packages[package]
        checksum = checksums.get((one["name"], one["version"]))
        digest = ("SHA-256", checksum) if checksum else None
        return component(purl(package), one["name"], one["version"], one["license"], kind, digest, one["description"])

    found = closure(root, needs)
    order = sorted(found, key=purl)
    components = [made(package) for package in order if package != root]
    return document(made(root, "application"), components, [(purl(one), map(purl, found[one])) for one in order])


def npm(lock, name, version):
    with open(lock, encoding="utf-8") as file:
        packages = json.load(file)["packages"]

    def path_of(needed, asker):
        """Where node looks: in the asker's own folder, then in those above it."""
        while True:
            path = f"{asker}/node_modules/{needed}".lstrip("/")
            if path in packages:
                return path
            if not asker:
                return None
            asker = asker.rpartition("node_modules/")[0].rstrip("/")

    def needs(path):
        wanted = list(packages[path].get("dependencies", {})) + list(packages[path].get("peerDependencies", {}))
        found = (path_of(one, path) for one in wanted)
        not_shipped = ("dev", "devOptional", "optional")
        return [one for one in found if one and not any(packages[one].get(mark) for mark in not_shipped)]

    def purl(path):
        named = path.rpartition("node_modules/")[2] or name
        return f"pkg:npm/{quote(named, safe='/')}@{packages[path].get('version', version)}"

    def made(path, kind="library"):
        one = packages[path]
        algorithm, _, digest = one.get("integrity", "").partition("-")
        digest = (algorithm.upper().replace("SHA", "SHA-"), base64.b64decode(digest).hex()) if digest else None
        named = path.rpartition("node_modules/")[2] or name
        return component(purl(path), named, one.get("version", version), one.get("license"), kind, digest)

    found = closure("", needs)
    order = sorted(found, key=purl)
    components = [made(path) for path in order if path]
    return document(made("", "application"), components, [(purl(one), map(purl, found[one])) for one in order])


if __name__ == "__main__":
    json.dump({"rust": rust, "npm": npm}[sys.argv[1]](*sys.argv[2:]), sys.stdout, indent=2, ensure_ascii=False)
    print()
