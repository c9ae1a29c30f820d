// child_main.c: the child's side: what it gives up, and its tasks.
#if defined(__linux__)
#define _GNU_SOURCE // close_range
#endif
#define _POSIX_C_SOURCE 200809L

#include "system/child_internal.h"

#if defined(__unix__) || defined(__APPLE__)

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

// The descriptors of a child, besides the three standard ones.
enum { CHANNEL = 3, IN, OUT, FIRST_CLOSED, MOST_OPEN = 256 };

// Moves the descriptors to their numbers and closes all others.
static bool keep_descriptors(const editor_child *child, int said)
{
    int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0) // without devices: a file that gives nothing and takes nothing
        nowhere = open("/", O_RDONLY);
    const int wanted[FIRST_CLOSED] = {nowhere, nowhere, said, child->channel, fileno(child->in), fileno(child->out)};
    int high[FIRST_CLOSED]; // above all numbers that are about to be taken
    for (int i = 0; i < FIRST_CLOSED; i++) {
        high[i] = fcntl(wanted[i], F_DUPFD, FIRST_CLOSED);
        if (high[i] < 0)
            return false;
    }
    for (int i = 0; i < FIRST_CLOSED; i++) {
        if (dup2(high[i], i) < 0)
            return false;
    }
#if defined(__linux__)
    if (close_range(FIRST_CLOSED, ~0u, 0) == 0)
        return true;
#endif
    const long most = sysconf(_SC_OPEN_MAX);
    for (int i = FIRST_CLOSED; i < (most > 0 && most < 65536 ? most : 65536); i++)
        close(i);
    return true;
}

static void limit(int resource, uint64_t value)
{
    struct rlimit now;
    if (getrlimit(resource, &now) == 0 && (now.rlim_max == RLIM_INFINITY || now.rlim_max > (rlim_t)value))
        setrlimit(resource, &(struct rlimit){(rlim_t)value, (rlim_t)value});
}

#if defined(__linux__)

// The bytes that this process has of its parent. Without /proc they are not known, and are taken to be many.
static uint64_t inherited_bytes(void)
{
    const uint64_t many = (uint64_t)4 << 30;
    unsigned long long pages[6];
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return many;
    const int read =
        fscanf(file, "%llu %llu %llu %llu %llu %llu", &pages[0], &pages[1], &pages[2], &pages[3], &pages[4], &pages[5]);
    fclose(file);
    const long page = sysconf(_SC_PAGESIZE);
    return read == 6 && page > 0 ? pages[5] * (uint64_t)page : many;
}

#endif

// Broken files claim huge sizes. The limit counts what the child inherits.
static void limit_memory(uint64_t more)
{
#if defined(__linux__)
    limit(RLIMIT_DATA, inherited_bytes() + more);
#else
    (void)more;
#endif
}

// Deep recursion ends the child. Pages of its stack do not count as its memory, and some people allow any number.
static void limit_stack(void)
{
    const rlim_t most = (rlim_t)64 << 20;
    struct rlimit now;
    if (getrlimit(RLIMIT_STACK, &now) == 0 && (now.rlim_cur == RLIM_INFINITY || now.rlim_cur > most))
        setrlimit(RLIMIT_STACK, &(struct rlimit){most, most});
}

// Whether the calls are filtered.
static bool isolate(const editor_child *child, int said)
{
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL); // a crash must end the child, not save the editor's level
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    limit_memory(child->desc.memory);
    limit_stack();
    if (!keep_descriptors(child, said))
        _exit(CHILD_CANNOT_START);
    limit(RLIMIT_NOFILE, MOST_OPEN);
    limit(RLIMIT_FSIZE, child->desc.output);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, (uint64_t)CHILD_TASKS * child->desc.seconds); // for all tasks, in case nobody watches
    return child_filter_calls();
}

