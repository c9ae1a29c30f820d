// command.h: shared by all commands of the command line: the table of commands, arguments, loading a level.
//
// A new command is one file that defines `int editor_cli_NAME(const editor_cli_call *)` and one row in commands.c.
#ifndef EDITOR_CLI_COMMAND_H
#define EDITOR_CLI_COMMAND_H

#include "cli/arguments.h"
#include "cli/cli.h"
#include "document/import/import.h"
#include "document/json/json_lines.h"

#include "renderer/renderer.h"

// Options that every command takes.
typedef struct editor_cli_globals {
    const char *device_name;      // NULL: choose
    uint32_t masked_features;     // RENDER_FEATURE_*: left unused
    editor_import_options import; // of the model FILE
    bool chooses_import;          // one of them was given
    const char *clip;             // NULL: the first
    double time;                  // seconds
    bool is_posed;                // a clip or a time was given
    bool validation;              // enables the Khronos validation layer; any message makes the exit status 1
} editor_cli_globals;

typedef struct editor_cli_command editor_cli_command;

// A call of a command: the arguments after its name, and the callbacks of the program.
typedef struct editor_cli_call {
    const editor_cli_command *command;
    int argc;
    char *const *argv;
    editor_cli_globals *globals;
    editor_cli_open_window open_window;
} editor_cli_call;

struct editor_cli_command {
    const char *name;       // NULL in the row that opens the editor
    const char *positional; // positional arguments in the usage line
    const char *summary;    // one line
    int (*run)(const editor_cli_call *call);
    const char *notes; // more lines for the command's own --help; may be NULL
    bool refuses_pose; // --time and --clip, which its --help leaves out
};

extern const editor_cli_command EDITOR_CLI_COMMANDS[];
extern const size_t EDITOR_CLI_COMMAND_COUNT;
extern const editor_cli_command EDITOR_CLI_OPEN;

// Finds the row with that name, or NULL.
const editor_cli_command *editor_cli_find_command(const char *name);

// Parses the call's arguments with the command's tables and the global one. True: continue. False: `*status` is the
// exit status, and the message has been printed.
bool editor_cli_read(const editor_cli_call *call, const editor_cli_options *tables, size_t table_count,
                     const char **file, int *status);

// The global table, bound to `globals`.
editor_cli_options editor_cli_global_options(editor_cli_globals *globals);
// Reads the environment variables that stand for global options. False: `error` names the variable and what it allows.
bool editor_cli_read_environment(editor_cli_globals *globals, editor_error *error);

// Reads the file; "demo" makes the demo level if there is no such file. `with_warnings`: prints the level's warnings on
// stderr. NULL: the reason has been printed and `*status` is the exit status.
// `globals`: a model is read as chosen there, and posed; NULL: as it is.
editor_level *editor_cli_load(const editor_cli_globals *globals, const char *path, bool with_warnings, int *status);
void editor_cli_print_warnings(const editor_level *level);

// Prints "vkpick: " and a line on stderr. Returns `status`, for `return` statements.
int editor_cli_report(int status, const char *format, ...);

// Reports wrong usage and refers to the command's --help. Returns EDITOR_EXIT_USAGE.
int editor_cli_usage(const editor_cli_call *call, const char *format, ...);

int editor_cli_info(const editor_cli_call *call);
int editor_cli_render(const editor_cli_call *call);
int editor_cli_pick(const editor_cli_call *call);
int editor_cli_region(const editor_cli_call *call);
int editor_cli_explain(const editor_cli_call *call);
int editor_cli_sees(const editor_cli_call *call);
int editor_cli_verify(const editor_cli_call *call);
int editor_cli_export(const editor_cli_call *call);
int editor_cli_play(const editor_cli_call *call);
int editor_cli_bench(const editor_cli_call *call);
int editor_cli_open(const editor_cli_call *call);

#endif
