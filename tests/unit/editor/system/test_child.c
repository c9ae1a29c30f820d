// Child processes: results, files that the parent opens, crashes, limits, forbidden system calls, kills at any moment.
#define _GNU_SOURCE // mmap's flags, syscall

#include "system/child_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "child_killer.h"
#include "effort.h"

#define FILE_NAME "test_child.txt"

// Waits for ever, without processor time.
static void sleep_for_ever(void)
{
    int never = 0;
    for (;;)
        syscall(SYS_futex, &never, FUTEX_WAIT, 0, NULL, NULL, 0);
}

// Asks for files without reading the answers, until nobody takes more, and then waits.
static void ask_without_listening(void)
{
    const child_message message = {.kind = CHILD_OPEN, .text = "any"};
    while (child_send(3, &message, -1)) {
    }
    sleep_for_ever();
}

static void repeat_ready(void)
{
    const child_message message = {.kind = CHILD_READY, .value = 1};
    while (child_send(3, &message, -1)) {
    }
}

// Fills that much of the stack.
static int recurse(size_t bytes)
{
    volatile char block[1 << 16];
    block[0] = block[sizeof(block) - 1] = (char)bytes;
    return bytes > sizeof(block) ? recurse(bytes - sizeof(block)) + block[0] : block[0];
}

// What a task does is its first byte.
static bool task(void *user, editor_child *child, const uint8_t *bytes, size_t size, FILE *out, editor_error *error)
{
    (void)user;
    switch (size ? (char)bytes[0] : '-') {
    case 'e': // echo
        return fwrite(bytes, 1, size, out) == size;
    case 'n': // no
        snprintf(error->text, sizeof(error->text), "does not like\nit");
        return false;
    case 'o': { // open a file and copy it
        FILE *file;
        char name[100];
        snprintf(name, sizeof(name), "%.*s", (int)size - 1, (const char *)bytes + 1);
        const editor_file_result result = editor_child_open(child, name, &file);
        if (result != EDITOR_FILE_OK) {
            snprintf(error->text, sizeof(error->text), "%s", editor_file_result_text(result));
            return false;
        }
        char text[100];
        const size_t got = fread(text, 1, sizeof(text), file);
        fseek(file, 0, SEEK_END);
        const bool ok = ftell(file) == (long)got;
        fclose(file);
        return ok && fwrite(text, 1, got, out) == got;
    }
    case 'c': // crash
        fputs("the last words\n", stderr);
        abort();
    case 'x':
        _exit(0);
    case 'l': // for ever
        for (volatile int i = 0; i == 0;) {
        }
        return true;
    case 'w':
        sleep_for_ever();
        return true;
    case 'a':
        ask_without_listening();
        return true;
    case 'r':
        repeat_ready();
        return true;
    case 't': // talks for ever
        while (fputs("and so on ", stderr) >= 0) {
        }
        return true;
    case 'b': { // busy for most of its second
        const clock_t begin = clock();
        while (clock() - begin < 8 * (CLOCKS_PER_SEC / 10)) {
        }
        return fputs("done", out) >= 0;
    }
    case 'm': // memory
        for (size_t i = 0;; i++) {
            char *more = malloc((size_t)16 << 20);
            if (!more)
                return fwrite(&i, sizeof(i), 1, out) == 1;
            memset(more, 1, (size_t)16 << 20);
        }
    case 's': // stack
        return fprintf(out, "%d", recurse((size_t)100 << 20) & 0) > 0;
    case 'f': // fills its result
        for (;;) {
            if (fwrite("0123456789abcdef", 1, 16, out) != 16)
                return true;
        }
    default:
        return false;
    }
}

// Tries what is forbidden; the result names what worked.
static bool escape(void *user, editor_child *child, const uint8_t *bytes, size_t size, FILE *out, editor_error *error)
{
    (void)user, (void)child, (void)bytes, (void)size, (void)error;
    if (open(FILE_NAME, O_RDONLY) >= 0)
        fputs("open ", out);
    if (open("test_child.new", O_WRONLY | O_CREAT, 0600) >= 0)
        fputs("create ", out);
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0)
        fputs("socket ", out);
    if (fork() >= 0)
        fputs("fork ", out);
    if (kill(getppid(), 0) == 0)
        fputs("kill ", out);
    if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
        fputs("code ", out);
    if (mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
        fputs("shared ", out);
    if (mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(out), 0) != MAP_FAILED)
        fputs("file ", out);
    if (mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        fputs("no memory ", out);
    if (unlink(FILE_NAME) == 0)
        fputs("unlink ", out);
    if (getcwd((char[100]){0}, 100) != NULL)
        fputs("getcwd ", out);
    for (int i = 6; i < 1000; i++) {
        if (write(i, "", 0) == 0)
            fputs("descriptor ", out);
    }
    return true;
}

