/* Expands a feed with libical: `libical FEED`. Prints title, tab and a day or instant for each occurrence up to 2030. */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static icalcomponent *calendar;

/* The text of a time, in UTC. */
static void text(struct icaltimetype time, char *out) {
    if (!time.is_date) time = icaltime_convert_to_zone(time, icaltimezone_get_utc_timezone());
    if (time.is_date) sprintf(out, "%04d-%02d-%02d", time.year, time.month, time.day);
    else sprintf(out, "%04d-%02d-%02dT%02d:%02dZ", time.year, time.month, time.day, time.hour, time.minute);
}

static void found(icalcomponent *one, struct icaltime_span *span, void *unused) {
    (void)unused;
    struct icaltimetype start = icalcomponent_get_dtstart(one);
    char out[40], gone[40];
    time_t at = span->start;
    text(icaltime_from_timet_with_zone(at, start.is_date, icaltimezone_get_utc_timezone()), out);
    for (icalcomponent *other = icalcomponent_get_first_component(calendar, ICAL_ANY_COMPONENT); other;
         other = icalcomponent_get_next_component(calendar, ICAL_ANY_COMPONENT)) {
        icalproperty *place = icalcomponent_get_first_property(other, ICAL_RECURRENCEID_PROPERTY);
        if (!place || strcmp(icalcomponent_get_uid(other), icalcomponent_get_uid(one))) continue;
        text(icalproperty_get_datetime_with_component(place, other), gone);
        if (!strcmp(gone, out)) return;
    }
    printf("%s\t%s\n", icalcomponent_get_summary(one), out);
}

int main(int count, char **arguments) {
    if (count != 2) return 64;
    FILE *file = fopen(arguments[1], "rb");
    if (!file) return 66;
    static char bytes[4 << 20];
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    bytes[length] = 0;
    calendar = icalparser_parse_string(bytes);
    icalcomponent *parts[4096];
    int number = 0;
    for (icalcomponent *one = icalcomponent_get_first_component(calendar, ICAL_ANY_COMPONENT); one && number < 4096;
         one = icalcomponent_get_next_component(calendar, ICAL_ANY_COMPONENT)) {
        if (icalcomponent_isa(one) == ICAL_VEVENT_COMPONENT || icalcomponent_isa(one) == ICAL_VTODO_COMPONENT) parts[number++] = one;
    }
    struct icaltimetype first = icaltime_from_string("20200101T000000Z"), last = icaltime_from_string("20300101T000000Z");
    for (int index = 0; index < number; index++) {
        icalcomponent *one = parts[index];
        char out[40];
        struct icaltimetype start = icalcomponent_get_dtstart(one);
        if (icaltime_is_null_time(start)) start = icalcomponent_get_due(one);
        if (icalcomponent_get_first_property(one, ICAL_RRULE_PROPERTY)) {
            icalcomponent_foreach_recurrence(one, first, last, found, 0);
        } else {
            text(start, out);
            printf("%s\t%s\n", icalcomponent_get_summary(one), out);
        }
    }
    return 0;
}
