"""JSON as people read it: what fits on a line stands on one, and short fields share a line."""

import json

WIDTH = 150
"""Characters of a line."""


def pretty(value, indent=0):
    """The text of a value."""
    line = json.dumps(value, ensure_ascii=False)
    if indent and (len(line) + indent <= WIDTH or not isinstance(value, (dict, list)) or is_flat(value)):
        return line
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        pieces = [f"{json.dumps(key)}: {pretty(item, indent + 2)}" for key, item in value.items()]
        return "{\n" + pad + filled(pieces, pad) + "\n" + " " * indent + "}"
    return "[\n" + pad + f",\n{pad}".join(pretty(item, indent + 2) for item in value) + "\n" + " " * indent + "]"


def filled(pieces, pad):
    """Fields side by side as far as the line reaches; one of several lines stands alone."""
    rows = []
    for piece in pieces:
        if rows and "\n" not in piece + rows[-1] and len(pad + rows[-1]) + len(piece) + 3 <= WIDTH:
            rows[-1] += f", {piece}"
        else:
            rows.append(piece)
    return f",\n{pad}".join(rows)


def is_flat(value):
    """A list of numbers or points stays on its line, however long."""
    return isinstance(value, list) and all(
        not isinstance(item, dict) and (not isinstance(item, list) or is_flat(item)) for item in value
    )
