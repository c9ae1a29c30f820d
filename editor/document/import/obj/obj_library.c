// obj_library.c: reads the lines of MTL files.
#include "document/import/obj/obj_library.h"

#include "document/import/obj/obj_number.h"

#include <float.h>
#include <math.h>
#include <string.h>

// A line, without blanks around it. Lines that are joined by a backslash are rare and are not joined here.
typedef struct library_line {
    const char *at, *end;
} library_line;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool next_line(const char **at, library_line *line)
{
    const char *c = *at;
    while (is_blank(*c) || *c == '\n')
        c++;
    if (*c == '\0')
        return false;
    line->at = c;
    while (*c != '\0' && *c != '\n' && *c != '\r')
        c++;
    *at = c;
    while (c > line->at && is_blank(c[-1]))
        c--;
    line->end = c;
    return true;
}

// The next word of the line, which is empty at its end.
static obj_name next_word(library_line *line)
{
    while (line->at < line->end && is_blank(*line->at))
        line->at++;
    const char *from = line->at;
    while (line->at < line->end && !is_blank(*line->at))
        line->at++;
    return (obj_name){from, (size_t)(line->at - from)};
}

static obj_name rest_of(library_line line)
{
    while (line.at < line.end && is_blank(*line.at))
        line.at++;
    return (obj_name){line.at, (size_t)(line.end - line.at)};
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// Whether the word is `plain`, which is in small letters: exporters do not agree on the case.
static bool is_word(obj_name word, const char *plain)
{
    if (word.length != strlen(plain))
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (lower(word.text[i]) != plain[i])
            return false;
    }
    return true;
}

// The next word as a number. False: it is none, and stays.
static bool next_number(library_line *line, float *out)
{
    library_line after = *line;
    const obj_name word = next_word(&after);
    const char *c = word.text;
    float value;
    if (word.length == 0 || !obj_read_number(&c, &value) || c != word.text + word.length || !(fabsf(value) <= FLT_MAX))
        return false;
    *out = value;
    *line = after;
    return true;
}

// Three numbers, or one for all three.
static void read_color(library_line *line, float color[3])
{
    float values[3];
    int count = 0;
    while (count < 3 && next_number(line, &values[count]))
        count++;
    for (int i = 0; i < 3 && count > 0; i++)
        color[i] = count == 3 ? values[i] : values[0];
}

// --- Maps ---

// Reads the options before the file's name: `-o u v w`, `-clamp on`, ...
static void read_options(library_line *line, obj_map *map)
{
    static const struct {
        const char *word;
        int words; // that follow it
    } passed[] = {{"-blendu", 1}, {"-blendv", 1}, {"-cc", 1},      {"-boost", 1}, {"-mm", 2},
                  {"-texres", 1}, {"-bm", 1},     {"-imfchan", 1}, {"-type", 1}};
    for (;;) {
        library_line after = *line;
        const obj_name word = next_word(&after);
        const bool scales = is_word(word, "-s"), moves = is_word(word, "-o");
        bool is_known = scales || moves || is_word(word, "-t");
        float values[3];
        int count = 0;
        while (is_known && count < 3 && next_number(&after, &values[count]))
            count++;
        for (int i = 0; i < 2 && i < count && (scales || moves); i++)
            *(scales ? &map->scale[i] : &map->offset[i]) = values[i];
        if (is_word(word, "-clamp")) {
            is_known = true;
            map->clamps = is_word(next_word(&after), "on");
        }
        for (size_t i = 0; !is_known && i < sizeof(passed) / sizeof(passed[0]); i++) {
            is_known = is_word(word, passed[i].word);
            for (int k = 0; is_known && k < passed[i].words; k++)
                next_word(&after);
        }
        if (!is_known)
            return;
        *line = after;
    }
}

static void read_map(library_line *line, obj_map *map)
{
    *map = (obj_map){.scale = {1, 1}};
    read_options(line, map);
    map->file = rest_of(*line);
    if (map->file.length >= 2 && map->file.text[0] == '"' && map->file.text[map->file.length - 1] == '"')
        map->file = (obj_name){map->file.text + 1, map->file.length - 2};
}

static void read_line(library_line *line, obj_name keyword, obj_material *material)
{
    static const struct {
        const char *word;
        obj_map_kind kind;
    } maps[] = {{"map_kd", OBJ_MAP_COLOR},        {"norm", OBJ_MAP_NORMAL},           {"map_kn", OBJ_MAP_NORMAL},
                {"map_ke", OBJ_MAP_EMISSIVE},     {"map_emissive", OBJ_MAP_EMISSIVE}, {"map_ks", OBJ_MAP_SPECULAR},
                {"map_ka", OBJ_MAP_AMBIENT},      {"map_bump", OBJ_MAP_BUMP},         {"bump", OBJ_MAP_BUMP},
                {"map_ns", OBJ_MAP_GLOSS},        {"map_d", OBJ_MAP_OPACITY},         {"map_tr", OBJ_MAP_OPACITY},
                {"disp", OBJ_MAP_DISPLACEMENT},   {"map_disp", OBJ_MAP_DISPLACEMENT}, {"refl", OBJ_MAP_REFLECTION},
                {"map_refl", OBJ_MAP_REFLECTION}, {"map_pm", OBJ_MAP_METALLIC},       {"map_pr", OBJ_MAP_ROUGHNESS},
                {"map_ps", OBJ_MAP_SHEEN}};
    float value;
    if (is_word(keyword, "kd")) {
        material->has_color = true;
        read_color(line, material->color);
    } else if (is_word(keyword, "ke")) {
        read_color(line, material->emissive);
    } else if (is_word(keyword, "d")) {
        library_line after = *line;
        if (is_word(next_word(&after), "-halo"))
            *line = after;
        next_number(line, &material->opacity);
    } else if (is_word(keyword, "tr")) {
        material->opacity = next_number(line, &value) ? 1 - value : material->opacity;
    } else if (is_word(keyword, "pr")) {
        next_number(line, &material->roughness);
    } else if (is_word(keyword, "pm")) {
        next_number(line, &material->metallic);
    }
    for (size_t i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
        if (is_word(keyword, maps[i].word))
            read_map(line, &material->maps[maps[i].kind]);
    }
}

obj_material obj_material_default(obj_name name)
{
    return (obj_material){.name = name, .folder = "", .color = {0.6f, 0.6f, 0.6f}, .opacity = 1, .roughness = 0.8f};
}

bool obj_library_read(const char *text, obj_material_taker take, void *user)
{
    obj_material material;
    bool has_one = false;
    library_line line;
    while (next_line(&text, &line)) {
        const obj_name keyword = next_word(&line);
        if (is_word(keyword, "newmtl")) {
            if (has_one && !take(user, &material))
                return false;
            material = obj_material_default(rest_of(line));
            has_one = true;
        } else if (has_one && keyword.text[0] != '#') {
            read_line(&line, keyword, &material);
        }
    }
    return !has_one || take(user, &material);
}
