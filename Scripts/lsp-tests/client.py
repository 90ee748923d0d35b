"""A client of the Language Server Protocol that shares no code with mm: frames, requests, documents, and edits that it applies."""

import json
import os
import pathlib
import queue
import re
import subprocess
import threading
import time
import urllib.parse

LINE_END = re.compile(r"\r\n|\n|\r")


class Failure(Exception):
    pass


def uri(path, spelling=str.upper):
    """The URI of a path; clients differ in the case of its escapes."""
    quoted = urllib.parse.quote(os.fsencode(path), safe="/-._~")
    return "file://" + re.sub("%..", lambda match: spelling(match[0]), quoted)


def path_of(uri):
    return urllib.parse.unquote_to_bytes(uri.removeprefix("file://"))


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Text:
    """A document as an editor has it, with positions in UTF-16 or UTF-8."""

    def __init__(self, text, encoding="utf-16"):
        self.text, self.encoding = text, encoding

    def units(self, text):
        return len(text.encode("utf-16-le", "surrogatepass")) // 2 if self.encoding == "utf-16" else len(
            text.encode("utf-8", "surrogateescape"))

    def starts(self):
        return [0, *(match.end() for match in LINE_END.finditer(self.text))]

    def offset(self, position):
        start = self.starts()[position["line"]]
        units, index = 0, start
        while units < position["character"]:
            if index == len(self.text) or self.text[index] in "\r\n":
                raise Failure(f"there is no position {position} in {self.text!r}")
            units += self.units(self.text[index])
            index += 1
        if units != position["character"]:
            raise Failure(f"{position} is inside a character of {self.text!r}")
        return index

    def position(self, offset):
        starts = self.starts()
        line = max(number for number, start in enumerate(starts) if start <= offset)
        return {"line": line, "character": self.units(self.text[starts[line]:offset])}

    def at(self, part, inside=0):
        """The position of a text in the document, or so many characters behind its beginning."""
        return self.position(self.text.index(part) + inside)

    def apply(self, edits):
        places = [(self.offset(edit["range"]["start"]), self.offset(edit["range"]["end"]), edit["newText"]) for edit in edits]
        text = self.text
        for start, end, new in sorted(places, key=lambda place: place[:2], reverse=True):
            text = text[:start] + new + text[end:]
        self.text = text


