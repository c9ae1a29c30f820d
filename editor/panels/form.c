// form.c: the fields of a dialog: numbers and choices.
#include "panels/panels_internal.h"

#include "document/json/json_write.h"

#include <stdio.h>

static const double label_column = 110; // design units

void editor_form_set_number(editor_form_field *field, const char *label, editor_quantity quantity, double value)
{
    editor_text text = {NULL};
    *field = (editor_form_field){.label = label, .quantity = quantity, .value = value};
    editor_json_write_number(&text, value);
    if (text.failed || !text.data)
        snprintf(field->text, sizeof(field->text), "%.17g", value);
    else
        snprintf(field->text, sizeof(field->text), "%s", text.data);
    editor_text_free(&text);
}

bool editor_form_number(const editor_form_field *field, double *out, char *why)
{
    editor_change change;
    char reason[EDITOR_UI_WHY_SIZE];
    if (!editor_number_text_read(field->text, field->quantity, &change, reason, sizeof(reason))) {
        snprintf(why, EDITOR_UI_WHY_SIZE, "%s: %.120s", field->label, reason);
        return false;
    }
    *out = editor_change_apply(&change, field->value);
    return true;
}

static void show_choices(editor_ui *ui, editor_form_field *field)
{
    for (uint32_t i = 0; i < EDITOR_FORM_CHOICES && field->choices[i]; i++) {
        if (editor_ui_radio(ui, field->choices[i], i == field->chosen, i > 0))
            field->chosen = i;
        field->rects[i] = editor_ui_last_rect(ui);
    }
}

static void show_list(editor_ui *ui, editor_form_field *field)
{
    const uint32_t now = editor_ui_choice(ui, field->list, field->list_count, field->chosen);
    field->chosen = now < field->list_count ? now : field->chosen;
    field->rects[0] = editor_ui_last_rect(ui);
}

bool editor_form_show(editor_ui *ui, editor_dialog *dialog)
{
    bool entered = false;
    char why[EDITOR_UI_WHY_SIZE] = " ";
    double number;
    for (uint32_t i = dialog->field_count; i-- > 0;) { // the first one's reason stays
        if (!dialog->fields[i].choices[0] && !dialog->fields[i].list)
            editor_form_number(&dialog->fields[i], &number, why);
    }
    for (uint32_t i = 0; i < dialog->field_count; i++) {
        editor_form_field *field = &dialog->fields[i];
        char id[24];
        snprintf(id, sizeof(id), "##number%u", (unsigned)field->edition);
        editor_ui_field_begin(ui, field->label, label_column);
        if (field->list) {
            show_list(ui, field);
        } else if (field->choices[0]) {
            show_choices(ui, field);
        } else {
            entered |=
                editor_ui_text_field(ui, id, field->text, sizeof(field->text), "", dialog->is_new && i == 0).entered;
            field->rects[0] = editor_ui_last_rect(ui);
        }
        editor_ui_field_end(ui);
    }
    editor_ui_space(ui, 2);
    editor_ui_text(ui, EDITOR_COLOR_WARNING, dialog->note && why[0] == ' ' ? dialog->note : why);
    return entered;
}
