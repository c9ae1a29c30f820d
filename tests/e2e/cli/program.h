// program.h: runs the program under test and reads its output.
#ifndef TESTS_E2E_CLI_PROGRAM_H
#define TESTS_E2E_CLI_PROGRAM_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct program_result {
    int status; // exit status; -1 when it died of a signal
    char *out;  // stdout
    char *err;  // stderr
} program_result;

// Runs `vkpick` with arguments as a shell would split them. Fails the test when it cannot be run.
program_result program_run(const char *format, ...);
void program_free(program_result *result);

// Runs, expects `status`, and prints the command and its stderr when it is another.
program_result program_expect(int status, const char *format, ...);

// Expects status 0 and one line of JSON on stdout; the caller deletes it.
cJSON *program_json(const char *format, ...);

// JSON line `number`, from 0; NULL after the last. The caller deletes it. Fails the test on what is no JSON.
cJSON *program_line(const program_result *result, size_t number);
size_t program_line_count(const char *text);

double program_number(const cJSON *object, const char *key);
const char *program_string(const cJSON *object, const char *key);
bool program_bool(const cJSON *object, const char *key);
void program_assert_vec(const cJSON *object, const char *key, const double *expected, int count, double tolerance);

// A path in the test's own folder, valid until program_finish removes file and folder.
const char *program_path(const char *name);
void program_write_file(const char *name, const void *bytes, size_t size);
int program_finish(void **state); // a group teardown

#endif
