// demo_nature.c: the island, its pond, trees, stones and flowers.
#include "document/demo/demo_builder.h"

#include <math.h>

#define SECTORS 144
#define WATER_DEPTH 0.16 // below the flat centre

static double smooth(double from, double to, double x)
{
    double t = (x - from) / (to - from);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return t * t * (3 - 2 * t);
}

// The height of the ground: flat in the centre, with hills behind, a hollow for the pond and a soft rim.
double demo_ground(double x, double z)
{
    double r = hypot(x, z), angle = atan2(z, x);
    double behind = 0.5 - 0.5 * cos(angle - 53 * EDITOR_PI / 180); // 1 opposite to the camera's start
    double hills = smooth(8.1, 11.6, r) * (0.25 + 1.5 * behind * behind);
    double waves = smooth(8.1, 10.5, r) * 0.16 * (sin(5 * angle + 0.6 * r) + 0.6 * sin(9 * angle - 0.9 * r));
    double pond = 1 - smooth(0.65, 1.12, hypot(x - DEMO_POND_X, z - DEMO_POND_Z) / DEMO_POND_RADIUS);
    double brim = smooth(DEMO_ISLAND_RADIUS - 1.4, DEMO_ISLAND_RADIUS, r);
    return DEMO_GROUND + (hills + waves) * (1 - 0.6 * brim) - 0.34 * pond - 0.12 * brim;
}

static double rim_radius(int sector)
{
    double angle = 2 * EDITOR_PI * (sector % SECTORS) / SECTORS;
    return DEMO_ISLAND_RADIUS + 0.35 * sin(5 * angle + 1) + 0.22 * sin(11 * angle) + 0.12 * sin(23 * angle + 2);
}

static pick_vec3 ground_point(double radius, int sector)
{
    double angle = 2 * EDITOR_PI * (sector % SECTORS) / SECTORS;
    double x = radius * cos(angle), z = radius * sin(angle);
    return pick_vec3_make(x, demo_ground(x, z), z);
}

static pick_vec3 ground_normal(pick_vec3 p)
{
    const double e = 0.05;
    return pick_vec3_normalize(pick_vec3_make(demo_ground(p.x - e, p.z) - demo_ground(p.x + e, p.z), 2 * e,
                                              demo_ground(p.x, p.z - e) - demo_ground(p.x, p.z + e)));
}

// Adds the ground between two radii. Rings lie at both edges of the path, so that they are clean.
static void add_ground_band(demo_mesh *mesh, double from, double to, int rings)
{
    uint32_t first = mesh->mesh.vertex_count;
    for (int ring = 0; ring <= rings; ring++) {
        for (int sector = 0; sector <= SECTORS; sector++) {
            double radius = from + (to - from) * ring / rings;
            if (to == DEMO_ISLAND_RADIUS)
                radius *= 1 + (rim_radius(sector) / DEMO_ISLAND_RADIUS - 1) * ring / rings;
            pick_vec3 p = ground_point(radius, sector);
            demo_mesh_vertex(mesh, p, ground_normal(p), 0.22 * p.x, 0.22 * p.z);
        }
    }
    for (uint32_t ring = 0; ring < (uint32_t)rings; ring++) {
        for (uint32_t sector = 0; sector < SECTORS; sector++) {
            uint32_t a = first + ring * (SECTORS + 1) + sector;
            uint32_t b = a + SECTORS + 1;
            if (from > 0 || ring > 0)
                demo_mesh_triangle(mesh, a, a + 1, b + 1);
            demo_mesh_triangle(mesh, a, b + 1, b);
        }
    }
}

