// The documented shortcuts match the table of actions.
#include "actions/actions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void the_page_of_shortcuts_is_the_table(void **state)
{
    char line[512], want[256], keys[64];
    int count = 0;
    FILE *page = fopen(EDITOR_PAGE, "r");
    (void)state;
    assert_non_null(page);
    do
        assert_non_null(fgets(line, sizeof(line), page));
    while (strcmp(line, "| keys | action | menu |\n") != 0);
    assert_non_null(fgets(line, sizeof(line), page)); // the rule below the head
    for (uint32_t i = 0; i < EDITOR_ACTION_COUNT; i++) {
        editor_action_shortcut(&EDITOR_ACTIONS[i], keys);
        if (!keys[0])
            continue;
        snprintf(want, sizeof(want), "| `%s` | %s |", keys, EDITOR_ACTIONS[i].label);
        assert_non_null(fgets(line, sizeof(line), page));
        line[strlen(want)] = '\0';
        assert_string_equal(line, want);
        count++;
    }
    assert_true(count > 40);
    assert_true(!fgets(line, sizeof(line), page) || line[0] != '|'); // and no more
    fclose(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_of_shortcuts_is_the_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
