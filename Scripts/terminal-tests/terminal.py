"""A program on a pseudo-terminal, and what the terminal shows."""

import copy
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte


class Screen(pyte.Screen):
    """pyte 0.8 has no alternate screen, and leaves a line in place if the one to be moved there was never written."""

    main = None

    def set_mode(self, *modes, **kwargs):
        super().set_mode(*modes, **kwargs)
        if kwargs.get("private") and 1049 in modes:
            self.main = copy.deepcopy((self.buffer, self.cursor))

    def reset_mode(self, *modes, **kwargs):
        super().reset_mode(*modes, **kwargs)
        if kwargs.get("private") and 1049 in modes and self.main:
            (self.buffer, self.cursor), self.main = self.main, None

    def delete_lines(self, count=None):
        self.write_all()
        super().delete_lines(count)

    def insert_lines(self, count=None):
        self.write_all()
        super().insert_lines(count)

    def write_all(self):
        for line in range(self.lines):
            # Makes an entry.
            self.buffer[line]


class Terminal:
    """Runs a command in a directory; `text()` is what the screen shows now."""

    def __init__(self, command, directory, columns=70, lines=20, **environment):
        self.screen = Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.written = b""
        self.status = None
        ready, go = os.pipe()
        self.process, self.file = pty.fork()
        if self.process == 0:
            # The program may change the settings as soon as it runs.
            os.close(go)
            os.read(ready, 1)
            os.close(ready)
            os.chdir(directory)
            # A shell ignores some of these for its background jobs, and so does nohup.
            for number in [signal.SIGINT, signal.SIGQUIT, signal.SIGHUP]:
                signal.signal(number, signal.SIG_DFL)
            # A debug build of Swift programs catches SIGQUIT to print a backtrace.
            base = {"SWIFT_BACKTRACE": "enable=no", "PATH": os.environ["PATH"], "HOME": str(directory), "LANG": "C.UTF-8"}
            base["TERM"] = "xterm-256color"
            # pyte cuts lines when it becomes narrower, as xterm does.
            base["XTERM_VERSION"] = "XTerm(379)"
            os.execvpe(command[0], command, {**base, **environment})
        self.resize(columns, lines)
        self.settings = termios.tcgetattr(self.file)
        os.close(ready)
        os.close(go)

    def resize(self, columns, lines):
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.screen.resize(lines, columns)

    def read(self, seconds=0.05):
        """Reads until nothing has come for a moment."""
        while select.select([self.file], [], [], seconds)[0]:
            try:
                new = os.read(self.file, 65536)
            except OSError:
                new = b""
            if not new:
                return
            self.written += new
            self.stream.feed(new)

    def type(self, keys, pause=0.0):
        for part in [keys] if not pause else [bytes([byte]) for byte in keys]:
            os.write(self.file, part)
            time.sleep(pause)
        self.read()

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def expect(self, text, seconds=60):
        """Waits until the screen has a text."""
        end = time.monotonic() + seconds
        while text not in self.text():
            assert time.monotonic() < end, f"'{text}' never appeared:\n{self.text()}"
            self.read(0.1)
        return self.text()

    def send(self, number):
        os.kill(self.process, number)

    def wait(self, seconds=60):
        """The exit status, negative for a signal."""
        end = time.monotonic() + seconds
        while self.status is None:
            self.read(0.02)
            found, status = os.waitpid(self.process, os.WNOHANG)
            if found:
                self.status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > end:
                self.send(signal.SIGKILL)
                raise AssertionError(f"it did not end:\n{self.text()}")
        self.read()
        return self.status

    def cook(self):
        """Sets the modes of the start, as a shell does for itself."""
        termios.tcsetattr(self.file, termios.TCSANOW, self.settings)

    def is_restored(self):
        """Whether the settings are those of the start, the cursor is shown and pastes are unmarked."""
        shown = self.written.rfind(b"\x1b[?25h") > self.written.rfind(b"\x1b[?25l")
        unmarked = self.written.rfind(b"\x1b[?2004l") > self.written.rfind(b"\x1b[?2004h")
        settings = termios.tcgetattr(self.file)
        return settings[:4] == self.settings[:4] and shown and unmarked

    def close(self):
        if self.status is None:
            self.send(signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.file)