// Adds the side of the island, in layers down to the grid.
static void add_skirt(demo_builder *builder, demo_mesh *mesh)
{
    const struct {
        double top, bottom; // fractions of the height
        demo_material material;
    } layers[2] = {{1, 0.72, DEMO_EARTH}, {0.72, 0, DEMO_STONE}};
    for (int layer = 0; layer < 2; layer++) {
        demo_mesh_material(mesh, builder->materials[layers[layer].material]);
        for (int sector = 0; sector < SECTORS; sector++) {
            pick_vec3 a = ground_point(rim_radius(sector), sector);
            pick_vec3 b = ground_point(rim_radius(sector + 1), sector + 1);
            double shrink_top = 1 - 0.02 * (1 - layers[layer].top),
                   shrink_bottom = 1 - 0.02 * (1 - layers[layer].bottom);
            demo_frame frame = DEMO_FRAME_IDENTITY;
            demo_mesh_quad(mesh, &frame,
                           pick_vec3_make(b.x * shrink_bottom, b.y * layers[layer].bottom, b.z * shrink_bottom),
                           pick_vec3_make(a.x * shrink_bottom, a.y * layers[layer].bottom, a.z * shrink_bottom),
                           pick_vec3_make(a.x * shrink_top, a.y * layers[layer].top, a.z * shrink_top),
                           pick_vec3_make(b.x * shrink_top, b.y * layers[layer].top, b.z * shrink_top), 1, 1);
        }
    }
}

static void add_island(demo_builder *builder)
{
    demo_mesh island = {0};
    demo_mesh_material(&island, builder->materials[DEMO_GRASS]);
    add_ground_band(&island, 0, DEMO_PATH_INNER, 26);
    demo_mesh_material(&island, builder->materials[DEMO_PATH]);
    add_ground_band(&island, DEMO_PATH_INNER, DEMO_PATH_OUTER, 3);
    demo_mesh_material(&island, builder->materials[DEMO_GRASS]);
    add_ground_band(&island, DEMO_PATH_OUTER, DEMO_ISLAND_RADIUS, 18);
    add_skirt(builder, &island);
    demo_add(builder, "terrain", EDITOR_NONE, demo_add_mesh(builder, "terrain", &island), PICK_AFFINE_IDENTITY);

    demo_mesh water = {0};
    demo_mesh_material(&water, builder->materials[DEMO_WATER]);
    const pick_vec2 disc[2] = {{DEMO_POND_RADIUS * 1.05, 0}, {0, 0}};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_lathe(&water, &frame, disc, 2, 48, false);
    demo_add(builder, "pond", EDITOR_NONE, demo_add_mesh(builder, "pond", &water),
             demo_at(DEMO_POND_X, DEMO_GROUND - WATER_DEPTH, DEMO_POND_Z));
}

// --- Trees ---

static uint32_t make_pine(demo_builder *builder)
{
    demo_mesh mesh = {0};
    demo_frame frame = demo_frame_at(0, -0.3, 0);
    demo_mesh_material(&mesh, builder->materials[DEMO_BARK]);
    demo_cylinder(&mesh, &frame, 0.13, 1.2, 7);
    demo_mesh_material(&mesh, builder->materials[DEMO_PINE]);
    const double tiers[3][3] = {{0.55, 0.95, 1.35}, {1.2, 0.74, 1.2}, {1.85, 0.5, 1.15}}; // height, radius, height of
    for (int i = 0; i < 3; i++) {
        frame = demo_frame_turned(0, tiers[i][0], 0, 0.4 * i);
        demo_cone(&mesh, &frame, tiers[i][1], tiers[i][2], 9);
    }
    return demo_add_mesh(builder, "pine", &mesh);
}

static uint32_t make_round_tree(demo_builder *builder, const char *name, demo_material leaf, uint32_t seed)
{
    demo_mesh mesh = {0};
    demo_frame frame = demo_frame_at(0, -0.3, 0);
    demo_mesh_material(&mesh, builder->materials[DEMO_BARK]);
    const pick_vec2 trunk[3] = {{0.19, 0}, {0.12, 0.7}, {0.09, 1.7}};
    demo_lathe(&mesh, &frame, trunk, 3, 7, true);
    demo_mesh_material(&mesh, builder->materials[leaf]);
    frame = demo_frame_at(0, 1.75, 0);
    demo_icosphere(&mesh, &frame, 0.85, 1, 0.13, seed);
    frame = demo_frame_at(0.45, 1.45, 0.2);
    demo_icosphere(&mesh, &frame, 0.5, 1, 0.13, seed + 1);
    frame = demo_frame_at(-0.35, 1.5, -0.35);
    demo_icosphere(&mesh, &frame, 0.52, 1, 0.13, seed + 2);
    return demo_add_mesh(builder, name, &mesh);
}

