"""What `cargo xtask fuzz` changes in the document before schemathesis reads it."""

import schemathesis


@schemathesis.hook
def before_load_schema(context, document):
    """Closes the answers: a member that the document does not name is an answer outside the document."""
    schemas = document["components"]["schemas"]
    parts = {name_of(part) for schema in schemas.values() for part in schema.get("allOf", []) if "$ref" in part}
    waiting = set()
    for operations in document["paths"].values():
        for operation in operations.values():
            waiting |= referenced(operation["responses"])
    closed = set()
    while waiting:
        name = waiting.pop()
        closed.add(name)
        waiting |= referenced(schemas[name]) - closed
    # A part of a whole is closed where the whole is.
    for name in closed - parts:
        close(schemas[name])


def referenced(value):
    """The names of all schemas that a part of the document refers to."""
    if isinstance(value, list):
        return {name for item in value for name in referenced(item)}
    if not isinstance(value, dict):
        return set()
    names = {name for item in value.values() for name in referenced(item)}
    if isinstance(value.get("$ref"), str):
        names.add(name_of(value))
    return names


def name_of(reference):
    """The name of the schema that a reference leads to."""
    return reference["$ref"].rsplit("/", 1)[-1]


def close(schema):
    """Allows an object no members but those that its schema names."""
    if "properties" in schema or "allOf" in schema:
        schema.setdefault("unevaluatedProperties", False)
    inner = [*schema.get("properties", {}).values(), *schema.get("oneOf", []), *schema.get("anyOf", [])]
    if isinstance(schema.get("items"), dict):
        inner.append(schema["items"])
    for each in inner:
        close(each)
