#include "app/app.h"
#include "cli/cli.h"

int main(int argc, char **argv)
{
    return editor_cli_main(argc, argv, editor_app_run);
}
