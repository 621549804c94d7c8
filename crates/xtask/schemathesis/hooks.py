"""What `cargo xtask fuzz` tells schemathesis beyond the document: what the sample has, and that answers are closed."""

import json
import os
from datetime import date, timedelta
from urllib.request import Request, urlopen

import schemathesis

PORTAL = os.environ["DAYBOOK_PUBLIC_URL"]
# The day of the sample organisation.
TODAY = date.fromisoformat(os.environ["DAYBOOK_NOW"][:10])
# Days that were recorded and can be, and days to come.
DAYS = [(TODAY + timedelta(days=days)).isoformat() for days in (0, -1, -2, -9, 30, 33)]


@schemathesis.hook
def before_load_schema(context, document):
    give_examples(document)
    give_ids(document)
    close_answers(document)


def give_examples(value, name=None):
    """Names the days on which the sample has something: on any other almost everything is refused."""
    if isinstance(value, list):
        for item in value:
            give_examples(item)
    elif isinstance(value, dict):
        kind = value.get("type")
        if value.get("format") == "date":
            value["examples"] = DAYS
        elif name == "year" and kind == "integer":
            value["examples"] = [TODAY.year]
        elif name == "month" and kind == "integer":
            value["examples"] = [TODAY.month, TODAY.month - 1]
        elif name == "month" and kind == "string":
            value["examples"] = [f"{TODAY:%Y-%m}", f"{TODAY.replace(day=1) - timedelta(days=1):%Y-%m}"]
        for key, item in value.items():
            # A parameter's schema is named by the parameter, a member's by its key.
            give_examples(item, value.get("name") if key == "schema" else key)


def give_ids(document):
    """Names people, entries and requests of the sample: no id that is made up is one of theirs."""
    hr, manager = sign_in("hr"), sign_in("manager")
    people = ids(manager, "/api/users", "users")
    managers = ids(hr, "/api/users?role=Manager", "users")
    types = ids(hr, "/api/leave/types", "types")
    entries = ids(manager, "/api/timesheets/team", "timesheets")
    leave = ids(manager, "/api/leave/team", "requests")
    named = {
        "userId": people,
        "employeeId": people,
        "managerId": managers,
        "substituteId": managers,
        "leaveTypeId": types,
    }
    addresses = {
        "/api/users/{id}": people,
        "/api/holidays/{id}": ids(hr, f"/api/holidays?year={TODAY.year}"),
        "/api/leave/types/{id}": types,
        "/api/leave/requests/{id}": leave,
        "/api/timesheets/{id}": entries,
        "/api/timesheet-unlock/requests/{id}": ids(manager, "/api/timesheet-unlock/requests", "requests"),
        "/api/substitutions/{id}": ids(hr, "/api/substitutions", "substitutions"),
    }
    lists = {
        "ApproveRequest": entries,
        "RejectRequest": entries,
        "ApproveLeaveRequest": leave,
        "RejectLeaveRequest": leave,
    }
    for path, operations in document["paths"].items():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                known = named.get(parameter["name"], [])
                if parameter["name"] == "id":
                    known = addresses[path[: path.index("}") + 1]]
                if known:
                    parameter["schema"]["examples"] = known
    for name, schema in document["components"]["schemas"].items():
        for member, inner in schema.get("properties", {}).items():
            if inner.get("format") == "uuid" and named.get(member):
                inner["examples"] = named[member]
            elif member == "ids" and lists.get(name):
                inner["examples"] = [[id] for id in lists[name]]


def sign_in(role):
    """The token of one of the sample's logins."""
    body = json.dumps({"email": f"{role}@daybook.example", "password": "daybook"}).encode()
    request = Request(f"{PORTAL}/api/auth/login", body, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return json.load(answer)["data"]["token"]


def ids(token, path, member=None):
    """The ids of the first few rows of a list."""
    with urlopen(Request(f"{PORTAL}{path}", headers={"Authorization": f"Bearer {token}"})) as answer:
        data = json.load(answer)["data"]
    rows = data[member] if member else data
    return [row["_id"] if "_id" in row else row["id"] for row in rows[:5]]


def close_answers(document):
    """A member that the document does not name is an answer outside the document."""
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
