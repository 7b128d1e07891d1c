"""A small disk that can be full, slow, read-only, without power, or gone: a file that is mounted."""

import fcntl
import os
import subprocess
import time
from contextlib import contextmanager, suppress
from pathlib import Path

SIZE = 32  # megabytes
FREEZE, THAW = 0xC0045877, 0xC0045878  # ioctls of Linux
PATIENCE = 20  # seconds for whoever has just been killed to let go of it


class Disk:
    def __init__(self, image, folder):
        self.image, self.folder, self.is_whole = image, folder, True
        folder.mkdir()
        with image.open("wb") as file:
            file.truncate(SIZE << 20)
        try:
            _run("mkfs.ext4", "-q", "-F", "-m", "0", image)
            self.mount()
        except OSError:  # no loop device here: such a disk can be full, and no more
            self.is_whole = False
            _run("mount", "-t", "tmpfs", "-o", f"size={SIZE}m", "tmpfs", folder)

    def mount(self):
        _run("mount", "-o", "loop,errors=remount-ro", self.image, self.folder)

    def unmount(self):
        """Once nobody has it open any more."""
        _soon(lambda: _run("umount", self.folder))
        self._let_go()

    def _let_go(self):
        """Mounted twice, it would be damaged by us."""

        def nobody():
            if _run("losetup", "-j", self.image):
                raise OSError("it is mounted still")

        _soon(nobody)

    @contextmanager
    def filled(self):
        filler = self.folder / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 14))
        yield
        filler.unlink()

    @contextmanager
    def standing_still(self):
        """Whoever writes waits, and can't be killed."""
        with self._handle() as handle:
            fcntl.ioctl(handle, FREEZE, 0)
            try:
                yield
            finally:
                fcntl.ioctl(handle, THAW, 0)

    @contextmanager
    def _handle(self):
        handle = os.open(self.folder, os.O_RDONLY)
        try:
            yield handle
        finally:
            os.close(handle)

    def refuse_writes(self):
        """As Linux does where a disk has answered wrongly; until it is mounted anew. Not while anything is on its way
        there: in that moment Linux calls some of it written that isn't.
        """
        device = os.stat(self.folder).st_dev
        name = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve().name
        with self.standing_still():
            Path(f"/sys/fs/ext4/{name}/trigger_fs_error").write_text("1")

    def go(self):
        """As when it is pulled out: who has a file open still has it, and nobody finds it."""
        _run("umount", "-l", self.folder)

    def come(self):
        self._let_go()
        self.mount()

    def content(self):
        """What has reached it so far, and what it has after a power cut: read in one moment, or again."""
        before = None
        while (now := Path(self.image).read_bytes()) != before:
            before = now
        return now

    def close(self):
        subprocess.run(["umount", "-l", str(self.folder)], capture_output=True, check=False)
        self.image.unlink()


def _run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(done.stderr)
    return done.stdout


def _soon(action):
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return action()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)
