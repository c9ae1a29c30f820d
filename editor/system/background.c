// background.c: starts a program with fork and exec, and asks for its end without waiting.
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE // nice

#include "system/background.h"

#if defined(__unix__) || defined(__APPLE__)

#include "system/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct editor_background {
    pid_t process;
    editor_background_state state;
};

// In the child, between fork and exec: only calls that are safe there.
static void run(const char *const *arguments, const char *errors, unsigned seconds)
{
    const int nowhere = open("/dev/null", O_RDWR), text = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (nowhere < 0 || text < 0 || dup2(nowhere, 0) < 0 || dup2(nowhere, 1) < 0 || dup2(text, 2) < 0)
        _exit(127);
    for (int i = 3; i < 1024; i++)
        close(i);
    if (nice(10) == -1)
        errno = 0; // it runs at the usual priority
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
    alarm(seconds); // stays over exec
    execv(arguments[0], (char *const *)(const void *)arguments);
    _exit(127);
}

editor_background *editor_background_start(const char *const *arguments, const char *errors, unsigned seconds)
{
    editor_background *background = calloc(1, sizeof(*background));
    if (!background)
        return NULL;
    background->process = fork();
    if (background->process == 0)
        run(arguments, errors, seconds);
    if (background->process < 0) {
        free(background);
        return NULL;
    }
    return background;
}

editor_background_state editor_background_look(editor_background *background)
{
    int status = 0;
    pid_t ended = 0;
    if (background->state != EDITOR_BACKGROUND_RUNS)
        return background->state;
    while ((ended = waitpid(background->process, &status, WNOHANG)) < 0 && errno == EINTR) {
    }
    if (ended != 0)
        background->state = ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? EDITOR_BACKGROUND_DONE
                                                                                       : EDITOR_BACKGROUND_FAILED;
    return background->state;
}

void editor_background_destroy(editor_background *background)
{
    if (!background)
        return;
    if (editor_background_look(background) == EDITOR_BACKGROUND_RUNS) {
        kill(background->process, SIGKILL);
        while (waitpid(background->process, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    free(background);
}

char *editor_background_self(void)
{
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (length <= 0 || (size_t)length >= sizeof(path) - 1)
        return NULL;
    path[length] = '\0';
    return editor_text_copy(path);
}

#else

#include <stddef.h>

editor_background *editor_background_start(const char *const *arguments, const char *errors, unsigned seconds)
{
    (void)arguments, (void)errors, (void)seconds;
    return NULL;
}

editor_background_state editor_background_look(editor_background *background)
{
    (void)background;
    return EDITOR_BACKGROUND_FAILED;
}

void editor_background_destroy(editor_background *background)
{
    (void)background;
}

char *editor_background_self(void)
{
    return NULL;
}

#endif
