"""The kernel's calls that Python has no words for: mounts, loop devices, and dying together."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import signal
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_CLONE_NEWNS = 0x00020000
_MS_REC, _MS_SLAVE = 0x4000, 1 << 19
_MNT_DETACH = 2
_PR_SET_PDEATHSIG = 1
_LOOP_CTL_GET_FREE, _LOOP_CONFIGURE = 0x4C82, 0x4C0A
_READ_ONLY, _AUTOCLEAR = 1, 4
_FS_IOC_SHUTDOWN = 0x8004587D
_LOOP_MAJOR = 7
# struct loop_config: file, block size; then struct loop_info64: 5 numbers, 4 short ones, names,
# key, 2 numbers; then 8 numbers in reserve.
_LOOP_CONFIG = struct.Struct("=II5Q4I64s64s32s2Q8Q")
_libc = ctypes.CDLL(None, use_errno=True)


def own_mounts() -> None:
    """Give this process mounts of its own: what it mounts is seen by nobody else."""
    _check(_libc.unshare(_CLONE_NEWNS), "unshare")
    _mount("none", "/", None, _MS_REC | _MS_SLAVE, None)


def mount(source: str, target: Path, kind: str, options: str = "") -> None:
    """Mount a file system."""
    _mount(source, str(target), kind, 0, options or None)


def unmount(target: Path) -> None:
    """Unmount a file system."""
    _check(_libc.umount2(str(target).encode(), _MNT_DETACH), f"unmounting {target}")


def unmount_within(process: int, place: str) -> None:
    """Unmount what a process sees at a place, now or when it is not used any more.

    It has to be done from there: what has been mounted in other namespaces is seen only there.
    """
    try:
        namespace = os.open(f"/proc/{process}/ns/mnt", os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return  # it has ended, and its mounts with it
    target = place.encode()
    child = os.fork()
    if child == 0:
        failed = _libc.setns(namespace, _CLONE_NEWNS) or _libc.umount2(target, _MNT_DETACH)
        os._exit(ctypes.get_errno() if failed else 0)
    os.close(namespace)
    error = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    # An unmount elsewhere may have reached this place as well.
    if error not in (0, errno.EINVAL, errno.ENOENT):
        raise OSError(error, f"cannot unmount {place} in process {process}: {os.strerror(error)}")


def dies_with_me(then: Callable[[], None]) -> Callable[[], None]:
    """Make what a new process does before it becomes its program: it shall not outlive us."""
    owner, prctl = os.getpid(), _libc.prctl

    def before() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != owner:
            os._exit(1)
        then()

    return before


def loop_device(image: Path, *, read_only: bool) -> tuple[int, int]:
    """Make a block device of a file: its descriptor and its number.

    The device is there as long as somebody has it open or mounted, and not a moment longer.
    """
    control = os.open("/dev/loop-control", os.O_RDWR | os.O_CLOEXEC)
    mode = (os.O_RDONLY if read_only else os.O_RDWR) | os.O_CLOEXEC
    try:
        file = os.open(image, mode)
        try:
            return _free_loop_device(control, file, mode, str(image), read_only)
        finally:
            os.close(file)
    finally:
        os.close(control)


def _free_loop_device(
    control: int, file: int, mode: int, name: str, read_only: bool
) -> tuple[int, int]:
    flags = _AUTOCLEAR | (_READ_ONLY if read_only else 0)
    label = name.encode()[-63:]
    config = _LOOP_CONFIG.pack(
        file, 0, 0, 0, 0, 0, 0, 0, 0, 0, flags, label, b"", b"", 0, 0, *([0] * 8)
    )
    while True:
        number = fcntl.ioctl(control, _LOOP_CTL_GET_FREE)
        device = os.open(f"/dev/loop{number}", mode)
        try:
            fcntl.ioctl(device, _LOOP_CONFIGURE, config)
        except OSError as error:
            os.close(device)
            if error.errno != errno.EBUSY:  # else somebody else was quicker
                raise
        else:
            return device, number


def loop_number(number: int) -> int:
    """Give the device number of a loop device."""
    return os.makedev(_LOOP_MAJOR, number)


def shut_down(mounted_at: str) -> bool:
    """Write a file system out and let it refuse everything from then on, as if its disk was gone.

    Tell whether the file system can do that (ext4, xfs and f2fs can).
    """
    descriptor = os.open(mounted_at, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.ioctl(descriptor, _FS_IOC_SHUTDOWN, struct.pack("=I", 0))
    except OSError as error:
        if error.errno not in (errno.ENOTTY, errno.EOPNOTSUPP, errno.EINVAL):
            raise
        os.sync()
        return False
    finally:
        os.close(descriptor)
    return True


def _mount(source: str, target: str, kind: str | None, flags: int, options: str | None) -> None:
    words = [value.encode() if value is not None else None for value in (source, target, kind)]
    data = options.encode() if options is not None else None
    _check(_libc.mount(*words, flags, data), f"mounting {source} at {target}")


def _check(result: int, what: str) -> None:
    if result:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
