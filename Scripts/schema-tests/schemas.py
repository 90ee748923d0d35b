"""The JSON schemas, what they require, and which parts of them documents have shown."""

import json
import warnings

warnings.simplefilter("ignore", DeprecationWarning)
import jsonschema  # noqa: E402

Validator = jsonschema.Draft202012Validator
# Coverage follows only these, so a schema with others would look better tested than it is.
KNOWN = {
    "$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "pattern", "format", "minLength",
    "minimum", "maximum", "minItems", "maxItems", "properties", "required", "additionalProperties",
    "unevaluatedProperties", "items", "allOf", "oneOf", "if", "then", "else", "not", "dependentRequired",
}
WRONG = 0.5


class Schemas:
    """All schemas as one, so that no reference has to be looked up outside."""

    def __init__(self, folder):
        self.names = sorted(path.name for path in folder.glob("*.json"))
        self.bundle = {}
        for name in self.names:
            text = json.loads((folder / name).read_text("utf-8"), object_pairs_hook=once_each)
            self.bundle[name] = self.rewritten(text, name)
        self.validator = Validator({"$defs": self.bundle})
        self.places, self.expected = {}, {}
        for name in self.names:
            self.collect(self.bundle[name], name.removesuffix(".json"))
        self.seen, self.tried, self.undetected = set(), set(), []

    def rewritten(self, part, name):
        if isinstance(part, list):
            return [self.rewritten(each, name) for each in part]
        if not isinstance(part, dict):
            return part
        part = {key: self.rewritten(value, name) for key, value in part.items()}
        if isinstance(part.get("$ref"), str):
            file, _, pointer = part["$ref"].partition("#")
            part["$ref"] = f"#/$defs/{file or name}{pointer}"
        return part

    def resolved(self, reference):
        found = {"$defs": self.bundle}
        for step in reference.removeprefix("#/").split("/"):
            found = found[step]
        return found

    def check(self):
        """What is wrong with the schemas themselves."""
        for name in self.names:
            try:
                Validator.check_schema(self.bundle[name])
            except jsonschema.SchemaError as error:
                yield f"docs/schema/{name}: {error.message}"

    # Places

    def collect(self, schema, place):
        """Notes everything that documents have to show of a schema, in words."""
        if not isinstance(schema, dict):
            return
        unknown = set(schema) - KNOWN
        assert not unknown, f"{place}: Scripts/test-schemas does not know {sorted(unknown)}"
        self.places[id(schema)] = place
        expect = lambda *what, text: self.expected.setdefault((id(schema), *what), f"{place}{text}")
        if "$ref" in schema:
            self.resolved(schema["$ref"])
        for key, value in schema.get("properties", {}).items():
            expect("key", key, text=f".{key} never occurs")
            if key not in schema.get("required", ()) and not self.is_condition(value):
                expect("without", key, text=f".{key} is never missing, so it should be required")
            self.collect(value, f"{place}.{key}")
        for kind in schema["type"] if isinstance(schema.get("type"), list) else ():
            expect("type", kind, text=f" is never of the type {kind}")
        for value in schema.get("enum", ()):
            expect("enum", json.dumps(value), text=f" is never {json.dumps(value)}")
        for number, branch in enumerate(schema.get("oneOf", ())):
            expect("oneOf", number, text=f" is never as in {json.dumps(branch, ensure_ascii=False)[:90]}")
            self.collect(branch, place)
        for branch in schema.get("allOf", ()):
            self.collect(branch, place)
        for name, each in schema.get("$defs", {}).items():
            self.collect(each, name)
        for key, more in (("items", "[]"), ("additionalProperties", ".*"), ("then", ""), ("else", "")):
            self.collect(schema.get(key), place + more)

    @staticmethod
    def is_condition(schema):
        return set(schema) == {"const"}

    def visit(self, schema, value, found):
        """Notes what a valid value shows; `found` gets the objects with their schemas."""
        if "$ref" in schema:
            self.visit(self.resolved(schema["$ref"]), value, found)
        for branch in schema.get("allOf", ()):
            self.visit(branch, value, found)
        branches = schema.get("oneOf", ())
        # Nearly all are null or a reference. A second look at what is valid would take the most time of all.
        is_nullable = len(branches) == 2 and branches[0] == {"type": "null"}
        for number, branch in enumerate(branches):
            if (value is None) == (number == 0) if is_nullable else self.is_valid(branch, value):
                self.seen.add((id(schema), "oneOf", number))
                self.visit(branch, value, found)
        if "if" in schema:
            self.visit(schema.get("then" if self.is_valid(schema["if"], value) else "else", {}), value, found)
        for kind in schema["type"] if isinstance(schema.get("type"), list) else ():
            if self.validator.is_type(value, kind):
                self.seen.add((id(schema), "type", kind))
        if "enum" in schema:
            self.seen.add((id(schema), "enum", json.dumps(value)))
        if isinstance(value, list) and "items" in schema:
            for each in value:
                self.visit(schema["items"], each, found)
        if isinstance(value, dict):
            self.visit_object(schema, value, found)

    def visit_object(self, schema, value, found):
        if "properties" in schema:
            found.append((schema, value))
        for key, each in schema.get("properties", {}).items():
            self.seen.add((id(schema), "key" if key in value else "without", key))
            if key in value:
                self.visit(each, value[key], found)
        rest = schema.get("additionalProperties")
        if isinstance(rest, dict):
            for key in value.keys() - schema.get("properties", {}).keys():
                self.visit(rest, value[key], found)

    def is_valid(self, schema, value):
        return self.validator.evolve(schema=schema).is_valid(value)

    # Documents

    def fault(self, name, document):
        """What is wrong with a document; if nothing is, it counts for the coverage, and is tried with faults."""
        validator = self.validator.evolve(schema=self.bundle[name])
        found = list(validator.iter_errors(document))
        if found:
            # After any other fault, the keys of the object count as not evaluated too.
            causes = [error for error in found if error.validator != "unevaluatedProperties"]
            error = jsonschema.exceptions.best_match(causes or found)
            return f"{name}: {error.json_path}: {error.message[:300]}"
        objects = []
        self.visit(self.bundle[name], document, objects)
        for schema, value in objects:
            self.try_faults(name, validator, document, schema, value)
        return None

    def try_faults(self, name, validator, document, schema, value):
        """Changes an object in place, and notes what is not detected. Each fault is tried once for each kind of object."""
        faults = [("a new key", "newKey", lambda key: value.update({key: None}))]
        for key in schema["properties"].keys() & value.keys():
            faults.append((f"a wrong type of '{key}'", key, lambda key: value.update({key: WRONG})))
            if key in schema.get("required", ()):
                faults.append((f"a missing '{key}'", key, value.pop))
        kept = dict(value)
        for what, key, change in faults:
            if (name, id(schema), what) in self.tried:
                continue
            self.tried.add((name, id(schema), what))
            change(key)
            if validator.is_valid(document):
                self.undetected.append(f"{name}: {self.places[id(schema)]}: {what} is not detected")
            value.clear()
            value.update(kept)

    def unseen(self):
        return {text: key for key, text in self.expected.items() if key not in self.seen}


def once_each(pairs):
    keys = [key for key, _ in pairs]
    if len(keys) != len(set(keys)):
        raise ValueError(f"a key twice among {keys}")
    return dict(pairs)
