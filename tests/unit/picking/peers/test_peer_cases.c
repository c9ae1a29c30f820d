// Runs a folder of cases: test_peer_cases FOLDER. Without an argument the folder is the one that VKPICK_CASES_DIR
// names, with the cases that other engines and libraries test themselves with; without that either, it is skipped.
#include "peer_cases.h"

#include <stdio.h>

static void print_skips(const peer_skips *skips, const char *what)
{
    for (int i = 0; i < skips->reasons; i++)
        printf("  skipped %d %s: %s\n", skips->times[i], what, skips->why[i]);
}

static bool run_family(const char *folder, const char *name)
{
    if (!peer_family(name)) {
        printf("%s: cases of a kind that the test does not know\n", name);
        return false;
    }
    peer_tally t;
    if (!peer_run_file(folder, name, true, &t))
        return false;
    printf("%s: %d ran, %d differ, %d skipped; %d fields compared, %d skipped\n", name, t.ran, t.differed,
           t.cases.count, t.fields, t.skipped_fields.count);
    print_skips(&t.cases, "cases");
    print_skips(&t.skipped_fields, "fields");
    if (t.ran == 0 || t.fields == 0)
        printf("  nothing ran\n");
    return t.differed == 0 && t.ran > 0 && t.fields > 0;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : cases_folder();
    if (!folder) {
        printf("VKPICK_CASES_DIR is not set: skipping the cases of other projects\n");
        return 77;
    }
    static char names[PEER_FAMILIES][64];
    const int count = peer_list(folder, names);
    if (count == 0 || count > PEER_FAMILIES) {
        printf("%s: %d files of cases, not 1 to %d\n", folder, count, PEER_FAMILIES);
        return 1;
    }
    bool good = true;
    for (int i = 0; i < count; i++)
        good = run_family(folder, names[i]) && good;
    return good ? 0 : 1;
}
