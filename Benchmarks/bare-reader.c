/* The physical limit: walks a folder, and opens, reads and closes every .md file, with as many threads as mm has.
 *
 *     bare-reader DIR THREADS        prints how many files it read
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_THREADS 64

static char **directories;
static int count, capacity;
static atomic_int next, files;

static void walk(const char *path) {
    DIR *directory = opendir(path);
    if (!directory) return;
    if (count == capacity) {
        capacity = capacity ? 2 * capacity : 64;
        directories = realloc(directories, capacity * sizeof *directories);
    }
    directories[count++] = strdup(path);
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_type != DT_DIR || entry->d_name[0] == '.') continue;
        char child[4096];
        snprintf(child, sizeof child, "%s/%s", path, entry->d_name);
        walk(child);
    }
    closedir(directory);
}

static void *read_directories(void *unused) {
    static _Thread_local char buffer[65536];
    for (int index; (index = atomic_fetch_add(&next, 1)) < count;) {
        DIR *directory = opendir(directories[index]);
        if (!directory) continue;
        for (struct dirent *entry; (entry = readdir(directory));) {
            size_t length = strlen(entry->d_name);
            if (entry->d_name[0] == '.' || length < 4 || strcmp(entry->d_name + length - 3, ".md")) continue;
            int file = openat(dirfd(directory), entry->d_name, O_RDONLY);
            if (file < 0) continue;
            while (read(file, buffer, sizeof buffer) > 0) {}
            close(file);
            atomic_fetch_add(&files, 1);
        }
        closedir(directory);
    }
    return unused;
}

int main(int argc, char **argv) {
    int threads = argc > 2 ? atoi(argv[2]) : 1;
    if (threads < 1 || threads > MOST_THREADS) threads = 1;
    walk(argc > 1 ? argv[1] : ".");
    pthread_t helpers[MOST_THREADS];
    int started = 1;
    while (started < threads && !pthread_create(&helpers[started], NULL, read_directories, NULL)) started++;
    read_directories(NULL);
    for (int index = 1; index < started; index++) pthread_join(helpers[index], NULL);
    printf("%d\n", files);
}
