// vkpick bench: what picks cost on this machine, beside brute force.
#include "bench.h"
#include "command.h"

static bool apply_json(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((bench_options *)into)->json = true;
    return true;
}

static bool apply_quick(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    const bool json = ((bench_options *)into)->json;
    *(bench_options *)into = BENCH_OPTIONS_QUICK;
    ((bench_options *)into)->json = json;
    return true;
}

static const editor_cli_option OPTIONS[] = {
    {"--json", NULL, "JSON Lines instead of tables", apply_json},
    {"--quick", NULL, "only to see that it runs: the figures mean nothing", apply_quick},
};

int editor_cli_bench(const editor_cli_call *call)
{
    bench_options options = BENCH_OPTIONS_DEFAULT;
    const editor_cli_options table = {"Options", OPTIONS, sizeof(OPTIONS) / sizeof(OPTIONS[0]), &options};
    const char *name = NULL;
    int status = EDITOR_EXIT_DONE;
    if (!editor_cli_read(call, &table, 1, &name, &status)) {
        return status;
    }
    if (!bench_run(&name, name != NULL ? 1 : 0, &options)) {
        return editor_cli_usage(call, "there is no bench \"%s\"", name != NULL ? name : "");
    }
    return EDITOR_EXIT_DONE;
}