// The descriptor that came with it, or -1, goes to `*descriptor`. False: the other side is gone.
static bool receive(child_message *message, int *descriptor)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {message, sizeof(*message)};
    struct msghdr header = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)};
    *descriptor = -1;
    if (recvmsg(CHANNEL, &header, MSG_WAITALL) != (ssize_t)sizeof(*message))
        return false;
    const struct cmsghdr *first = CMSG_FIRSTHDR(&header);
    if (first && first->cmsg_type == SCM_RIGHTS && first->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(first), sizeof(int));
    return true;
}

static uint8_t *read_input(uint64_t size)
{
    uint8_t *bytes = size < SIZE_MAX ? malloc((size_t)size + 1) : NULL;
    for (uint64_t at = 0; bytes && at < size;) {
        const ssize_t got = pread(IN, bytes + at, (size_t)(size - at), (off_t)at);
        if (got <= 0)
            _exit(1);
        at += (uint64_t)got;
    }
    return bytes;
}

static void run_task(editor_child *child, uint64_t size)
{
    child_message reply = {.kind = CHILD_FAILED};
    editor_error error = {"out of memory"};
    uint8_t *bytes = read_input(size);
    bool ok = bytes && fseek(child->out, 0, SEEK_SET) == 0; // over the last result: its pages are there already
    if (ok) {
        error.text[0] = 0;
        ok = child->desc.task(child->desc.task_user, child, bytes, (size_t)size, child->out, &error);
    }
    if (ok) {
        const long end = ftell(child->out);
        ok = fflush(child->out) == 0 && !ferror(child->out) && end >= 0;
        reply.kind = ok ? CHILD_DONE : CHILD_FAILED;
        reply.value = ok ? (uint64_t)end : 0;
        memcpy(error.text, "its result is too large", sizeof("its result is too large"));
    }
    free(bytes);
    memcpy(reply.text, error.text, sizeof(error.text));
    if (!child_send(CHANNEL, &reply, -1))
        _exit(0);
}

// Keeps freed memory for the next task: pictures of a model have much the same size, and its pages are there already.
static void keep_memory(void)
{
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

_Noreturn void child_main(editor_child *child, int said)
{
    child->is_inside = true;
    child->process = 0;
    child_message message = {.kind = CHILD_READY};
    message.value = isolate(child, said);
    keep_memory();
    child->out = fdopen(OUT, "wb"); // the copy of the other side's stream has a buffer and a number of its own
    int descriptor;
    if (!child->out || !child_send(CHANNEL, &message, -1))
        _exit(1);
    while (receive(&message, &descriptor) && message.kind == CHILD_RUN)
        run_task(child, message.value);
    _exit(0); // flush and free nothing: buffers and memory are copies of the other side's
}

static editor_file_result open_inside(const char *name, FILE **file)
{
    child_message message = {.kind = CHILD_OPEN};
    const size_t length = strlen(name);
    if (length >= sizeof(message.text))
        return EDITOR_FILE_MISSING;
    memcpy(message.text, name, length + 1);
    int descriptor;
    if (!child_send(CHANNEL, &message, -1) || !receive(&message, &descriptor) || message.kind != CHILD_OPENED)
        _exit(1);
    if (message.value != EDITOR_FILE_OK)
        return (editor_file_result)message.value;
    *file = descriptor >= 0 ? fdopen(descriptor, "rb") : NULL;
    if (!*file && descriptor >= 0)
        close(descriptor);
    return *file ? EDITOR_FILE_OK : EDITOR_FILE_OUT_OF_MEMORY;
}

#else

static editor_file_result open_inside(const char *name, FILE **file)
{
    (void)name, (void)file;
    return EDITOR_FILE_MISSING;
}

#endif

editor_file_result editor_child_open(editor_child *child, const char *name, FILE **file)
{
    if (child->is_inside)
        return open_inside(name, file);
    return child->desc.open ? child->desc.open(child->desc.open_user, name, file) : EDITOR_FILE_MISSING;
}
