#include "CBuild.h"

#include <string.h>

// A feature of C23, which this compiler has in C17 too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char agenda[] = {
#embed "../../docs/schema/agenda.json" suffix(, 0)
};
static const char definitions[] = {
#embed "../../docs/schema/definitions.json" suffix(, 0)
};
static const char edit[] = {
#embed "../../docs/schema/edit.json" suffix(, 0)
};
static const char find[] = {
#embed "../../docs/schema/find.json" suffix(, 0)
};
static const char list[] = {
#embed "../../docs/schema/list.json" suffix(, 0)
};
static const char plan[] = {
#embed "../../docs/schema/plan.json" suffix(, 0)
};
static const char show[] = {
#embed "../../docs/schema/show.json" suffix(, 0)
};
static const char step[] = {
#embed "../../docs/schema/step.json" suffix(, 0)
};
static const char tag_list[] = {
#embed "../../docs/schema/tag-list.json" suffix(, 0)
};

const char *mm_schema(const char *name) {
    if (strcmp(name, "agenda") == 0) return agenda;
    if (strcmp(name, "definitions") == 0) return definitions;
    if (strcmp(name, "edit") == 0) return edit;
    if (strcmp(name, "find") == 0) return find;
    if (strcmp(name, "list") == 0) return list;
    if (strcmp(name, "plan") == 0) return plan;
    if (strcmp(name, "show") == 0) return show;
    if (strcmp(name, "step") == 0) return step;
    if (strcmp(name, "tag-list") == 0) return tag_list;
    return NULL;
}