static void add_trees(demo_builder *builder)
{
    // Angle in degrees and radius: a wood behind, some trees on the left, two at the right edge.
    static const struct {
        double angle, radius;
        int kind; // 0 pine, 1 leaf, 2 autumn
    } trees[] = {{150, 11.2, 1}, {158, 13.4, 0}, {164, 11.0, 2}, {171, 14.1, 0}, {176, 12.2, 0}, {184, 14.0, 1},
                 {190, 11.5, 0}, {196, 13.2, 0}, {203, 14.6, 0}, {207, 11.8, 1}, {213, 13.4, 0}, {219, 11.6, 0},
                 {224, 14.4, 0}, {230, 12.7, 0}, {235, 11.3, 2}, {240, 14.2, 0}, {246, 12.4, 0}, {252, 14.3, 1},
                 {257, 11.7, 0}, {263, 13.3, 0}, {270, 12.0, 2}, {277, 13.9, 0}, {284, 11.6, 1}, {292, 13.2, 0},
                 {301, 12.3, 0}, {312, 13.6, 1}, {335, 13.4, 2}, {128, 13.6, 1}};
    uint32_t wood = demo_add_group(builder, "wood", EDITOR_NONE);
    const uint32_t groups[3] = {demo_add_group(builder, "pines", wood), demo_add_group(builder, "oaks", wood),
                                demo_add_group(builder, "maples", wood)};
    const uint32_t meshes[3] = {make_pine(builder), make_round_tree(builder, "oak", DEMO_LEAF, 20),
                                make_round_tree(builder, "maple", DEMO_AUTUMN, 40)};
    static const char *const names[3] = {"pine", "oak", "maple"};
    int counts[3] = {0};
    for (uint32_t i = 0; i < sizeof(trees) / sizeof(trees[0]); i++) {
        double angle = trees[i].angle * EDITOR_PI / 180;
        double radius = 9.3 + 0.86 * (trees[i].radius - 11);
        double x = radius * cos(angle), z = radius * sin(angle);
        double scale = (trees[i].kind == 0 ? 1.0 : 0.85) + 0.5 * demo_random(11, i);
        int kind = trees[i].kind;
        demo_add_numbered(builder, names[kind], ++counts[kind], groups[kind], meshes[kind],
                          demo_turned(x, demo_ground(x, z), z, 6.28 * demo_random(12, i), scale));
    }
}

// --- Stones and flowers ---