static editor_file_result open_one(void *user, const char *name, FILE **file)
{
    ++*(int *)user;
    return strcmp(name, FILE_NAME) == 0 ? editor_file_open(name, file) : EDITOR_FILE_OUTSIDE;
}

static int asked;
static const editor_child_desc DESC = {
    .task = task, .open = open_one, .open_user = &asked, .memory = 256 << 20, .output = 1 << 20, .seconds = 1};

static editor_child_result run(editor_child *child, const char *input, char **result, editor_error *error)
{
    size_t size = 0;
    uint8_t *bytes = NULL;
    const editor_child_result said =
        editor_child_run(child, (const uint8_t *)input, strlen(input), &bytes, &size, error);
    *result = (char *)bytes;
    assert_true(said == EDITOR_CHILD_DONE || error->text[0] != 0);
    assert_null(strchr(error->text, '\n'));
    return said;
}

static void expect(editor_child *child, const char *input, const char *output)
{
    char *result;
    editor_error error;
    const editor_child_result said = run(child, input, &result, &error);
    if (said != EDITOR_CHILD_DONE)
        fail_msg("\"%s\" fails: %s", input, error.text);
    assert_string_equal(result, output);
    free(result);
}

static void expect_fault(editor_child *child, const char *input, editor_child_result wanted, const char *text)
{
    char *result;
    editor_error error;
    assert_int_equal(run(child, input, &result, &error), wanted);
    if (!strstr(error.text, text))
        fail_msg("\"%s\" instead of \"%s\"", error.text, text);
}

static void test_tasks(void **state)
{
    (void)state;
    editor_child *child = editor_child_create(&DESC);
    expect(child, "echo", "echo");
    assert_null(editor_child_weakness(child));
    expect_fault(child, "no", EDITOR_CHILD_FAILED, "does not like it");
    expect(child, "e", "e"); // a shorter result than the one before
    char *large = calloc(1, (1 << 20) + 1);
    memset(large, 'e', 1 << 20);
    expect(child, large, large);
    free(large);
    editor_child_destroy(child);
    editor_child_destroy(NULL);
}

static void test_files_are_opened_by_the_parent(void **state)
{
    (void)state;
    FILE *file = fopen(FILE_NAME, "wb");
    fputs("what it says", file);
    fclose(file);
    editor_child *child = editor_child_create(&DESC);
    asked = 0;
    expect(child, "o" FILE_NAME, "what it says");
    expect_fault(child, "o/etc/passwd", EDITOR_CHILD_FAILED, "outside");
    assert_int_equal(asked, 2); // counted here, not in the child
    editor_child_destroy(child);
    editor_child_desc without = DESC;
    without.open = NULL;
    child = editor_child_create(&without);
    expect_fault(child, "o" FILE_NAME, EDITOR_CHILD_FAILED, "no such file");
    editor_child_destroy(child);
}

static void test_forbidden_calls(void **state)
{
    (void)state;
    editor_child_desc desc = DESC;
    desc.task = escape;
    editor_child *child = editor_child_create(&desc);
    expect(child, "", "");
    assert_int_equal(access("test_child.new", F_OK), -1);
    assert_int_equal(access(FILE_NAME, F_OK), 0);
    editor_child_destroy(child);
}

static void test_crashes_and_limits(void **state)
{
    (void)state;
    editor_child *child = editor_child_create(&DESC);
    expect_fault(child, "crash", EDITOR_CHILD_BROKEN, "the last words");
    expect(child, "echo", "echo"); // another child
    expect_fault(child, "x", EDITOR_CHILD_BROKEN, "its reader fails on it");
    expect_fault(child, "loop", EDITOR_CHILD_BROKEN, "no end in 1 seconds");
    expect_fault(child, "fill", EDITOR_CHILD_BROKEN, "too large");
    expect(child, "echo", "echo");
    editor_child_destroy(child);
}

static void test_waiting_for_ever(void **state)
{
    (void)state;
    editor_child_desc desc = DESC;
    desc.wall = 1;
    editor_child *child = editor_child_create(&desc);
    expect_fault(child, "wait", EDITOR_CHILD_BROKEN, "no end");
    editor_child_destroy(child);
}

