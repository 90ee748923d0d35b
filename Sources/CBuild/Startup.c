#include "CBuild.h"

#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static char **arguments = NULL;

char **mm_arguments(void) { return arguments; }

#ifdef __GLIBC__
// Before main, the runtime of Swift looks through /proc for the program that it may start after a crash, and aborts if
// /proc is missing ("Unable to obtain Swift runtime path"), as in some containers. SWIFT_ROOT answers its question.
__attribute__((constructor(101))) static void mm_do_without_proc(int count, char **given) {
    if (count > 0) arguments = given;
    if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/usr", 0);
}
#endif