static void add_pebbles(demo_builder *builder)
{
    uint32_t meshes[3];
    for (uint32_t i = 0; i < 3; i++) {
        demo_mesh mesh = {0};
        demo_mesh_material(&mesh, builder->materials[i == 1 ? DEMO_PALE_STONE : DEMO_STONE]);
        demo_frame frame = DEMO_FRAME_IDENTITY;
        frame.y = pick_vec3_make(0, 0.6, 0);
        demo_icosphere(&mesh, &frame, 1, 1, 0.14, 60 + i);
        meshes[i] = demo_add_mesh(builder, i == 0 ? "pebble" : i == 1 ? "pale pebble" : "flat pebble", &mesh);
    }
    uint32_t stones = demo_add_group(builder, "stones", EDITOR_NONE);
    uint32_t shore = demo_add_group(builder, "shore", stones);
    for (uint32_t i = 0; i < 36; i++) {
        double angle = 2 * EDITOR_PI * (i + 0.35 * demo_random(70, i)) / 36;
        double radius = DEMO_POND_RADIUS * (1.0 + 0.1 * demo_random(71, i));
        double x = DEMO_POND_X + radius * cos(angle), z = DEMO_POND_Z + radius * sin(angle);
        double size = 0.11 + 0.09 * demo_random(72, i);
        demo_add_numbered(builder, "pebble", (int)i + 1, shore, meshes[i % 3],
                          demo_turned(x, demo_ground(x, z), z, 6 * demo_random(73, i), size));
    }
    static const double boulders[6][3] = {{-8.2, 5.4, 0.6},  {8.7, -3.4, 0.7}, {9.4, -2.6, 0.42},
                                          {-2.2, -9.0, 0.7}, {8.3, 6.9, 0.45}, {-10.6, 2.6, 0.75}};
    for (uint32_t i = 0; i < 6; i++) {
        double x = boulders[i][0], z = boulders[i][1];
        demo_add_numbered(builder, "boulder", (int)i + 1, stones, meshes[i % 3],
                          demo_turned(x, demo_ground(x, z), z, 2.0 * i, boulders[i][2]));
    }
}

static void add_stepping_stones(demo_builder *builder)
{
    demo_mesh mesh = {0};
    demo_mesh_material(&mesh, builder->materials[DEMO_PALE_STONE]);
    const pick_vec2 profile[4] = {{0.4, -0.1}, {0.42, 0.03}, {0.38, 0.06}, {0, 0.06}};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_lathe(&mesh, &frame, profile, 4, 9, false);
    uint32_t stone = demo_add_mesh(builder, "stepping stone", &mesh);
    uint32_t group = demo_add_group(builder, "stepping stones", EDITOR_NONE);
    for (int i = 0; i < 8; i++) {
        double t = i / 7.0, x = -1.0 + 4.0 * t + 0.5 * sin(3 * t), z = 0.85 + 4.6 * t + (i % 2 ? 0.12 : -0.12);
        demo_add_numbered(builder, "stepping stone", i + 1, group, stone,
                          demo_turned(x, demo_ground(x, z), z, 1.3 * i, 0.85 + 0.25 * demo_random(80, (uint32_t)i)));
    }
}

static void add_flowers(demo_builder *builder)
{
    static const demo_material colors[3] = {DEMO_CORAL, DEMO_MUSTARD, DEMO_CREAM};
    uint32_t meshes[3];
    for (uint32_t i = 0; i < 3; i++) {
        demo_mesh mesh = {0};
        demo_frame frame = demo_frame_at(0, -0.05, 0);
        demo_mesh_material(&mesh, builder->materials[DEMO_SAGE]);
        demo_cone(&mesh, &frame, 0.025, 0.3, 5);
        frame = demo_frame_at(0, 0.26, 0);
        demo_mesh_material(&mesh, builder->materials[colors[i]]);
        demo_icosphere(&mesh, &frame, 0.07, 0, 0, 1);
        meshes[i] = demo_add_mesh(builder, "flower", &mesh);
    }
    uint32_t group = demo_add_group(builder, "flowers", EDITOR_NONE);
    static const double beds[4][2] = {{-4.9, 2.6}, {1.3, 4.6}, {-5.7, 0.6}, {8.7, 2.3}};
    for (uint32_t i = 0; i < 24; i++) {
        double angle = 2.4 * i, radius = 0.28 * sqrt(1 + (double)(i / 4)) + 0.1 * demo_random(90, i);
        double x = beds[i % 4][0] + radius * cos(angle), z = beds[i % 4][1] + radius * sin(angle);
        demo_add_numbered(builder, "flower", (int)i + 1, group, meshes[i % 3],
                          demo_turned(x, demo_ground(x, z), z, angle, 0.9 + 0.5 * demo_random(91, i)));
    }
}

void demo_add_nature(demo_builder *builder)
{
    add_island(builder);
    add_trees(builder);
    add_pebbles(builder);
    add_stepping_stones(builder);
    add_flowers(builder);
}
