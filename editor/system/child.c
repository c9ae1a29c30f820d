// child.c: this process's side of a child: starts it, gives it tasks, opens files for it, notices its end.
#if defined(__linux__)
#define _GNU_SOURCE // memfd_create
#endif
#define _POSIX_C_SOURCE 200809L

#include "system/child_internal.h"
#include "system/platform_memory.h"
#include "system/progress.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

editor_child *editor_child_create(const editor_child_desc *desc)
{
    editor_child *child = calloc(1, sizeof(*child));
    if (child) {
        child->desc = *desc;
        child->channel = child->said = -1;
        child->seconds = desc->seconds;
    }
    return child;
}

void editor_child_set_seconds(editor_child *child, double seconds)
{
    child->seconds = seconds < child->desc.seconds ? seconds : child->desc.seconds;
}

double editor_child_spent(const editor_child *child)
{
    return child->spent;
}

const char *editor_child_weakness(const editor_child *child)
{
    if (child->is_direct)
        return "without a process of its own";
    return child->has_started && !child->is_filtered ? "in a process whose system calls are not filtered" : NULL;
}

#if defined(__unix__) || defined(__APPLE__)

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    OPEN_LIMIT = 4096, // files that one task may ask for
    PATIENCE = 20,     // time by the clock over processor time: a machine may be busy
    POLL_MILLISECONDS = 500,
    CANCEL_MILLISECONDS = 20 // between looks whether the task is cancelled
};

// What the child wrote to its standard error: the reason of a crash. Longer text is cut.
typedef struct child_words {
    char text[200];
    size_t length;
} child_words;

static FILE *nameless_file(void)
{
#if defined(__linux__)
    const int descriptor = memfd_create("vkpick", MFD_CLOEXEC);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w+b") : NULL;
    if (file)
        return file;
    if (descriptor >= 0)
        close(descriptor);
#endif
    return tmpfile();
}

// Ends the process if it still runs. Returns its status.
static int end_process(editor_child *child)
{
    int status = 0;
    if (child->process > 0) {
        kill(child->process, SIGKILL);
        while (waitpid(child->process, &status, 0) < 0 && errno == EINTR) {
        }
    }
    child->process = 0;
    if (child->channel >= 0)
        close(child->channel);
    if (child->said >= 0)
        close(child->said);
    child->channel = child->said = -1;
    if (child->in)
        fclose(child->in);
    if (child->out)
        fclose(child->out);
    child->in = child->out = NULL;
    return status;
}

void editor_child_destroy(editor_child *child)
{
    if (!child)
        return;
    end_process(child);
    free(child);
}

static bool start(editor_child *child)
{
    int channel[2] = {-1, -1}, said[2] = {-1, -1};
    child->in = nameless_file();
    child->out = nameless_file();
    bool ok = child->in && child->out && socketpair(AF_UNIX, SOCK_STREAM, 0, channel) == 0 && pipe(said) == 0;
    for (int i = 0; ok && i < 2; i++) {
        fcntl(channel[i], F_SETFD, FD_CLOEXEC);
        fcntl(said[i], F_SETFD, FD_CLOEXEC);
    }
    const pid_t process = ok ? fork() : -1;
    if (process == 0) {
        child->channel = channel[1];
        child_main(child, said[1]);
    }
    if (channel[1] >= 0)
        close(channel[1]);
    if (said[1] >= 0)
        close(said[1]);
    child->process = process > 0 ? process : 0;
    child->channel = channel[0];
    child->said = said[0];
    // A hostile child could leave what this side sends unread, and never stop talking.
    if (channel[0] >= 0)
        fcntl(channel[0], F_SETFL, O_NONBLOCK);
    if (said[0] >= 0)
        fcntl(said[0], F_SETFL, O_NONBLOCK);
    if (process < 0)
        end_process(child);
    return process > 0;
}

// --- What the child says ---

