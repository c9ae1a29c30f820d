// child_killer.h: a thread that kills the child processes of this one at moments that no test chooses. Linux.
#ifndef TESTS_UNIT_EDITOR_CHILD_KILLER_H
#define TESTS_UNIT_EDITOR_CHILD_KILLER_H

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

typedef struct child_killer {
    pthread_t thread;
    atomic_bool stop;
    atomic_int kills;
    long longest; // nanoseconds between two kills
} child_killer;

// 0: there is none.
static inline pid_t child_killer_find(void)
{
    DIR *directory = opendir("/proc");
    pid_t found = 0;
    for (const struct dirent *entry; directory && found == 0 && (entry = readdir(directory)) != NULL;) {
        char path[300], state = 0;
        int process, parent;
        snprintf(path, sizeof(path), "/proc/%s/stat", entry->d_name);
        FILE *file = entry->d_name[0] >= '1' && entry->d_name[0] <= '9' ? fopen(path, "r") : NULL;
        if (file && fscanf(file, "%d %*s %c %d", &process, &state, &parent) == 3 && parent == getpid() && state != 'Z')
            found = process;
        if (file)
            fclose(file);
    }
    if (directory)
        closedir(directory);
    return found;
}

static inline void *child_killer_run(void *user)
{
    child_killer *killer = user;
    for (long i = 1; !killer->stop; i++) {
        nanosleep(&(struct timespec){.tv_nsec = i * 7919 % 1000 * (killer->longest / 1000)}, NULL);
        const pid_t child = child_killer_find();
        if (child != 0 && !killer->stop)
            killer->kills += kill(child, SIGKILL) == 0;
    }
    return NULL;
}

// `longest`: nanoseconds between two kills, less than a second.
static inline bool child_killer_start(child_killer *killer, long longest)
{
    killer->longest = longest < 999999999 ? longest : 999999999;
    killer->stop = false;
    killer->kills = 0;
    return pthread_create(&killer->thread, NULL, child_killer_run, killer) == 0;
}

static inline void child_killer_stop(child_killer *killer)
{
    killer->stop = true;
    pthread_join(killer->thread, NULL);
}

#endif
