"""The expressions of templates, such as `[resourceId('Microsoft.Network/loadBalancers', 'lb')]`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.arm.types import Body, an_object, invalid, objects
from azurelocal.ids import parse

if TYPE_CHECKING:
    from azurelocal.arm.call import Call

_DEEPEST = 20
_TOKEN = re.compile(r"\s*('(?:[^']|'')*'|[A-Za-z_]\w*|\d+|[().,\[\]])")


@dataclass
class Expressions:
    """Works out the expressions of one template."""

    call: Call
    scope: str
    template: Body
    properties: Body

    def value(self, written: Any, depth: int = 0) -> Any:
        """Work out every expression in a value."""
        if depth > _DEEPEST:
            raise invalid("The template is nested too deeply.", "InvalidTemplate")
        if isinstance(written, dict):
            entries: Body = written  # pyright: ignore[reportUnknownVariableType]
            return {name: self.value(one, depth + 1) for name, one in entries.items()}
        if isinstance(written, list):
            several: list[Any] = written  # pyright: ignore[reportUnknownVariableType]
            return [self.value(one, depth + 1) for one in several]
        if isinstance(written, str) and written.startswith("[") and written.endswith("]"):
            if written.startswith("[["):
                return written[1:]
            return _Reader(self, written[1:-1], depth).read()
        return written

    def resource_id(self, *parts: Any) -> str:
        """The ID of a resource of this group: a type, then a name for each of its words."""
        type, *names = [str(part) for part in parts]
        namespace, *kinds = type.split("/")
        if not kinds or len(kinds) != len(names):
            raise invalid(f"resourceId does not fit the type '{type}'.", "InvalidTemplate")
        pairs = "/".join(f"{kind}/{name}" for kind, name in zip(kinds, names, strict=True))
        return f"{self.scope}/providers/{namespace}/{pairs}"

    def apply(self, function: str, arguments: list[Any], depth: int) -> Any:
        """Apply one function."""
        match function.lower(), arguments:
            case "resourceid", [_, _, *_]:
                return self.resource_id(*arguments)
            case "concat", _ if all(isinstance(one, str | int) for one in arguments):
                return "".join(str(one) for one in arguments)
            case "parameters", [str(name)]:
                return self._parameter(name, depth)
            case "variables", [str(name)]:
                variables = an_object(self.template.get("variables"), "variables")
                return self.value(_named(variables, name, "variable"), depth + 1)
            case "reference", [str(name), *_]:
                return self._reference(name, depth)
            case "resourcegroup", []:
                group = self.call.store.get(self.scope.lower())
                location = group.location if group else ""
                name = self.scope.rpartition("/")[2]
                return {"id": self.scope, "name": name, "location": location}
            case "subscription", []:
                subscription = parse(self.scope).subscription
                return {"id": f"/subscriptions/{subscription}", "subscriptionId": subscription}
            case _:
                raise invalid(
                    f"The template function '{function[:50]}' is not valid with these arguments.",
                    "InvalidTemplate",
                )

    def _parameter(self, name: str, depth: int) -> Any:
        given = an_object(self.properties.get("parameters"), "parameters")
        if name in given:
            return an_object(given[name], name).get("value")
        declared = an_object(self.template.get("parameters"), "parameters")
        parameter = an_object(_named(declared, name, "parameter"), name)
        return self.value(parameter.get("defaultValue"), depth + 1)

    def _reference(self, name: str, depth: int) -> Any:
        """The properties of a resource that has been written, by its ID or its name."""
        id = name if name.startswith("/") else self._id_of(name, depth)
        _, body = self.call.cloud.engine.find(self.call, parse(id))
        return body["properties"]

    def _id_of(self, name: str, depth: int) -> str:
        for resource in objects(self.template.get("resources"), "resources"):
            if self.value(resource.get("name"), depth + 1) == name:
                return self.resource_id(resource["type"], *name.split("/"))
        raise invalid(f"The resource '{name}' is not defined in the template.", "InvalidTemplate")


class _Reader:
    """Reads one expression from left to right."""

    def __init__(self, expressions: Expressions, text: str, depth: int) -> None:
        self._expressions, self._text, self._depth = expressions, text, depth
        self._tokens = _tokens(text)

    def read(self) -> Any:
        value = self._term()
        if self._tokens:
            raise self._broken()
        return value

    def _term(self) -> Any:
        token = self._next()
        if token.startswith("'"):
            return token[1:-1].replace("''", "'")
        if token.isdigit():
            return int(token)
        if not (token[0].isalpha() or token[0] == "_"):
            raise self._broken()
        value = self._expressions.apply(token, self._arguments(), self._depth)
        while self._tokens and self._tokens[0] in (".", "["):
            value = self._member(value)
        return value

    def _arguments(self) -> list[Any]:
        self._expect("(")
        arguments: list[Any] = []
        if self._tokens and self._tokens[0] == ")":
            self._next()
            return arguments
        while True:
            arguments.append(self._term())
            if self._next() == ")":
                return arguments

    def _member(self, value: Any) -> Any:
        if self._next() == ".":
            name: Any = self._next()
        else:
            name = self._term()
            self._expect("]")
        try:
            return value[name]
        except (KeyError, IndexError, TypeError):
            raise invalid(
                f"The expression '{self._text[:200]}' asks for '{name}', which is not there.",
                "InvalidTemplate",
            ) from None

    def _next(self) -> str:
        if not self._tokens:
            raise self._broken()
        return self._tokens.pop(0)

    def _expect(self, token: str) -> None:
        if self._next() != token:
            raise self._broken()

    def _broken(self) -> Exception:
        return invalid(f"The expression '{self._text[:200]}' is not valid.", "InvalidTemplate")


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    position = 0
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if match is None:
            raise invalid(f"The expression '{text[:200]}' is not valid.", "InvalidTemplate")
        tokens.append(match[1])
        position = match.end()
    return tokens


def _named(entries: Body, name: str, what: str) -> Any:
    if name not in entries:
        raise invalid(f"The template {what} '{name}' is not found.", "InvalidTemplate")
    return entries[name]
