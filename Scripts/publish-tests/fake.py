"""A small CalDAV server that does what a test tells it to do wrong."""

import http.server
import re
import ssl
import threading
import time


class Fake:
    """Keeps objects with tags. `faults` is a list of (method, fault): the next request with that method has it."""

    def __init__(self, certificate=None):
        self.objects, self.count, self.requests, self.faults = {}, 0, [], []
        self.gives_tags, self.weak = True, False
        fake = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, *_):
                pass

            def reply(self, status, body=b"", **fields):
                self.send_response(status)
                for name, value in fields.items():
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                fake.requests.append((self.command, self.path, dict(self.headers), body))
                for index, (method, fault) in enumerate(fake.faults):
                    if method in (self.command, "*"):
                        if fault.get("once", True):
                            fake.faults.pop(index)
                        if self.fault(**fault):
                            return
                        break
                fake.answer(self, body)

            def fault(self, status=None, body=b"", seconds=0, cut=False, location=None, before=None, huge=0, once=True, drop=False, type="text/html"):
                time.sleep(seconds)
                if before:
                    before()
                    return False
                if drop:
                    # It did it, and nobody hears of it.
                    fake.answer(self, self.rfile.read(0), silent=True)
                    self.close_connection = True
                    return True
                if status is None:
                    return False
                if huge:
                    self.send_response(status)
                    self.end_headers()
                    try:
                        for _ in range(huge):
                            self.wfile.write(b"<a>" * 350_000)
                    except OSError:
                        pass
                    self.close_connection = True
                    return True
                fields = {"Location": location} if location else {}
                if cut:
                    self.send_response(status)
                    self.send_header("Content-Length", str(len(body) + 1_000))
                    self.end_headers()
                    self.wfile.write(body)
                    self.close_connection = True
                    return True
                self.reply(status, body, Content_Type=type, **fields)
                return True

            do_PUT = do_DELETE = do_PROPFIND = do_REPORT = do_GET = handle_any

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        scheme = "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            scheme = "https"
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"{scheme}://localhost:{self.server.server_address[1]}/cal/"

    def tag(self, name):
        return ("W/" if self.weak else "") + f'"{self.objects[name][0]}"'

    def set(self, name, body):
        self.count += 1
        self.objects[name] = (self.count, body)

    def sent(self, *methods):
        return [request for request in self.requests if request[0] in methods]

    def answer(self, handler, body, silent=False):
        name = handler.path.rsplit("/", 1)[1]
        condition, method = handler.headers.get("If-Match"), handler.command
        if silent and method == "PUT":
            body = self.requests[-1][3]
        if method in ("PUT", "DELETE"):
            there = name in self.objects
            if method == "DELETE" and not there:
                return handler.reply(404)
            fails = handler.headers.get("If-None-Match") == "*" and there
            fails = fails or condition is not None and (not there or condition != f'"{self.objects[name][0]}"')
            if fails:
                return handler.reply(412)
            if method == "PUT":
                self.set(name, body)
            else:
                del self.objects[name]
            if silent:
                return None
            fields = {"ETag": self.tag(name)} if method == "PUT" and self.gives_tags else {}
            return handler.reply(201 if method == "PUT" else 204, **fields)
        names = sorted(self.objects)
        if method == "REPORT":
            asked = re.findall(r"<D:href>([^<]*)</D:href>", body.decode())
            names = [one.rsplit("/", 1)[1] for one in asked if one.rsplit("/", 1)[1] in self.objects]
        parts = ['<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">']
        if method == "PROPFIND":
            parts.append('<d:response><d:href>/cal/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype>'
                         "</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>")
        for one in names:
            data = self.objects[one][1].decode().replace("&", "&amp;").replace("<", "&lt;") if method == "REPORT" else ""
            parts.append(f"<d:response><d:href>/cal/{one}</d:href><d:propstat><d:prop><d:getetag>{self.tag(one).replace(chr(34), '&quot;')}</d:getetag>"
                         f"<c:calendar-data>{data}</c:calendar-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>")
        return handler.reply(207, ("".join(parts) + "</d:multistatus>").encode(), Content_Type="application/xml")

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