// None of them keeps this process from going on.
static void test_talking_for_ever(void **state)
{
    (void)state;
    editor_child_desc desc = DESC;
    desc.wall = 1;
    editor_child *child = editor_child_create(&desc);
    expect_fault(child, "ask", EDITOR_CHILD_BROKEN, "");
    expect_fault(child, "ready", EDITOR_CHILD_BROKEN, "no end");
    expect_fault(child, "talk", EDITOR_CHILD_BROKEN, "no end");
    expect(child, "echo", "echo");
    editor_child_destroy(child);
}

// Each task has its own time, however much those before it took.
static void test_many_tasks(void **state)
{
    (void)state;
    editor_child *child = editor_child_create(&DESC);
    for (uint32_t i = 0; i < test_effort(0, 16); i++)
        expect(child, "busy", "done");
    editor_child_destroy(child);
}

static void test_memory(void **state)
{
    (void)state;
#if !defined(__SANITIZE_ADDRESS__) // its allocator does not heed the limit
    editor_child_desc desc = DESC;
    desc.seconds = 20;
    editor_child *child = editor_child_create(&desc);
    uint8_t *result;
    size_t size, got = 0;
    editor_error error;
    assert_int_equal(editor_child_run(child, (const uint8_t *)"m", 1, &result, &size, &error), EDITOR_CHILD_DONE);
    memcpy(&got, result, sizeof(got));
    free(result);
    assert_in_range(got, 1, 16); // blocks of 16 MiB
    editor_child_destroy(child);
#endif
}

// The pages of a stack count as no memory, so they have a limit of their own where the person has none.
static void test_stack(void **state)
{
    (void)state;
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_STACK, &before), 0);
    if (before.rlim_max != RLIM_INFINITY) // then the limit is there already
        return;
    assert_int_equal(setrlimit(RLIMIT_STACK, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY}), 0);
    editor_child_desc desc = DESC;
    desc.seconds = 20;
    editor_child *child = editor_child_create(&desc);
    expect_fault(child, "stack", EDITOR_CHILD_BROKEN, "its reader fails on it");
    expect(child, "echo", "echo");
    editor_child_destroy(child);
    assert_int_equal(setrlimit(RLIMIT_STACK, &before), 0);
}

static int count_open(void)
{
    int count = 0;
    for (int i = 0; i < 256; i++)
        count += fcntl(i, F_GETFD) >= 0;
    return count;
}

// Without one, bytes that nobody trusts are not decoded in this process instead.
static void test_no_child(void **state)
{
    (void)state;
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    editor_child *child = editor_child_create(&DESC);
    const int before_open = count_open();
    for (rlim_t left = 0; left < 13;
         left++) { // each descriptor, its own and then the child's, is the first without room
        const int next = open("/dev/null", O_RDONLY);
        close(next);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &(struct rlimit){(rlim_t)next + left, before.rlim_max}), 0);
        FILE *file;
        assert_true(left > 0 || editor_file_open("/etc/passwd", &file) == EDITOR_FILE_TOO_MANY);
        char *result;
        editor_error error;
        const editor_child_result said = run(child, "echo", &result, &error);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        assert_int_equal(said, EDITOR_CHILD_BROKEN);
        assert_string_equal(error.text, "no process can be started for its reader");
        assert_int_equal(count_open(), before_open); // it left none open
    }
    expect(child, "echo", "echo");
    editor_child_destroy(child);
}

// --- Kills ---

static void test_kills_at_any_moment(void **state)
{
    (void)state;
    const int wanted = (int)test_effort(30, 1000);
    child_killer killer;
    assert_true(child_killer_start(&killer, 3000000));
    editor_child *child = editor_child_create(&DESC);
    int done = 0, broken = 0;
    while (killer.kills < wanted) {
        char *result;
        editor_error error;
        switch (run(child, "echo", &result, &error)) {
        case EDITOR_CHILD_DONE:
            assert_string_equal(result, "echo");
            free(result);
            done++;
            break;
        case EDITOR_CHILD_BROKEN:
            assert_non_null(strstr(error.text, "was killed"));
            broken++;
            break;
        default:
            fail();
        }
    }
    child_killer_stop(&killer);
    editor_child_destroy(child);
    print_message("%d kills: %d results, %d refusals\n", killer.kills, done, broken);
    assert_true(done > 0 && broken > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tasks),
        cmocka_unit_test(test_files_are_opened_by_the_parent),
        cmocka_unit_test(test_forbidden_calls),
        cmocka_unit_test(test_crashes_and_limits),
        cmocka_unit_test(test_waiting_for_ever),
        cmocka_unit_test(test_talking_for_ever),
        cmocka_unit_test(test_many_tasks),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_stack),
        cmocka_unit_test(test_no_child),
        cmocka_unit_test(test_kills_at_any_moment),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(FILE_NAME);
    return failed;
}
