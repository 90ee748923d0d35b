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

static const struct {
    const char *name, *text;
} schemas[] = {
    {"agenda", agenda},
    {"definitions", definitions},
    {"edit", edit},
    {"find", find},
    {"list", list},
    {"plan", plan},
    {"show", show},
    {"step", step},
    {"tag-list", tag_list},
};

const char *mm_schema(const char *name) {
    for (size_t index = 0; index < sizeof schemas / sizeof *schemas; index++) {
        if (strcmp(schemas[index].name, name) == 0) return schemas[index].text;
    }
    return NULL;
}
