#ifdef __linux__
#include <stdlib.h>
#include <unistd.h>

// Before main, the runtime of Swift looks through /proc for the programs that it may start after a crash, and aborts if
// /proc is missing ("Unable to obtain Swift runtime path"), as in some containers. SWIFT_ROOT answers its question.
__attribute__((constructor(101))) static void mm_do_without_proc(void) {
    if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/usr", 0);
}
#endif