// Bounded, because a child may write faster than this process reads.
static void hear(editor_child *child, child_words *words)
{
    char buffer[512];
    for (int i = 0; i < 16; i++) {
        const ssize_t got = read(child->said, buffer, sizeof(buffer));
        if (got <= 0)
            break;
        const size_t room = sizeof(words->text) - 1 - words->length;
        const size_t kept = (size_t)got < room ? (size_t)got : room;
        memcpy(words->text + words->length, buffer, kept);
        words->length += kept;
    }
    words->text[words->length] = 0;
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    return clock_gettime(clock, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0;
}

static double processor_seconds(const editor_child *child)
{
    clockid_t clock;
    return clock_getcpuclockid(child->process, &clock) == 0 ? seconds_of(clock) : 0;
}

typedef struct child_time {
    double processor, wall; // at the start of the task
} child_time;

static child_time now(const editor_child *child)
{
    return (child_time){processor_seconds(child), seconds_of(CLOCK_MONOTONIC)};
}

typedef enum child_news { NEWS_MESSAGE, NEWS_END, NEWS_LATE, NEWS_CANCELLED } child_news;

static bool is_late(editor_child *child, const child_time *begin)
{
    const child_time time = now(child);
    child->spent = time.processor - begin->processor;
    const double wall = child->desc.wall ? child->desc.wall : PATIENCE * child->seconds;
    return child->spent > child->seconds || time.wall - begin->wall > wall;
}

// How long to wait for the child: no longer than it has, so that it has no more.
static int wait_milliseconds(const editor_child *child)
{
    const double most = child->desc.progress ? CANCEL_MILLISECONDS : POLL_MILLISECONDS;
    return (int)ceil(fmin(most, 1000 * fmax(child->seconds - child->spent, 0) + 1));
}

static child_news receive(editor_child *child, const child_time *begin, child_words *words, child_message *message)
{
    size_t used = 0;
    while (used < sizeof(*message)) {
        if (editor_progress_is_cancelled(child->desc.progress))
            return NEWS_CANCELLED;
        if (is_late(child, begin))
            return NEWS_LATE;
        struct pollfd wait[2] = {{.fd = child->channel, .events = POLLIN}, {.fd = child->said, .events = POLLIN}};
        const int ready = poll(wait, 2, wait_milliseconds(child));
        hear(child, words);
        if (ready > 0 && wait[0].revents != 0) {
            const ssize_t got = recv(child->channel, (char *)message + used, sizeof(*message) - used, 0);
            if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
                return NEWS_END;
            used += got > 0 ? (size_t)got : 0;
        } else if (ready > 0 && (wait[1].revents & (POLLHUP | POLLERR))) {
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); // it closed its standard error: do not spin
        }
    }
    message->text[sizeof(message->text) - 1] = 0;
    return NEWS_MESSAGE;
}

static bool open_for(editor_child *child, const child_message *request, uint32_t *opened)
{
    child_message reply = {.kind = CHILD_OPENED, .value = EDITOR_FILE_MISSING};
    FILE *file = NULL;
    if (child->desc.open && ++*opened <= OPEN_LIMIT)
        reply.value = (uint64_t)child->desc.open(child->desc.open_user, request->text, &file);
    const bool ok = child_send(child->channel, &reply, file ? fileno(file) : -1);
    if (file)
        fclose(file);
    return ok;
}

// --- Tasks ---

// Puts the input where the child finds it. False: errno says why.
static bool put_input(editor_child *child, const uint8_t *bytes, size_t size)
{
    const int in = fileno(child->in);
    if (ftruncate(in, 0) != 0)
        return false;
    for (size_t at = 0; at < size;) {
        const ssize_t put = pwrite(in, bytes + at, size - at, (off_t)at);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += (size_t)put;
    }
    return true;
}

static bool ask_to_run(editor_child *child, size_t size)
{
    const child_message message = {.kind = CHILD_RUN, .value = size};
    return child_send(child->channel, &message, -1);
}

// A copy, because the child can still write to its own.
static bool take_result(editor_child *child, uint64_t size, uint8_t **result, size_t *result_size)
{
    struct stat status;
    const int out = fileno(child->out);
    if (size > child->desc.output || fstat(out, &status) != 0 || (uint64_t)status.st_size < size)
        return false;
    uint8_t *bytes = malloc((size_t)size + 1);
    if (bytes)
        editor_use_huge_pages(bytes, (size_t)size);
    size_t used = 0;
    while (bytes && used < size) {
        const ssize_t got = pread(out, bytes + used, (size_t)size - used, (off_t)used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            free(bytes);
            return false;
        }
        used += (size_t)got;
    }
    if (!bytes)
        return false;
    bytes[size] = 0;
    *result = bytes;
    *result_size = used;
    return true;
}

// Whether this program may write less than it allows its child.
static bool has_own_limit(const editor_child *child)
{
    struct rlimit most;
    return getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur != RLIM_INFINITY &&
           most.rlim_cur < (rlim_t)child->desc.output;
}

