"""Reading and writing the XML that the Blob service speaks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote
from xml.sax.saxutils import escape

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_QUOTES = {'"': "&quot;"}
_LARGEST = 4 * 1024 * 1024  # bytes


def document(root: str, *parts: str, **attributes: str) -> bytes:
    """Write a whole document."""
    given = "".join(f' {name}="{_attribute(text)}"' for name, text in attributes.items())
    return f"{_DECLARATION}<{root}{given}>{''.join(parts)}</{root}>".encode()


def element(name: str, text: object) -> str:
    """Write an element that holds text."""
    return f"<{name}>{escape(_UNWRITABLE.sub('', str(text)))}</{name}>"


def name_element(name: str, text: str) -> str:
    """Write an element that holds a name; XML cannot write every character as it is."""
    if _UNWRITABLE.search(text):
        return f'<{name} Encoded="true">{quote(text)}</{name}>'
    return element(name, text)


def group(name: str, *parts: str) -> str:
    """Write an element that holds elements."""
    return f"<{name}>{''.join(parts)}</{name}>" if parts else f"<{name} />"


def _attribute(text: str) -> str:
    return escape(_UNWRITABLE.sub("", text), _QUOTES)


def read(body: bytes, root: str) -> Element:
    """Read a document whose root has a name. One that declares a type of its own is refused."""
    from xml.etree.ElementTree import ParseError, fromstring

    if not body.strip():
        raise AzureError(
            400, "MissingRequiredXmlNode", f"The request has no XML document: {root} is needed."
        )
    if len(body) > _LARGEST:
        raise AzureError(413, "RequestBodyTooLarge", "The request body is too large.")
    try:
        text = body.decode("utf-8-sig")
        if "<!DOCTYPE" in text:
            raise ValueError("A document type is not allowed.")
        top = fromstring(text)
    except (ParseError, ValueError) as error:
        raise invalid(str(error)) from error
    if top.tag != root:
        raise invalid(f"The root is not {root}.")
    return top


def invalid(reason: str) -> AzureError:
    """What is said of XML that is none, or not the one that is needed."""
    return AzureError(
        400, "InvalidXmlDocument", f"XML specified is not syntactically valid. {reason}"
    )
