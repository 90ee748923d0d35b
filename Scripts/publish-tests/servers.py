"""Radicale and Xandikos on the loopback interface, with a self-signed certificate and basic authentication."""

import base64
import hashlib
import os
import pathlib
import socket
import subprocess
import sys
import time

USER, PASSWORD = "anna", "a:b \"c\" \\d é"


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def certificate(folder):
    """For the name and the address of this machine, under the names that Xandikos looks for."""
    (folder / "certs").mkdir()
    cert, key = folder / "certs/selfsigned.crt", folder / "certs/selfsigned.key"
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", names,
                    "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


class Server:
    """`kind` is radicale or xandikos; `url` is that of an empty calendar whose name has a blank."""

    def __init__(self, kind, folder):
        self.kind, self.folder = kind, pathlib.Path(folder)
        self.folder.mkdir()
        self.cert, self.key = certificate(self.folder)
        self.port = free_port()
        self.log = open(self.folder / "log", "wb")
        self.start()
        self.root = f"https://localhost:{self.port}/"
        self.home = self.root + (f"{USER}/" if kind == "radicale" else "user/calendars/")
        self.url = self.home + "my%20reminders/"
        import caldav

        self.client = caldav.DAVClient(self.root, username=USER, password=PASSWORD, ssl_verify_cert=str(self.cert))
        self.client.request(self.url, "MKCALENDAR", '<?xml version="1.0"?><C:mkcalendar xmlns:C="urn:ietf:params:xml:ns:caldav"/>')
        self.calendar = caldav.Calendar(self.client, url=self.url)

    def command(self):
        users = self.folder / "users"
        if self.kind == "radicale":
            users.write_text(f"{USER}:{PASSWORD}\n", "utf-8")
            return ["-m", "radicale", "--config", "", f"--server-hosts=127.0.0.1:{self.port}", "--server-ssl", f"--server-certificate={self.cert}",
                    f"--server-key={self.key}", f"--storage-filesystem-folder={self.folder / 'data'}", "--auth-type=htpasswd",
                    f"--auth-htpasswd-filename={users}", "--auth-htpasswd-encryption=plain", "--rights-type=owner_only",
                    "--logging-level=warning"]
        digest = base64.b64encode(hashlib.sha1(PASSWORD.encode()).digest()).decode()
        users.write_text(f"{USER}:{{SHA}}{digest}\n", "utf-8")
        # It would make a certificate of its own if there were none in its state directory.
        return ["-m", "xandikos", "serve", "-d", str(self.folder / "data"), "-l", "127.0.0.1", "-p", str(self.port), "--autocreate",
                "--current-user-principal", "/user/", "--state-dir", str(self.folder), "--autocert", "--htpasswd", str(users)]

    def start(self):
        self.process = subprocess.Popen([sys.executable, *self.command()], stdout=self.log, stderr=self.log,
                                        env={**os.environ, "PYTHONUTF8": "1"})
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise SystemExit(f"{self.kind} did not start: {(self.folder / 'log').read_text()[-2000:]}")

    def stop(self):
        self.process.terminate()
        self.process.wait()
