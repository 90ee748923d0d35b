#include "CBuild.h"

#ifndef MM_COMMIT
#define MM_COMMIT ""
#endif

const char *mm_commit(void) { return MM_COMMIT; }
