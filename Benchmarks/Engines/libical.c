/* Asks libical what series' library is asked, for Benchmarks/recurrence; the lines and words are those of main.swift.
 *
 *     libical next     prints what comes after each instant, `-` for nothing
 *     libical time     prints nanoseconds: next from near the instant, next from the start, near with the rule read
 */
#define _POSIX_C_SOURCE 200809L
#include <libical/ical.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1000 };

struct one {
    const char *text;
    struct icalrecurrencetype rule;
    struct icaltimetype start;
    time_t after[MOST];
    int count;
};

/* The first occurrence strictly after an instant; -1 for none. */
static time_t next_after(struct icalrecurrencetype rule, struct icaltimetype start, time_t after, bool near)
{
    struct icalrecur_iterator_impl *iterator = icalrecur_iterator_new(rule, start);
    time_t found = -1;
    if (!iterator) return found;
    if (near && rule.count == 0) {
        struct icaltimetype from = icaltime_from_timet_with_zone(after + 1, 0, icaltimezone_get_utc_timezone());
        if (icaltime_compare(from, start) > 0) icalrecur_iterator_set_start(iterator, from);
    }
    for (;;) {
        struct icaltimetype time = icalrecur_iterator_next(iterator);
        if (icaltime_is_null_time(time)) break;
        found = icaltime_as_timet(time);
        if (found > after) break;
        found = -1;
    }
    icalrecur_iterator_free(iterator);
    return found;
}

static bool read_one(char *line, struct one *one)
{
    char *start = strtok(line, "\t"), *rule = strtok(NULL, "\t"), *instants = strtok(NULL, "\n");
    if (!start || !rule || !instants) return false;
    char basic[32] = "";
    size_t length = 0;
    for (const char *from = start; *from && length < 16; from++)
        if (*from != '-' && *from != ':') basic[length++] = *from;
    if (length == 13) strcpy(basic + 13, "00");
    strcat(basic, "Z");
    one->start = icaltime_from_string(basic);
    one->text = rule;
    one->rule = icalrecurrencetype_from_string(rule);
    one->count = 0;
    for (char *item = strtok(instants, ","); item && one->count < MOST; item = strtok(NULL, ","))
        one->after[one->count++] = atoll(item);
    return one->rule.freq != ICAL_NO_RECURRENCE;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

/* The least of five turns of a tenth of a second, or of one turn where that takes longer. */
static double nanoseconds(struct one *one, bool near, bool read)
{
    double best = 0;
    static volatile time_t sum;
    for (int turn = 0; turn < 5; turn++) {
        double begun = seconds(), passed = 0;
        long calls = 0;
        for (int index = 0; passed < 0.1; index = (index + 1) % one->count) {
            struct icalrecurrencetype rule = read ? icalrecurrencetype_from_string(one->text) : one->rule;
            sum += next_after(rule, one->start, one->after[index], near);
            calls++;
            if (calls % 20 == 0) passed = seconds() - begun;
        }
        double each = passed / calls * 1e9;
        if (turn == 0 || each < best) best = each;
    }
    return best;
}

int main(int count, char **words)
{
    char *line = NULL;
    size_t size = 0;
    static struct one one;
    bool times = count == 2 && strcmp(words[1], "time") == 0;
    if (!times && (count != 2 || strcmp(words[1], "next") != 0)) return 64;
    while (getline(&line, &size, stdin) > 0) {
        if (!read_one(line, &one)) {
            printf("!\n");
            continue;
        }
        if (times) {
            printf("%.1f %.1f %.1f\n", nanoseconds(&one, true, false), nanoseconds(&one, false, false),
                   nanoseconds(&one, true, true));
            continue;
        }
        for (int index = 0; index < one.count; index++) {
            time_t found = next_after(one.rule, one.start, one.after[index], true);
            if (found < 0) printf("%s-", index ? "," : "");
            else printf("%s%lld", index ? "," : "", (long long)found);
        }
        printf("\n");
    }
    free(line);
    return 0;
}
