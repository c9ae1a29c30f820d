// vkpick_bench: the benches without the editor, with every option, and with Embree if it is installed.
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    (void)fputs("usage: vkpick_bench [--json] [--quick] [--rays N] [--rounds N] [--cold N] [--moves N] [--sweep MIB] "
                "[BENCH...]\n",
                stderr);
    for (size_t i = 0; i < BENCH_ENTRY_COUNT; i++) {
        (void)fprintf(stderr, "  %-8s %s%s\n", BENCH_ENTRIES[i].name, BENCH_ENTRIES[i].summary,
                      BENCH_ENTRIES[i].usual ? "" : " (only when named)");
    }
    return 2;
}

static bool read_number(const char *text, size_t *out)
{
    char *end;
    const unsigned long value = strtoul(text != NULL ? text : "-", &end, 10);
    *out = value;
    return text != NULL && text[0] != '-' && *end == '\0' && value <= 100000000;
}

int main(int argc, char **argv)
{
    enum { MOST = 64 };
    const char *names[MOST];
    size_t count = 0;
    bench_options o = BENCH_OPTIONS_DEFAULT;
    for (int i = 1; i < argc; i++) {
        const struct {
            const char *name;
            size_t *value;
        } numbers[] = {{"--rays", &o.rays},
                       {"--rounds", &o.rounds},
                       {"--cold", &o.cold_rays},
                       {"--moves", &o.moves},
                       {"--sweep", &o.sweep_mib}};
        bool ok = argv[i][0] != '-' && count < MOST;
        if (ok) {
            names[count++] = argv[i];
        } else if (strcmp(argv[i], "--json") == 0) {
            ok = o.json = true;
        } else if (strcmp(argv[i], "--quick") == 0) {
            const bool json = o.json;
            o = BENCH_OPTIONS_QUICK;
            o.json = json;
            ok = true;
        }
        for (size_t k = 0; !ok && k < sizeof numbers / sizeof numbers[0]; k++) {
            if (strcmp(argv[i], numbers[k].name) == 0) {
                ok = read_number(argv[++i], numbers[k].value);
                break;
            }
        }
        if (!ok || o.rays == 0 || o.rounds == 0)
            return usage();
    }
#ifdef BENCH_HAVE_EMBREE
    static const bench_peer peers[] = {bench_embree, bench_embree_robust};
    o.peers = peers;
    o.peer_count = sizeof peers / sizeof peers[0];
    o.shape_peer = bench_embree_shapes;
#endif
    return bench_run(names, count, &o) ? 0 : usage();
}