static editor_child_result explain_end(editor_child *child, child_words *words, bool is_late, editor_error *error)
{
    if (!is_late && child->process > 0) { // let it end by itself: its status is the reason
        for (int i = 0; i < 100; i++) {
            siginfo_t info = {0};
            if (waitid(P_PID, (id_t)child->process, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0)
                break;
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        }
    }
    if (child->said >= 0)
        hear(child, words);
    const int status = end_process(child);
    words->text[strcspn(words->text, "\n")] = 0;
    editor_text_clean(words->text);
    if (WIFEXITED(status) && WEXITSTATUS(status) == CHILD_CANNOT_START)
        snprintf(error->text, sizeof(error->text), "no process can be started for its reader");
    else if (is_late || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
        snprintf(error->text, sizeof(error->text), "its reader found no end in %.0f seconds", ceil(child->seconds));
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ)
        snprintf(error->text, sizeof(error->text), "what its reader makes of it is too large%s",
                 has_own_limit(child) ? " for the files that this program may write (ulimit -f)" : "");
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        snprintf(error->text, sizeof(error->text), "its reader was killed");
    else
        snprintf(error->text, sizeof(error->text), "broken: its reader fails on it (%.150s)",
                 words->text[0] ? words->text : "bad memory access");
    return EDITOR_CHILD_BROKEN;
}

static editor_child_result wait_for_result(editor_child *child, uint8_t **result, size_t *result_size,
                                           editor_error *error)
{
    child_words words = {.length = 0};
    child_message message;
    uint32_t opened = 0;
    const child_time begin = now(child);
    for (;;) {
        const child_news news = receive(child, &begin, &words, &message);
        if (news == NEWS_CANCELLED) {
            end_process(child);
            snprintf(error->text, sizeof(error->text), "cancelled");
            return EDITOR_CHILD_BROKEN;
        }
        if (news != NEWS_MESSAGE)
            return explain_end(child, &words, news == NEWS_LATE, error);
        switch (message.kind) {
        case CHILD_READY:
            child->is_filtered = message.value == 1;
            break;
        case CHILD_OPEN:
            if (!open_for(child, &message, &opened))
                return explain_end(child, &words, false, error);
            break;
        case CHILD_FAILED:
            (void)is_late(child, &begin);
            snprintf(error->text, sizeof(error->text), "%.500s", message.text);
            editor_text_clean(error->text);
            return EDITOR_CHILD_FAILED;
        case CHILD_DONE:
            (void)is_late(child, &begin);
            if (take_result(child, message.value, result, result_size))
                return EDITOR_CHILD_DONE;
            end_process(child);
            snprintf(error->text, sizeof(error->text), "the result of its reader cannot be read");
            return EDITOR_CHILD_BROKEN;
        default:
            end_process(child);
            snprintf(error->text, sizeof(error->text), "its reader sent nonsense");
            return EDITOR_CHILD_BROKEN;
        }
    }
}

editor_child_result editor_child_run(editor_child *child, const uint8_t *bytes, size_t size, uint8_t **result,
                                     size_t *result_size, editor_error *error)
{
    error->text[0] = 0;
    // No task may meet the limit of all because of those before it. Half, because the limit counts in ticks.
    if (child->process > 0 && processor_seconds(child) > 0.5 * CHILD_TASKS * child->desc.seconds)
        end_process(child);
    // Never in this process instead: what the bytes do to it is what the child is for.
    if (child->process == 0 && !start(child)) {
        snprintf(error->text, sizeof(error->text), "no process can be started for its reader");
        return EDITOR_CHILD_BROKEN;
    }
    child->has_started = true;
    if (!put_input(child, bytes, size)) {
        snprintf(error->text, sizeof(error->text), "it cannot be given to its reader: %s", strerror(errno));
        end_process(child);
        return EDITOR_CHILD_BROKEN;
    }
    if (!ask_to_run(child, size))
        return explain_end(child, &(child_words){.length = 0}, false, error);
    return wait_for_result(child, result, result_size, error);
}

#else

// Runs the task in this process.
static editor_child_result run_directly(editor_child *child, const uint8_t *bytes, size_t size, uint8_t **result,
                                        size_t *result_size, editor_error *error)
{
    FILE *out = tmpfile();
    if (!out) {
        snprintf(error->text, sizeof(error->text), "no temporary file can be made");
        return EDITOR_CHILD_FAILED;
    }
    if (!child->desc.task(child->desc.task_user, child, bytes, size, out, error)) {
        fclose(out);
        return EDITOR_CHILD_FAILED;
    }
    rewind(out);
    const editor_file_result read = editor_file_read_rest(out, (size_t)child->desc.output, NULL, result, result_size);
    snprintf(error->text, sizeof(error->text), "%s", editor_file_result_text(read));
    return read == EDITOR_FILE_OK ? EDITOR_CHILD_DONE : EDITOR_CHILD_FAILED;
}

void editor_child_destroy(editor_child *child)
{
    free(child);
}

editor_child_result editor_child_run(editor_child *child, const uint8_t *bytes, size_t size, uint8_t **result,
                                     size_t *result_size, editor_error *error)
{
    error->text[0] = 0;
    child->is_direct = true;
    return run_directly(child, bytes, size, result, result_size, error);
}

#endif
