#define _POSIX_C_SOURCE 200809L // access

#include "cli/cli.h"

#include "cli/command.h"
#include "system/cache.h"
#include "system/inherited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef VKPICK_VERSION
#error "VKPICK_VERSION comes from the build"
#endif

// Debug builds enable the layer unless the environment disables it; release builds only if the environment enables it.
static bool default_validation(void)
{
    const char *value = getenv("VKPICK_VALIDATION");
    if (value != NULL && value[0] != '\0')
        return strcmp(value, "0") != 0;
#ifdef NDEBUG
    return false;
#else
    return true;
#endif
}

static void print_help(editor_cli_globals *globals)
{
    fputs("vkpick: point at a 3D scene and get the right object.\n\n", stderr);
    fprintf(stderr, "  vkpick %-8s %s\n", EDITOR_CLI_OPEN.positional, EDITOR_CLI_OPEN.summary);
    for (size_t i = 0; i < EDITOR_CLI_COMMAND_COUNT; i++) {
        const editor_cli_command *command = &EDITOR_CLI_COMMANDS[i];
        fprintf(stderr, "  vkpick %-8s %s\n", command->name, command->summary);
    }
    fputs("\nvkpick COMMAND --help tells more. FILE may be the word demo: the built-in level.\n"
          "Results are JSON Lines on stdout, all else goes to stderr. Exit status: 0 done, 1 failed, 2 wrong usage,\n"
          "3 input file refused.\n",
          stderr);
    editor_cli_options table = editor_cli_global_options(globals);
    editor_cli_print_options(&table);
}

// Returns the first argument that is neither a global option nor its value.
static int skip_globals(int argc, char *const *argv, editor_cli_globals *globals)
{
    const editor_cli_options table = editor_cli_global_options(globals);
    int i = 1;
    while (i < argc) {
        const editor_cli_option *option = NULL;
        const size_t length = strcspn(argv[i], "=");
        for (size_t k = 0; k < table.count && option == NULL; k++) {
            const char *name = table.rows[k].name;
            if (strlen(name) == length && memcmp(name, argv[i], length) == 0)
                option = &table.rows[k];
        }
        if (option == NULL)
            break;
        i += option->value != NULL && argv[i][length] == '\0' ? 2 : 1;
    }
    return i < argc ? i : argc;
}

// Returns the arguments without argv[0] and without the command's name at `at`.
static char **without(int argc, char *const *argv, int at)
{
    char **rest = calloc((size_t)argc + 1, sizeof(*rest));
    int count = 0;
    for (int i = 1; i < argc && rest != NULL; i++) {
        if (i != at)
            rest[count++] = argv[i];
    }
    return rest;
}

// Whether a word is neither a command nor a path nor a file: a typing error, or a command of another version.
static bool is_unknown_command(const char *word)
{
    if (word[0] == '\0' || word[0] == '-' || strpbrk(word, "./\\") != NULL || strcmp(word, "demo") == 0)
        return false;
    return access(word, F_OK) != 0;
}

static int run(int argc, char *const *argv, editor_cli_open_window open_window)
{
    editor_cli_globals globals = {.validation = default_validation()};
    editor_error error = {""};
    if (!editor_cli_read_environment(&globals, &error))
        return editor_cli_report(EDITOR_EXIT_USAGE, "%s", error.text);
    int first = skip_globals(argc, argv, &globals);
    const char *word = first < argc ? argv[first] : "";
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        print_help(&globals);
        return EDITOR_EXIT_DONE;
    }
    if (strcmp(word, "--version") == 0) {
        fputs("vkpick " VKPICK_VERSION "\n", stderr);
        return EDITOR_EXIT_DONE;
    }
    const editor_cli_command *command = editor_cli_find_command(word);
    if (command == NULL && is_unknown_command(word)) {
        editor_cli_report(EDITOR_EXIT_USAGE, "unknown command %s, and no such file", word);
        fputs("See: vkpick --help\n", stderr);
        return EDITOR_EXIT_USAGE;
    }
    char **rest = without(argc, argv, command != NULL ? first : argc);
    if (rest == NULL)
        return editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    editor_cli_call call = {.command = command != NULL ? command : &EDITOR_CLI_OPEN,
                            .argc = argc - (command != NULL ? 2 : 1),
                            .argv = rest,
                            .globals = &globals,
                            .open_window = open_window};
    if (call.argc < 0)
        call.argc = 0; // argv[0] may be missing too
    int status = call.command->run(&call);
    free(rest);
    return status;
}

int editor_cli_main(int argc, char *const *argv, editor_cli_open_window open_window)
{
    editor_settle_inherited();
    int status = run(argc, argv, open_window);
    if (getpid() == 1) // of a container, whose other processes end with it
        editor_cache_wait();
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == EDITOR_EXIT_DONE)
        status = editor_cli_report(EDITOR_EXIT_FAILED, "the output could not be written");
    return status;
}
