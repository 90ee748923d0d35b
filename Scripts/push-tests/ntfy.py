"""Plays an ntfy server of version 2.16 or later, and the phone that listens to it.

Written from ntfy's source, github.com/binwiederhier/ntfy: what publishes, replaces, deletes and polls (server/server.go at c1fa107f,
model/model.go at 170ec0a2, both after 2.16), limits, errors and docs (2.13.0, at 81a486ad). It was not compared with a running server,
nor with the source of 2.23.0, the latest when this was written. That the app makes no sound for what it still shows is in
binwiederhier/ntfy-android, NotificationService.kt: `setOnlyAlertOnce(true)`. The clock is set by the test. `faults` makes it do what
servers do at bad times, and `is_old` what one before 2.16 does: it knows no sequence ids.
"""
import email.utils
import http.server
import json
import random
import re
import socketserver
import string
import threading
import time
import urllib.parse

TOPIC = re.compile(r"^/[-_A-Za-z0-9]{1,64}$")
UPDATE = re.compile(r"^/[-_A-Za-z0-9]{1,64}/[-_A-Za-z0-9]{1,64}$")
JSON = re.compile(r"^/[-_A-Za-z0-9]{1,64}/json$")


class Refused(Exception):
    def __init__(self, status, code, text):
        self.status, self.body = status, {"code": code, "http": status, "error": text}


