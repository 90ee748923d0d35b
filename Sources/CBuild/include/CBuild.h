/// The commit that was built, abbreviated; empty if the build does not say.
const char *mm_commit(void);

/// The arguments from the program's name on, ended by NULL, as the C library was given them; NULL if it does not say.
char **mm_arguments(void);

/// The text of docs/schema/NAME.json; NULL for a schema that no tool needs.
const char *mm_schema(const char *name);