class Server:
    """A running `mm lsp`. What it sends besides answers is in `notifications` and `requests`."""

    def __init__(self, mm, folder, *arguments, root=True, encodings=("utf-16",), capabilities=None, initialize=True, env=None,
                 command="lsp"):
        self.folder = pathlib.Path(folder)
        self.process = subprocess.Popen([mm, command, *arguments], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=os.environ | (env or {}))
        self.answers, self.notifications, self.requests = {}, [], []
        self.news = queue.Queue()
        self.problem = None
        self.errors = []
        self.last = 0
        self.versions = {}
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()
        if initialize:
            self.capabilities = self.initialize(root, encodings, capabilities)["capabilities"]
            self.encoding = self.capabilities.get("positionEncoding", "utf-16")

    def initialize(self, root=True, encodings=("utf-16",), capabilities=None):
        given = {"general": {"positionEncodings": list(encodings)}, "workspace": {"workspaceEdit": {"documentChanges": True}}}
        result = self.request("initialize", {"processId": None, "rootUri": uri(self.folder) if root is True else root,
                                             "capabilities": given | (capabilities or {})})
        self.notify("initialized", {})
        return result

    # Streams

    def read(self):
        stream = self.process.stdout
        try:
            while line := stream.readline():
                if not (match := re.fullmatch(rb"Content-Length: (\d+)\r\n", line)) or stream.readline() != b"\r\n":
                    raise Failure(f"expected a header, not {line!r}")
                message = json.loads(stream.read(int(match[1])))
                if message.get("jsonrpc") != "2.0":
                    raise Failure(f"not JSON-RPC: {message}")
                if "method" in message and "id" in message:
                    self.requests.append(message)
                elif "method" in message:
                    self.notifications.append(message)
                else:
                    self.answers.setdefault(json.dumps(message["id"]), []).append(message)
                self.news.put(message)
        except Exception as error:
            self.problem = error
        self.news.put(None)

    def send(self, *messages):
        self.raw(b"".join(map(frame, messages)))

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def wait(self, condition, seconds=60, what="an answer"):
        """Waits until a condition holds, which is looked at after each message."""
        end = time.monotonic() + seconds
        while not (result := condition()):
            if self.problem:
                raise Failure(f"what the server wrote cannot be read: {self.problem}")
            left = end - time.monotonic()
            if left <= 0:
                raise Failure(f"{what} is missing after {seconds} s; {b''.join(self.errors).decode()}")
            try:
                self.news.get(timeout=min(left, 0.2))
            except queue.Empty:
                pass
            if self.process.poll() is not None and not self.reader.is_alive() and not condition():
                raise Failure(f"the server ended with {self.process.returncode}: {b''.join(self.errors).decode()}")
        return result

    def answer(self, id):
        return self.wait(lambda: self.answers.get(json.dumps(id)))[0]

    def call(self, method, params=None):
        """The whole answer, which may be an error."""
        self.last += 1
        message = {"jsonrpc": "2.0", "id": self.last, "method": method}
        self.send(message if params is None else message | {"params": params})
        return self.answer(self.last)

    def request(self, method, params=None):
        answer = self.call(method, params)
        if "error" in answer:
            raise Failure(f"{method}: {answer['error']}")
        return answer["result"]

    def execute(self, command, apply=None):
        """Runs a command. `apply` gets the edit that the server asks for; None means that it is not applied."""
        self.requests.clear()
        self.last += 1
        id = self.last
        self.send({"jsonrpc": "2.0", "id": id, "method": "workspace/executeCommand", "params": command})
        self.wait(lambda: self.requests or self.answers.get(json.dumps(id)))
        for request in self.requests:
            if request["method"] == "workspace/applyEdit":
                if json.dumps(id) in self.answers:
                    raise Failure("a command is answered before its edit is applied")
                if apply:
                    apply(request["params"]["edit"])
                self.send({"jsonrpc": "2.0", "id": request["id"], "result": {"applied": apply is not None}})
        return self.answer(id)

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    # Documents

    def open(self, path, text, spelling=str.upper):
        where = path if str(path).startswith("file:") else uri(path, spelling)
        self.versions[where] = 1
        self.notify("textDocument/didOpen", {"textDocument": {"uri": where, "languageId": "python" if where.endswith(".py") else "markdown", "version": 1, "text": text}})
        return where

    def change(self, where, *changes):
        self.versions[where] += 1
        changes = [{"text": change} if isinstance(change, str) else change for change in changes]
        self.notify("textDocument/didChange", {"textDocument": {"uri": where, "version": self.versions[where]},
                                               "contentChanges": changes})

    def at(self, method, where, position, **more):
        return self.request(f"textDocument/{method}", {"textDocument": {"uri": where}, "position": position} | more)

    def problems(self, where):
        """What was published last, once it belongs to the current version."""
        def latest():
            found = [n["params"] for n in self.notifications if n["method"] == "textDocument/publishDiagnostics"
                     and n["params"]["uri"] == where]
            return found[-1:] if found and found[-1].get("version") == self.versions[where] else None
        return self.wait(latest, 60, "publishDiagnostics")[0]["diagnostics"]

    # End

    def stop(self):
        if self.process.poll() is None:
            self.request("shutdown")
            self.notify("exit", None)
        return self.end()

    def end(self):
        """Closes the stream, and returns the exit status."""
        self.process.stdin.close()
        status = self.process.wait(10)
        self.reader.join(10)
        if self.problem:
            raise Failure(f"what the server wrote cannot be read: {self.problem}")
        return status

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def apply(edit, open_texts, encoding):
    """Applies a WorkspaceEdit as an editor does: to its buffers, and to files that it has to open, without their BOM."""
    changes = ([(change["textDocument"]["uri"], change["edits"]) for change in edit["documentChanges"]]
               if "documentChanges" in edit else list(edit["changes"].items()))
    for where, edits in changes:
        if where in open_texts:
            open_texts[where].apply(edits)
            continue
        path = path_of(where)
        if any(path_of(other) == path for other in open_texts):
            raise Failure(f"{where} is open as something else")
        data = pathlib.Path(os.fsdecode(path)).read_bytes()
        mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
        text = Text(data[len(mark):].decode("utf-8", "surrogateescape"), encoding)
        text.apply(edits)
        pathlib.Path(os.fsdecode(path)).write_bytes(mark + text.text.encode("utf-8", "surrogateescape"))
