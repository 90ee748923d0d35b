// Expands a feed with ical.js: `node icaljs.mjs MODULE FEED LAST`. The module is the one of ical.js, or Ical.sys.mjs of Thunderbird.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , module, feed, last] = process.argv;
const loaded = await import(pathToFileURL(module));
const ICAL = loaded.default ?? loaded.ICAL;
const calendar = new ICAL.Component(ICAL.parse(readFileSync(feed, "utf8")));
ICAL.TimezoneService.reset?.();
for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
const parts = ["vevent", "vtodo"].flatMap(name => calendar.getAllSubcomponents(name));
const text = time => time.isDate ? time.toString() : time.convertToZone(ICAL.Timezone.utcTimezone).toString().slice(0, 16) + "Z";
const found = {};
const add = (title, time) => (found[title] ??= []).push(text(time));
for (const part of parts) {
  const title = part.getFirstPropertyValue("summary");
  const event = new ICAL.Event(part, { exceptions: [], strictExceptions: true });
  if (event.isRecurrenceException()) continue;
  const gone = new Map();
  for (const other of parts) {
    if (other.hasProperty("recurrence-id") && other.getFirstPropertyValue("uid") === event.uid) {
      gone.set(text(other.getFirstPropertyValue("recurrence-id")), other.getFirstPropertyValue("dtstart"));
    }
  }
  const start = part.getFirstPropertyValue("dtstart") ?? part.getFirstPropertyValue("due");
  if (!event.isRecurring()) { add(title, start); continue; }
  const coming = event.iterator(start);
  for (let time; (time = coming.next());) {
    if (time.toString().slice(0, 10) > last) break;
    add(title, gone.get(text(time)) ?? time);
  }
}
console.log(JSON.stringify(found));
