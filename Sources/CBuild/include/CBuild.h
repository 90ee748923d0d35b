/// The commit that was built, abbreviated; empty if the build does not say.
const char *mm_commit(void);
