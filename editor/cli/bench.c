// vkpick bench: measures picks on this machine against brute force.
#include "bench.h"
#include "cli/verify.h"

#include <string.h>

typedef struct cli_bench_options {
    bench_options bench;
    bool is_long;
    const char *models;
} cli_bench_options;

static bool apply_json(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((cli_bench_options *)into)->bench.json = true;
    return true;
}

static bool apply_quick(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    bench_options *bench = &((cli_bench_options *)into)->bench;
    const bool json = bench->json;
    *bench = BENCH_OPTIONS_QUICK;
    bench->json = json;
    return true;
}

static bool apply_long(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((cli_bench_options *)into)->is_long = true;
    return true;
}

static bool apply_models(void *into, const char *value, editor_error *error)
{
    (void)error;
    ((cli_bench_options *)into)->models = value;
    return true;
}

static const editor_cli_option OPTIONS[] = {
    {"--json", NULL, "JSON Lines instead of tables", apply_json},
    {"--quick", NULL, "only to see that it runs: the figures mean nothing", apply_quick},
    {"--long", NULL, "verify: at 1280x720, and the models below VKPICK_ASSETS_DIR, too", apply_long},
    {"--models", "PATH", "verify: a model, or a folder of them, too", apply_models},
};

int editor_cli_bench(const editor_cli_call *call)
{
    cli_bench_options options = {.bench = BENCH_OPTIONS_DEFAULT};
    const editor_cli_options table = {"Options", OPTIONS, sizeof(OPTIONS) / sizeof(OPTIONS[0]), &options};
    const char *name = NULL;
    int status = EDITOR_EXIT_DONE;
    if (!editor_cli_read(call, &table, 1, &name, &status))
        return status;
    const bool is_verify = name != NULL && strcmp(name, "verify") == 0;
    if (!is_verify && (options.is_long || options.models != NULL))
        return editor_cli_usage(call, "--long and --models are of \"verify\"");
    if (is_verify) {
        const editor_verify_bench verify = {options.models, options.bench.quick, options.is_long, options.bench.json};
        return editor_cli_verify_bench(call->globals, &verify);
    }
    if (!bench_run(&name, name != NULL ? 1 : 0, &options.bench))
        return editor_cli_usage(call, "there is no bench \"%s\"", name != NULL ? name : "");
    return EDITOR_EXIT_DONE;
}
