"""Puts a feed on a CalDAV server, one object for each series, and asks for what it expands: `python dav.py SERVER FEED FIRST LAST`.
The server is Radicale or Xandikos, with the interpreter of this script, on the loopback interface."""

import datetime as dt
import http.client
import itertools
import json
import socket
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as tree

import icalendar

from python_readers import text

XML = "application/xml; charset=utf-8"


def commands(server, folder, port):
    if server == "radicale":
        return ["-m", "radicale", "--config", "", f"--server-hosts=127.0.0.1:{port}", f"--storage-filesystem-folder={folder}",
                "--auth-type=none", "--rights-type=owner_only", "--logging-level=warning"]
    return ["-m", "xandikos", "serve", "-d", folder, "-l", "127.0.0.1", "-p", str(port), "--current-user-principal", "/user/",
            "--autocreate"]


def objects(calendar):
    """Of each series its components, with the zones."""
    zones = calendar.walk("VTIMEZONE")
    series = {}
    for one in calendar.walk():
        if one.name in ("VEVENT", "VTODO"):
            series.setdefault(str(one["UID"]), []).append(one)
    for uid, parts in series.items():
        single = icalendar.Calendar()
        single.add("VERSION", "2.0")
        single.add("PRODID", "-//test//EN")
        for one in [*zones, *parts]:
            single.add_component(one)
        yield uid, parts[0].name, single.to_ical()


def main(server, path, first, last):
    calendar = icalendar.Calendar.from_ical(open(path, "rb").read())
    with tempfile.TemporaryDirectory(prefix="mm-dav-") as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        process = subprocess.Popen([sys.executable, *commands(server, folder, port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(200):
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    time.sleep(0.1)
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)

            def ask(method, where, body=b"", kind=XML, **headers):
                connection.request(method, where, body, {"Content-Type": kind, "Authorization": "Basic dXNlcjp1c2Vy", **headers})
                answer = connection.getresponse()
                content = answer.read()
                # A refused object is missing in what is found.
                if answer.status >= 300 and method != "PUT":
                    raise SystemExit(f"{server}: {method} {where}: {answer.status} {content[:300]!r}")
                return content

            home = "/user/" if server == "radicale" else "/user/calendars/"
            ask("MKCALENDAR", home + "test/", b'<?xml version="1.0"?><C:mkcalendar xmlns:C="urn:ietf:params:xml:ns:caldav"/>')
            kinds = set()
            for uid, kind, content in objects(calendar):
                kinds.add(kind)
                ask("PUT", f"{home}test/{uid}.ics", content, "text/calendar; charset=utf-8")
            found = {}
            # Radicale gives 10000 dates at most, so year by year.
            years = [dt.date(year, 1, 1) for year in range(first.year + 1, last.year + 1)]
            spans = list(zip([first, *years], [*years, last + dt.timedelta(days=1)]))
            for kind, (begin, end) in itertools.product(kinds, spans):
                bounds = f'start="{begin:%Y%m%d}T000000Z" end="{end:%Y%m%d}T000000Z"'
                query = f"""<?xml version="1.0"?><C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
                    <D:prop><C:calendar-data><C:expand {bounds}/></C:calendar-data></D:prop><C:filter><C:comp-filter name="VCALENDAR">
                    <C:comp-filter name="{kind}"><C:time-range {bounds}/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>"""
                now = {}
                answer = tree.fromstring(ask("REPORT", home + "test/", query.encode(), Depth="1"))
                for data in answer.iter("{urn:ietf:params:xml:ns:caldav}calendar-data"):
                    for one in icalendar.Calendar.from_ical(data.text).walk(kind):
                        date = text((one.get("DTSTART") or one["DUE"]).dt)
                        now.setdefault(str(one["SUMMARY"]), []).append(date)
                # An occurrence that is moved out of a year, or a day at its end, may be found there and in the next.
                for summary, dates in now.items():
                    known = found.setdefault(summary, [])
                    before = set(known)
                    known += [date for date in dates if date not in before]
            print(json.dumps(found))
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(dt.date.fromisoformat, sys.argv[3:]))
