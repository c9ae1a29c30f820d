// demo_textures.c: the demo level's materials, and the pictures on them, by formula.
#include "document/demo/demo_builder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct rgb {
    double r, g, b; // sRGB, 0..1
} rgb;

static rgb from_hex(uint32_t hex)
{
    return (rgb){(double)(hex >> 16 & 255) / 255, (double)(hex >> 8 & 255) / 255, (double)(hex & 255) / 255};
}

static rgb mix(rgb a, rgb b, double t)
{
    return (rgb){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

static float to_linear(double c)
{
    return (float)(c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
}

// Noise that repeats every `period` cells, smooth between them.
static double noise(double x, double y, int period, uint32_t seed)
{
    int ix = (int)floor(x), iy = (int)floor(y);
    double fx = x - ix, fy = y - iy, corners[4];
    for (int i = 0; i < 4; i++) {
        uint32_t cx = (uint32_t)((ix + (i & 1)) % period), cy = (uint32_t)((iy + (i >> 1)) % period);
        corners[i] = demo_random(seed, cx + cy * (uint32_t)period);
    }
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    double low = corners[0] + (corners[1] - corners[0]) * fx, high = corners[2] + (corners[3] - corners[2]) * fx;
    return low + (high - low) * fy;
}

static double smooth(double from, double to, double x)
{
    double t = (x - from) / (to - from);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return t * t * (3 - 2 * t);
}

// --- Pictures: the colour, and alpha, at (u, v) in 0..1 ---

typedef double (*paint_function)(double u, double v, rgb *color); // returns alpha

static double paint_grass(double u, double v, rgb *color)
{
    double n = 0.6 * noise(8 * u, 8 * v, 8, 1) + 0.4 * noise(32 * u, 32 * v, 32, 2);
    *color = mix(from_hex(0x879f6c), from_hex(0xa3b587), n);
    return 1;
}

static double paint_path(double u, double v, rgb *color)
{
    double n = 0.5 * noise(10 * u, 10 * v, 10, 3) + 0.5 * noise(48 * u, 48 * v, 48, 4);
    *color = mix(from_hex(0xcdbb98), from_hex(0xe0d2b4), n);
    return 1;
}

// Boards along u, `count` of them.
static rgb boards(double u, double v, int count, rgb dark, rgb light)
{
    int board = (int)(v * count);
    double within = v * count - board;
    double grain = noise(4 * u + 3.7 * board, 60 * v, 64, 5 + (uint32_t)board);
    double tone = 0.25 * demo_random(6, (uint32_t)board) + 0.55 * grain;
    double gap = within < 0.04 || within > 0.96 ? 0.55 : 1;
    rgb color = mix(dark, light, tone);
    return (rgb){color.r * gap, color.g * gap, color.b * gap};
}

static double paint_planks(double u, double v, rgb *color)
{
    *color = boards(u, v, 6, from_hex(0x9c7850), from_hex(0xcda77a));
    return 1;
}

static double paint_crate(double u, double v, rgb *color)
{
    double edge = fmin(fmin(u, 1 - u), fmin(v, 1 - v));
    bool brace = edge < 0.12 || fabs(u - v) < 0.085;
    *color = brace ? mix(from_hex(0x8f6b45), from_hex(0xa37e55), noise(20 * u, 20 * v, 20, 7))
                   : boards(u, v, 5, from_hex(0xb08a5c), from_hex(0xd0ad7c));
    if (fabs(edge - 0.12) < 0.008)
        *color = from_hex(0x6d5136);
    return 1;
}

static double paint_rug(double u, double v, rgb *color)
{
    double edge = fmin(fmin(u, 1 - u), fmin(v, 1 - v));
    double diamond = fmod(fabs(u - 0.5) * 6 + fabs(v - 0.5) * 4, 1.0);
    *color = edge < 0.05     ? from_hex(0xe9dcc2)
             : edge < 0.11   ? from_hex(0x8c4f45)
             : diamond < 0.5 ? from_hex(0xc0705c)
                             : from_hex(0xd9a27a);
    return 1;
}

// Hills before an evening sky.
static double paint_picture(double u, double v, rgb *color)
{
    *color = mix(from_hex(0x6f86a8), from_hex(0xf0c9a0), smooth(0, 0.7, v));
    if (hypot((u - 0.66) * 1.5, v - 0.42) < 0.1)
        *color = from_hex(0xf9eacb);
    const uint32_t hills[3] = {0x8c7f9a, 0x5f7f8a, 0x3f5a5c};
    for (int i = 0; i < 3; i++) {
        if (v > 0.55 + 0.12 * i + 0.08 * sin((5 + 2 * i) * u + 2.1 * i))
            *color = from_hex(hills[i]);
    }
    return 1;
}

static double paint_checker(double u, double v, rgb *color)
{
    bool odd = ((int)(8 * u) + (int)(8 * v)) % 2 != 0;
    *color = from_hex(odd ? 0xe9e2d2 : 0x9aa39a);
    return 1;
}

// Six pickets with pointed heads on two rails. Alpha falls from 1 to 0 over some texels, so that the cut at one half is
// a clean line.
static double paint_pickets(double u, double v, rgb *color)
{
    double cell = u * 6 - floor(u * 6);
    double across = fabs(cell - 0.5);
    double head = 0.02 + 0.30 * across; // where this column of the picket begins
    double picket = fmin(0.27 - across, (v - head) * 2);
    double rail = fmax(0.045 - fabs(v - 0.34), 0.045 - fabs(v - 0.8));
    double inside = fmax(picket, rail * 2);
    double tone = noise(24 * u, 6 * v, 24, 9);
    *color = mix(from_hex(0xe4dccb), from_hex(0xf6f1e6), tone);
    if (rail * 2 > picket)
        *color = mix(from_hex(0xcfc5b2), from_hex(0xddd4c2), tone);
    return smooth(-0.03, 0.03, inside);
}

// --- Reliefs: a height at (u, v), in texels; pictures of normals are made of their slopes ---

typedef double (*relief_function)(double u, double v);

// Rows of ashlar with rounded edges, every other row half a block on.
static double raise_blocks(double u, double v)
{
    double row = floor(v * 4), x = u * 2 + 0.5 * fmod(row, 2), y = v * 4 - row;
    x -= floor(x);
    double edge = fmin(fmin(x, 1 - x) * 2, fmin(y, 1 - y)); // in heights of a row
    return 5 * smooth(0.02, 0.14, edge) + 1.5 * noise(24 * u, 24 * v, 24, 11);
}

static double raise_boards(double u, double v, int count)
{
    double within = v * count - floor(v * count), edge = fmin(within, 1 - within);
    return 3.5 * smooth(0.0, 0.1, edge) + 0.9 * noise(4 * u + 3.7 * floor(v * count), 60 * v, 64, 12);
}

static double raise_planks(double u, double v)
{
    return raise_boards(u, v, 6);
}

static double raise_crate(double u, double v)
{
    double edge = fmin(fmin(u, 1 - u), fmin(v, 1 - v));
    double brace = fmax(1 - smooth(0.115, 0.13, edge), 1 - smooth(0.08, 0.095, fabs(u - v)));
    return raise_boards(u, v, 5) + 5 * brace;
}

static double paint_relief(relief_function relief, double u, double v, uint32_t size, rgb *color)
{
    double step = 1.0 / size;
    // Wrapped by half a texel's difference to both sides; v points down, +Y of the normal up.
    double across = relief(u + 0.5 * step < 1 ? u + 0.5 * step : u + 0.5 * step - 1, v) -
                    relief(u - 0.5 * step >= 0 ? u - 0.5 * step : u - 0.5 * step + 1, v);
    double down = relief(u, v + 0.5 * step < 1 ? v + 0.5 * step : v + 0.5 * step - 1) -
                  relief(u, v - 0.5 * step >= 0 ? v - 0.5 * step : v - 0.5 * step + 1);
    pick_vec3 normal = pick_vec3_normalize(pick_vec3_make(-across, down, 1));
    *color = (rgb){(normal.x * 127 + 128) / 255, (normal.y * 127 + 128) / 255, (normal.z * 127 + 128) / 255};
    return 1;
}

static uint32_t paint(demo_builder *builder, const char *name, uint32_t width, uint32_t height, paint_function painter,
                      relief_function relief)
{
    editor_image image = {.width = width, .height = height};
    image.rgba = malloc((size_t)width * height * 4);
    size_t length = strlen(name) + 1;
    image.name = malloc(length);
    if (!image.rgba || !image.name) {
        free(image.rgba);
        free(image.name);
        builder->failed = true;
        return EDITOR_NONE;
    }
    memcpy(image.name, name, length);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            rgb color = {1, 1, 1};
            double u = (x + 0.5) / width, v = (y + 0.5) / height;
            double alpha = relief ? paint_relief(relief, u, v, width, &color) : painter(u, v, &color);
            const double values[4] = {color.r, color.g, color.b, alpha};
            for (size_t i = 0; i < 4; i++)
                image.rgba[4 * ((size_t)y * width + x) + i] = (uint8_t)lround(255 * values[i]);
        }
    }
    return editor_level_add_image(builder->level, &image);
}

// --- Materials ---

typedef struct material_row {
    const char *name;
    uint32_t hex; // sRGB; white under a picture
    float roughness;
    const char *picture;
    paint_function painter;
    float metallic;
    relief_function relief;
    double emissive; // strength of its own colour as light
} material_row;

static const material_row rows[DEMO_MATERIAL_COUNT] = {
    [DEMO_GRASS] = {"grass", 0xffffff, 0.95f, "grass", paint_grass, 0, NULL, 0},
    [DEMO_MEADOW] = {"meadow", 0x8fa673, 0.95f, NULL, NULL, 0, NULL, 0},
    [DEMO_PATH] = {"path", 0xffffff, 0.95f, "sand", paint_path, 0, NULL, 0},
    [DEMO_EARTH] = {"earth", 0xa08a70, 0.95f, NULL, NULL, 0, NULL, 0},
    [DEMO_STONE] = {"stone", 0x9b9890, 0.9f, NULL, NULL, 0, NULL, 0},
    [DEMO_PALE_STONE] = {"pale stone", 0xd5d0c4, 0.85f, NULL, NULL, 0, NULL, 0},
    [DEMO_BARK] = {"bark", 0x7d604a, 0.95f, NULL, NULL, 0, NULL, 0},
    [DEMO_PINE] = {"pine", 0x5e8068, 0.95f, NULL, NULL, 0, NULL, 0},
    [DEMO_LEAF] = {"leaf", 0x93ab66, 0.95f, NULL, NULL, 0, NULL, 0},
    [DEMO_AUTUMN] = {"autumn leaf", 0xd59b58, 0.95f, NULL, NULL, 0, NULL, 0},
    [DEMO_WATER] = {"water", 0x6fa9b8, 0.15f, NULL, NULL, 0, NULL, 0},
    [DEMO_TIMBER] = {"timber", 0x6e523e, 0.85f, NULL, NULL, 0, NULL, 0},
    [DEMO_PLANKS] = {"planks", 0xffffff, 0.6f, "planks", paint_planks, 0, raise_planks, 0},
    [DEMO_PLASTER] = {"plaster", 0xefe6d6, 0.9f, NULL, NULL, 0, NULL, 0},
    [DEMO_CRATE] = {"crate", 0xffffff, 0.7f, "crate", paint_crate, 0, raise_crate, 0},
    [DEMO_RUG] = {"rug", 0xffffff, 1.0f, "rug", paint_rug, 0, NULL, 0},
    [DEMO_PICTURE] = {"picture", 0xffffff, 0.6f, "picture", paint_picture, 0, NULL, 0},
    [DEMO_PICKETS] = {"pickets", 0xffffff, 0.8f, "pickets", paint_pickets, 0, NULL, 0},
    [DEMO_METAL] = {"dark metal", 0x4c5056, 0.45f, NULL, NULL, 0.6f, NULL, 0},
    [DEMO_GLOW] = {"lamp glass", 0xffdf9e, 0.3f, NULL, NULL, 0, NULL, 0.75},
    [DEMO_CHECKER] = {"checker", 0xffffff, 0.6f, "checker", paint_checker, 0, NULL, 0},
    [DEMO_CORAL] = {"coral", 0xd97b6a, 0.5f, NULL, NULL, 0, NULL, 0},
    [DEMO_MUSTARD] = {"mustard", 0xd9ae5e, 0.5f, NULL, NULL, 0, NULL, 0},
    [DEMO_TEAL] = {"teal", 0x5f9ea0, 0.5f, NULL, NULL, 0, NULL, 0},
    [DEMO_SAGE] = {"sage", 0x9db08c, 0.5f, NULL, NULL, 0, NULL, 0},
    [DEMO_PLUM] = {"plum", 0x8d6f8e, 0.5f, NULL, NULL, 0, NULL, 0},
    [DEMO_SLATE] = {"slate", 0x6f86a8, 0.5f, NULL, NULL, 0, NULL, 0},
    [DEMO_MASONRY] = {"masonry", 0xd5d0c4, 0.85f, NULL, NULL, 0, raise_blocks, 0},
    [DEMO_BRASS] = {"brass", 0xe3b75f, 0.28f, NULL, NULL, 1, NULL, 0},
    [DEMO_COPPER] = {"copper", 0xd98d6b, 0.42f, NULL, NULL, 1, NULL, 0},
    [DEMO_CREAM] = {"cream", 0xe9dcc2, 0.7f, NULL, NULL, 0, NULL, 0},
};

bool demo_add_materials(demo_builder *builder)
{
    for (int i = 0; i < DEMO_MATERIAL_COUNT; i++) {
        const material_row *row = &rows[i];
        rgb color = from_hex(row->hex);
        editor_material material = EDITOR_MATERIAL_DEFAULT;
        const float linear[3] = {to_linear(color.r), to_linear(color.g), to_linear(color.b)};
        memcpy(material.base_color, linear, sizeof(linear));
        material.roughness = row->roughness;
        material.metallic = row->metallic;
        for (int k = 0; k < 3; k++)
            material.emissive[k] = (float)row->emissive * linear[k];
        size_t length = strlen(row->name) + 1;
        material.name = malloc(length);
        if (!material.name)
            return false;
        memcpy(material.name, row->name, length);
        if (row->painter)
            material.base_color_image =
                paint(builder, row->picture, 256, i == DEMO_PICKETS ? 128 : 256, row->painter, NULL);
        char relief_name[64];
        snprintf(relief_name, sizeof(relief_name), "%s relief", row->name);
        if (row->relief)
            material.maps[EDITOR_MAP_NORMAL].image = paint(builder, relief_name, 256, 256, NULL, row->relief);
        if (i == DEMO_PICKETS) {
            material.alpha_mode = EDITOR_ALPHA_MASK;
            material.double_sided = true;
            material.wrap_v = EDITOR_WRAP_CLAMP;
        }
        if (i == DEMO_WATER) {
            material.alpha_mode = EDITOR_ALPHA_BLEND;
            material.base_color[3] = 0.8f;
        }
        builder->materials[i] = editor_level_add_material(builder->level, &material);
        builder->failed = builder->failed || builder->materials[i] == EDITOR_NONE;
    }
    return !builder->failed;
}
