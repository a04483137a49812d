"""Kubernetes objects as text, and text as files.

The YAML has the shape that Kubernetes tools print: keys sorted, lists not indented, long lines left
whole.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import yaml

from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

SECRET_MODE = 0o600

_Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _KubernetesDumper(_Dumper):
    """Quotes and blocks as Kubernetes tools write them."""

    def represent_text(self, value: str) -> yaml.ScalarNode:
        """Write several lines as a block, and quote doubly what would not be read as text."""
        style = None
        if "\n" in value:
            style = "|"
        elif self.resolve(yaml.ScalarNode, value, (True, False)) != _TEXT_TAG or re.fullmatch(
            _NO_TEXT_TO_OTHERS, value
        ):
            style = '"'
        return self.represent_scalar(_TEXT_TAG, value, style=style)

    def ignore_aliases(self, data: object) -> bool:
        """Write an object out wherever it stands, however often it is the same one."""
        return True


# What our library takes for text and that of kubectl does not: 1e3, 0o17, y.
_NO_TEXT_TO_OTHERS = r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|0o[0-7]+|[yYnN]"
_TEXT_TAG = "tag:yaml.org,2002:str"
_KubernetesDumper.add_representer(str, _KubernetesDumper.represent_text)


def plain(value: object) -> Any:
    """Turn an API object into dictionaries and lists, without what is absent."""
    return msgspec.to_builtins(value)


def to_yaml(value: object) -> str:
    """Write one document."""
    return yaml.dump(
        plain(value), Dumper=_KubernetesDumper, allow_unicode=True, sort_keys=True, width=2**31 - 1
    )


def to_stream(values: Iterable[object]) -> str:
    """Write documents one after another, each ended by a line of dashes."""
    return "".join(f"{to_yaml(value)}---\n" for value in values)


def write_file(path: str, text: str, flag: str, *, secret: bool = False) -> None:
    """Write a file that a flag names, all of it or nothing.

    A secret file can be read by its owner alone. A path that is no regular file, such as
    /dev/stdout, is written to directly.
    """
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            if target.is_dir():
                raise IsADirectoryError("it is a directory")
            target.write_text(text, "utf-8")
        else:
            _replace(target.resolve(), text, secret=secret)
    except OSError as error:
        raise UsageError(
            f"{flag}: {path} cannot be written ({error.strerror or error}): name a file in a"
            " directory that you may write to"
        ) from error


def _replace(target: Path, text: str, *, secret: bool) -> None:
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError("the file is read-only")
    import tempfile

    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, SECRET_MODE if secret else _usual_mode(target))
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise


def _usual_mode(target: Path) -> int:
    """The mode that the file has, or would have got if it had been made in the plain way."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
