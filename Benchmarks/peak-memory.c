/* Runs a command with its output thrown away and prints its peak resident set in kilobytes. A small parent, as the peak
 * of a process counts that of what it was forked from.
 *
 *     peak-memory COMMAND ARGUMENT...
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 2) return 64;
    pid_t child = fork();
    if (child == 0) {
        dup2(open("/dev/null", O_WRONLY), 1);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) return 1;
#ifdef __APPLE__
    printf("%ld\n", usage.ru_maxrss / 1024);
#else
    printf("%ld\n", usage.ru_maxrss);
#endif
}