class Ntfy:
    def __init__(self, now, token=None, is_old=False, daily=250, port=0):
        self.now, self.token, self.is_old, self.daily = now, token, is_old, daily
        self.messages = []
        # What the phone has shown with a sound: (time, title, message), and the sequence ids that it still shows.
        self.rings, self.shown, self.silent = [], set(), []
        self.requests, self.faults, self.bucket, self.filled, self.day, self.sent = [], [], 60.0, now, now // 86400, 0
        self.lock = threading.RLock()
        # Called at each request, before and after the server has done it.
        self.before = self.after = lambda request: None
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # A head and a body without a pause between them.
            disable_nagle_algorithm = True

            def log_message(self, *args):
                pass

            def handle_any(self):
                owner.handle(self)

            do_GET = do_PUT = do_POST = do_DELETE = handle_any

            def date_time_string(self, timestamp=None):
                return email.utils.formatdate(owner.now, usegmt=True)

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                pass

        self.http = Server(("127.0.0.1", port), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    # The phone.

    def advance(self, now):
        """Sets the clock, and sends what is due on the way."""
        with self.lock:
            for message in sorted(self.messages, key=lambda m: m["time"]):
                if not message["_published"] and message["time"] <= now:
                    message["_published"] = True
                    self.show(message)
            self.now = now

    def show(self, message):
        sequence = message.get("sequence_id") or message["id"]
        if message["event"] != "message":
            return self.shown.discard(sequence)
        # The app for Android makes no sound for what it still shows.
        (self.silent if sequence in self.shown else self.rings).append(
            (message["time"], message.get("title"), message["message"])
        )
        self.shown.add(sequence)

    def pending(self, topic="alarms"):
        found = [m for m in self.messages if not m["_published"] and m["topic"] == topic]
        return sorted((m["time"], m.get("title"), m["message"]) for m in found)

    def sends(self):
        """The requests that change something, since the last time."""
        found = [r for r in self.requests if not r.startswith("GET")]
        self.requests = []
        return found

    # The server.

    def handle(self, request):
        length = int(request.headers.get("Content-Length") or 0)
        body = request.rfile.read(length)
        name = f"{request.command} {request.path}"
        with self.lock:
            fault = self.faults.pop(0) if self.faults else None
            self.requests.append(name)
        self.before(name)
        if fault and self.fail(request, fault):
            return
        try:
            with self.lock:
                answer = self.answer(request, body)
            status, kind = 200, "application/x-ndjson; charset=utf-8"
        except Refused as refused:
            status, kind = refused.status, "application/json"
            answer = json.dumps(refused.body) + "\n"
        if fault == "lost":
            request.close_connection = True
            request.connection.close()
        else:
            self.reply(request, status, kind, answer.encode())
        self.after(name)

    def reply(self, request, status, kind, body, **fields):
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        for field, value in fields.items():
            request.send_header(field, value)
        request.end_headers()
        request.wfile.write(body)

    def fail(self, request, fault):
        if fault in (429, 500, 503):
            text = {"code": 42901 if fault == 429 else 50001, "http": fault, "error": "limit reached: too many requests"}
            self.reply(request, fault, "application/json", json.dumps(text).encode())
        elif fault == "quota":
            text = {"code": 42908, "http": 429, "error": "limit reached: daily message quota reached"}
            self.reply(request, 429, "application/json", json.dumps(text).encode())
        elif fault == "half":
            request.send_response(200)
            request.send_header("Content-Type", "application/x-ndjson")
            request.send_header("Content-Length", "10000")
            request.end_headers()
            request.wfile.write(b'{"id":"abc","event":"mess')
            request.close_connection = True
        elif fault == "huge":
            request.send_response(200)
            request.send_header("Content-Type", "application/x-ndjson")
            request.end_headers()
            try:
                for _ in range(2000):
                    request.wfile.write(b'{"id":"abc","event":"keepalive"}\n' * 1000)
            except OSError:
                pass
            request.close_connection = True
        elif fault == "wrong":
            self.reply(request, 200, "application/x-ndjson", b"<html>hello</html>\n")
        elif fault == "portal":
            self.reply(request, 200, "text/html", b"")
        elif fault == "none":
            request.wfile.write(b"hello\r\n\r\n")
            request.close_connection = True
        elif fault == "slow":
            time.sleep(60)
        elif isinstance(fault, tuple):
            status, url = fault
            self.reply(request, status, "text/plain", b"", Location=url + request.path)
        else:
            return False
        return True

    def answer(self, request, body):
        url = urllib.parse.urlsplit(request.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        publishing = request.command in ("PUT", "POST")
        if publishing and TOPIC.match(url.path) or publishing and UPDATE.match(url.path) and not self.is_old:
            self.limit_requests()
            self.authorize(request, url.path, writes=True)
            return self.publish(request, url.path, body)
        if request.command == "DELETE" and UPDATE.match(url.path) and not self.is_old:
            self.limit_requests()
            self.authorize(request, url.path, writes=True)
            self.limit_messages()
            topic, sequence = url.path[1:].split("/")
            message = self.message(topic, "message_delete", sequence, _published=True)
            self.show(message)
            self.replace(topic, sequence)
            self.messages.append(message)
            return self.line(message)
        if request.command == "GET" and JSON.match(url.path):
            self.limit_requests()
            self.authorize(request, url.path, writes=False)
            return self.poll(url.path.split("/")[1], query)
        raise Refused(404, 40401, "page not found")

    def limit_requests(self):
        self.bucket = min(60.0, self.bucket + (self.now - self.filled) / 5)
        self.filled = self.now
        if self.bucket < 1:
            raise Refused(429, 42901, "limit reached: too many requests")
        self.bucket -= 1

    def limit_messages(self):
        if self.now // 86400 != self.day:
            self.day, self.sent = self.now // 86400, 0
        if self.sent >= self.daily:
            raise Refused(429, 42908, "limit reached: daily message quota reached")
        self.sent += 1

    def authorize(self, request, path, writes):
        if self.token is None or writes and path.split("/")[1].endswith("-reply"):
            return
        given = request.headers.get("Authorization")
        if given is None:
            raise Refused(403, 40301, "forbidden")
        if given != f"Bearer {self.token}":
            raise Refused(401, 40101, "unauthorized")

    def message(self, topic, event, sequence=None, **fields):
        identity = "".join(random.choices(string.ascii_letters + string.digits, k=12))
        message = {"id": identity, "time": self.now, "expires": self.now + 12 * 3600, "event": event, "topic": topic, **fields}
        if sequence and not self.is_old:
            message["sequence_id"] = sequence
        return message

    def replace(self, topic, sequence):
        self.messages = [
            m for m in self.messages
            if m["_published"] or m["topic"] != topic or m.get("sequence_id") != sequence
        ]

    def publish(self, request, path, body):
        self.limit_messages()
        parts = path[1:].split("/")
        sequence = parts[1] if len(parts) > 1 else request.headers.get("X-Sequence-ID")
        assert len(body) <= 4096, "a longer message becomes an attachment"
        fields = {"message": body.decode() or "triggered", "_published": True}
        title = (request.headers.get("X-Title") or "").encode("latin-1").decode().strip()
        if title:
            fields["title"] = title
        if request.headers.get("X-Actions"):
            fields["actions"] = json.loads(request.headers["X-Actions"])
            assert len(fields["actions"]) <= 3
        at = self.now
        if request.headers.get("X-At"):
            at = int(request.headers["X-At"])
            if at < self.now + 10:
                raise Refused(400, 40005, "invalid delay parameter: too small, please refer to the docs")
            if at > self.now + 3 * 86400:
                raise Refused(400, 40006, "invalid delay parameter: too large, please refer to the docs")
            fields["_published"] = False
        message = self.message(parts[0], "message", sequence, **fields)
        # It is kept for 12 hours after it was shown (server.go: m.Expires = m.Time + the expiry of messages).
        message.update(time=at, expires=at + 12 * 3600)
        if message["_published"]:
            self.show(message)
        if sequence and not self.is_old:
            self.replace(parts[0], sequence)
        self.messages.append(message)
        return self.line(message)

    def poll(self, topic, query):
        since = query.get("since", "all")
        first = int(since) if since.isdigit() else 0
        kept = [
            m for m in self.messages
            if m["topic"] == topic and m["time"] >= first
            and (m["expires"] > self.now if m["_published"] else query.get("scheduled") == "1")
        ]
        return "".join(self.line(m) for m in sorted(kept, key=lambda m: m["time"]))

    def line(self, message):
        return json.dumps({k: v for k, v in message.items() if not k.startswith("_")}) + "\n"

    def press(self, label, sequence=None):
        """Presses a button of a message, as the app does: a request to the address in it."""
        found = [m for m in self.messages if m["event"] == "message" and m.get("actions")]
        found = [m for m in found if sequence is None or m.get("sequence_id") == sequence]
        action = next(a for a in found[-1]["actions"] if a["label"] == label)
        self.post(urllib.parse.urlsplit(action["url"]).path, action["body"])
        return action["body"]

    def post(self, path, body):
        message = self.message(path[1:], "message", message=body, _published=True)
        self.messages.append(message)
