"""menu.json: names become ids, doses become grams and prices of every size, tags follow from what is on a product."""

SCALES = {"100": (0.8, 0.9), "101": (1, 1), "102": (1.8, 1.6), "201": (1.2, 1.2), "202": (2, 1.8)}
"""Grams and price of a dose by size, beside those of a normal pizza."""
BASES = ("dough", "baseSauce", "cheese", "blueCheese", "sauce")
"""Choices of a product that are the defaults of slots, in the order of the recipe; the sauce comes last."""
NUTRITION = {
    "energy": "kcal", "totalFat": "fat", "saturatedFat": "sat", "carbohydrate": "carb", "sugars": "sugars",
    "protein": "protein", "salt": "salt",
}
COPIED = (
    "custom", "editable", "restrictedModification", "includedToppings", "isInDefaultMenu", "isHiddenFromMenu", "inactive",
    "orderTypes", "isAgeRestricted", "loyaltySlices",
)


def menu(source, slots, rows):
    """The whole of menu.json."""
    by_name = {row["name"]: row for row in rows}
    categories = source["categories"]
    return {
        "sizes": source["sizes"],
        "categories": [category(row, place) for place, row in enumerate(categories, 1)],
        "tags": source["tags"],
        "ingredients": [ingredient(row, place) for place, row in enumerate(rows, 1)],
        "products": [
            product(row["of"] | given, row["id"], source, slots, by_name)
            for row in categories
            for given in source["products"][row["id"]]
        ],
    }


def category(row, place):
    return {key: value for key, value in row.items() if key != "of"} | {"displayOrder": place * 10}


def number(text):
    """The number as JSON has it: whole ones without a point."""
    value = float(text)
    return int(value) if value.is_integer() else value


def ingredient(row, place):
    flags = row["flags"].split()
    made = {"ingredientID": row["id"], "name": row["name"], "categoryId": row["category"]}
    if row["sub"]:
        made["subcategoryId"] = row["sub"]
    made |= {"price": number(row["price"]), "dosings": dosings(row)}
    made |= {"minQuantity": int(row["min"]), "maxQuantity": int(row["max"]), "displayOrder": place * 10}
    made |= {key: True for flag, key in (("special", "special"), ("recipe", "isRecipeOnlyIngredient")) if flag in flags}
    if row["summary"]:
        made["isListedOnIngredientPage"] = True
    if suits(row):
        made["diets"] = suits(row)
    if row["allergens"]:
        made["allergens"] = row["allergens"].split()
    made |= {key: row[column] for key, column in (("description", "description"), ("summaryDescription", "summary")) if row[column]}
    if row["dip"]:
        made["dipProductId"] = row["dip"]
    made["nutrition"] = {key: number(row[column]) for key, column in NUTRITION.items()}
    if row["co2"]:
        made["carbonFootprint"] = number(row["co2"])
    return made


def dosings(row):
    """`kaikki`: every size, scaled; `tasan`: every size alike; else sizes, scaled, or `size=grams`."""
    grams, price = float(row["grams"]), float(row["price"])
    if row["dosing"] == "tasan":
        return {size: {"grams": number(grams)} for size in SCALES}
    made = {}
    for word in list(SCALES) if row["dosing"] == "kaikki" else row["dosing"].split():
        size, _, given = word.partition("=")
        if given:
            made[size] = {"grams": number(given)}
            continue
        heavier, dearer = SCALES[size]
        made[size] = {"grams": round(grams * heavier)}
        if price and dearer != 1:
            made[size]["price"] = number(round(price * dearer + 1e-9, 1))
    return made


def product(given, category_id, source, slots, by_name):
    recipe = recipe_of(given)
    names = [name for name, _, _ in recipe]
    made = {"productId": given["id"], "productCategoryId": category_id, "name": given["name"], "description": given["text"]}
    if "slug" in given:
        made["slug"] = given["slug"]
    made["sizes"] = sizes(given, {size["sizeId"]: size["name"] for size in source["sizes"]})
    made["ingredients"] = [entry(by_name[name]["id"], doses, kept) for name, doses, kept in recipe]
    if given.get("slots"):
        made["slots"] = [slot(name, slots[name], given, by_name) for name in given["slots"]]
    made |= {key: given[key] for key in COPIED if key in given}
    tags = given.get("tags", []) if given.get("tagsAsTheyAre") else derived([by_name[name] for name in names], source["tags"]) + given.get("tags", [])
    if tags:
        made["tags"] = tags
    if "tagsByChoice" in given:
        made["tagsByChoice"] = {tag: [by_name[name]["id"] for name in names] for tag, names in given["tagsByChoice"].items()}
    if "extras" in given:
        made["recommendedIngredients"] = [
            {"ingredientId": by_name[name]["id"], "productSizeId": size["sizeId"]}
            for name in given["extras"]
            for size in made["sizes"]
            if size["sizeId"] in dosings(by_name[name])
        ]
    if "recommend" in given:
        made["productRecommendation"] = dict(zip(("recommendedProductId", "recommendationText"), given["recommend"]))
    if "from" in given:
        made |= {"availableForSaleFrom": given["from"], "availableForSaleUntil": given["until"]}
    return made


def recipe_of(given):
    """`(name, doses, cannot be left out)` of all that is on the product as it is sold."""
    words = [given[base] for base in BASES[:-1] if given.get(base)]
    words += given["recipe"].split(" + ") if "recipe" in given else []
    words += [given["sauce"]] if given.get("sauce") else []
    return [parsed(word) for word in words]


def parsed(word):
    doses, space, name = word.partition(" ")
    if not (space and doses.isdigit()):
        doses, name = 1, word
    return name.rstrip("!"), int(doses), name.endswith("!")


def entry(ingredient_id, doses, is_kept):
    if doses == 1 and not is_kept:
        return ingredient_id
    made = {"ingredientId": ingredient_id}
    if doses != 1:
        made["quantity"] = doses
    if is_kept:
        made["minQuantity"] = 1
    return made


def sizes(given, names):
    if isinstance(given.get("sizes"), dict):
        rows = [{"sizeId": size, "name": name, "price": price} for size, (name, price) in given["sizes"].items()]
    else:
        prices = given["price"] if isinstance(given["price"], list) else [given["price"]]
        rows = [{"sizeId": size, "name": names[size], "price": price} for size, price in zip(given["sizes"], prices, strict=True)]
    if "lunch" in given:
        rows[0]["lunchPrice"] = given["lunch"]
    for row, minimum in zip(rows, given.get("minimum", [])):
        row["minimumPrice"] = minimum
    return rows


def slot(name, source, given, by_name):
    rest = dict(source)
    kind = rest.pop("of", name)
    made = {"id": kind, "categoryId": rest.pop("categoryId")}
    made["options"] = [by_name[option]["id"] for option in rest.pop("options")]
    if given.get(kind) and kind in BASES:
        made["default"] = by_name[given[kind]]["id"]
    return made | rest


def suits(row):
    """The diets that an ingredient suits; a vegan one is vegetarian too, which needs no word."""
    diets = {"v": ["vegan"], "k": ["vegetarian"]}.get(row["diet"], [])
    diets = diets + ([] if row["lactose"] else ["lactoseFree"])
    return diets + ([] if "gluten" in row["allergens"].split() else ["glutenFree"])


def derived(on_it, tags):
    """The tags that follow from what is on a product."""
    every = [suits(row) + ["vegetarian"] * (row["diet"] == "v") for row in on_it]
    return [tag["name"] for tag in tags if "diet" in tag and all(tag["diet"] in diets for diets in every)]
