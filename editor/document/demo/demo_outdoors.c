// demo_outdoors.c: the objects on the island: exhibits on plinths, a fence, a power line, signs, lanterns, crates.
#include "document/demo/demo_builder.h"

#include <math.h>

static pick_vec2 polar(double radius, double degrees)
{
    double angle = degrees * EDITOR_PI / 180;
    return (pick_vec2){radius * cos(angle), radius * sin(angle)};
}

// A transform whose +z points away from the centre of the island.
static pick_affine facing_out(pick_vec2 place, double y)
{
    return demo_turned(place.x, y, place.y, atan2(place.x, place.y), 1);
}

// --- Gallery: the primitives ---

static void make_knot(demo_mesh *mesh)
{
    pick_vec3 points[120];
    for (int i = 0; i < 120; i++) {
        double t = 2 * EDITOR_PI * i / 120, r = 0.2 + 0.09 * cos(3 * t);
        points[i] = pick_vec3_make(r * cos(2 * t), 0.1 * sin(3 * t), -r * sin(2 * t));
    }
    demo_frame frame = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}, {0, 0.4, 0}}; // upright
    demo_tube(mesh, &frame, points, 120, 0.055, 14, true);
}

static void make_exhibit(demo_mesh *mesh, int number)
{
    demo_frame frame = demo_frame_at(0, 0.32, 0);
    switch (number) {
    case 0:
        demo_sphere(mesh, &frame, 0.32, 20, 40);
        break;
    case 1:
        frame = demo_frame_turned(0, 0, 0, 0.5);
        demo_box(mesh, &frame, pick_vec3_make(-0.25, 0, -0.25), pick_vec3_make(0.25, 0.5, 0.25), 0);
        break;
    case 2:
        frame = demo_frame_at(0, 0.12, 0);
        demo_torus(mesh, &frame, 0.24, 0.12, 48, 20);
        break;
    case 3:
        frame = demo_frame_at(0, 0.42, 0);
        demo_capsule(mesh, &frame, 0.18, 0.48, 10, 32);
        break;
    case 4:
        frame = demo_frame_at(0, 0, 0);
        demo_cone(mesh, &frame, 0.3, 0.66, 40);
        break;
    case 5:
        demo_icosphere(mesh, &frame, 0.33, 1, 0, 1);
        break;
    case 6:
        make_knot(mesh);
        break;
    default:
        frame = demo_frame_at(0, 0, 0);
        demo_cylinder(mesh, &frame, 0.24, 0.56, 40);
        break;
    }
}

static void add_gallery(demo_builder *builder)
{
    static const char *const names[8] = {"sphere", "cube", "torus", "capsule", "cone", "icosphere", "knot", "cylinder"};
    static const demo_material colors[8] = {DEMO_CORAL, DEMO_CHECKER, DEMO_BRASS,  DEMO_TEAL,
                                            DEMO_SAGE,  DEMO_SLATE,   DEMO_COPPER, DEMO_CREAM};
    demo_mesh mesh = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&mesh, builder->materials[DEMO_PALE_STONE]);
    demo_box(&mesh, &frame, pick_vec3_make(-0.34, -0.1, -0.34), pick_vec3_make(0.34, 0.1, 0.34), 0);
    demo_box(&mesh, &frame, pick_vec3_make(-0.34, 0.62, -0.34), pick_vec3_make(0.34, 0.72, 0.34), 0);
    demo_mesh_material(&mesh, builder->materials[DEMO_MASONRY]);
    demo_box(&mesh, &frame, pick_vec3_make(-0.27, 0.1, -0.27), pick_vec3_make(0.27, 0.62, 0.27), 0);
    uint32_t plinth = demo_add_mesh(builder, "plinth", &mesh);
    uint32_t gallery = demo_add_group(builder, "gallery", EDITOR_NONE);
    for (int i = 0; i < 8; i++) {
        pick_vec2 place = polar(5.35, 32 - 12.8 * i);
        char name[32] = "exhibit ";
        for (int k = 0; names[i][k] && k < 20; k++)
            name[8 + k] = names[i][k];
        uint32_t exhibit =
            demo_add(builder, name, gallery, EDITOR_NONE, facing_out(place, demo_ground(place.x, place.y)));
        demo_add(builder, "plinth", exhibit, plinth, PICK_AFFINE_IDENTITY);
        demo_mesh shape = {0};
        demo_mesh_material(&shape, builder->materials[colors[i]]);
        make_exhibit(&shape, i);
        demo_add(builder, names[i], exhibit, demo_add_mesh(builder, names[i], &shape), demo_at(0, 0.72, 0));
    }
}

// --- Fence ---

static void add_fence(demo_builder *builder)
{
    const double radius = 11.4, first = 8, step = 9.4;
    const int panels = 10;
    uint32_t fence = demo_add_group(builder, "fence", EDITOR_NONE);
    demo_mesh post = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&post, builder->materials[DEMO_CREAM]);
    demo_box(&post, &frame, pick_vec3_make(-0.07, -0.3, -0.07), pick_vec3_make(0.07, 1.05, 0.07), 0);
    demo_box(&post, &frame, pick_vec3_make(-0.1, 1.05, -0.1), pick_vec3_make(0.1, 1.11, 0.1), 0);
    uint32_t post_mesh = demo_add_mesh(builder, "fence post", &post);
    // All panels share a flat mesh that spans two posts. Each object shears it to the ground between its own posts.
    demo_mesh panel = {0};
    demo_mesh_material(&panel, builder->materials[DEMO_PICKETS]);
    demo_mesh_quad(&panel, &frame, pick_vec3_make(0, 0, 0), pick_vec3_make(1, 0, 0), pick_vec3_make(1, 1, 0),
                   pick_vec3_make(0, 1, 0), 1, 1);
    uint32_t panel_mesh = demo_add_mesh(builder, "fence panel", &panel);
    for (int i = 0; i <= panels; i++) {
        pick_vec2 a = polar(radius, first + step * i), b = polar(radius, first + step * (i + 1));
        double ya = demo_ground(a.x, a.y), yb = demo_ground(b.x, b.y);
        demo_add_numbered(builder, "fence post", i + 1, fence, post_mesh, facing_out(a, ya));
        if (i == panels)
            break;
        pick_affine place = demo_at(a.x, ya + 0.06, a.y);
        place.linear[0] = b.x - a.x;
        place.linear[1] = yb - ya;
        place.linear[2] = b.y - a.y;
        demo_add_numbered(builder, "fence", i + 1, fence, panel_mesh, place);
    }
}

// --- Power line: wires of 5 mm ---

static void add_wire(demo_builder *builder, uint32_t line, int number, pick_vec3 a, pick_vec3 b)
{
    enum { POINTS = 25 };
    pick_vec3 points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double t = (double)i / (POINTS - 1);
        points[i] = pick_vec3_add(pick_vec3_scale(a, 1 - t), pick_vec3_scale(b, t));
        points[i].y -= 4 * 0.32 * t * (1 - t);
        points[i] = pick_vec3_sub(points[i], a); // the object's origin is where the wire begins
    }
    demo_mesh wire = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&wire, builder->materials[DEMO_METAL]);
    demo_tube(&wire, &frame, points, POINTS, 0.005, 5, false);
    demo_add_numbered(builder, "wire", number, line, demo_add_mesh(builder, "wire", &wire), demo_at(a.x, a.y, a.z));
}

static void add_power_line(demo_builder *builder)
{
    demo_mesh mesh = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&mesh, builder->materials[DEMO_TIMBER]);
    const pick_vec2 profile[3] = {{0.1, -0.3}, {0.075, 4.1}, {0, 4.1}};
    demo_lathe(&mesh, &frame, profile, 3, 10, false);
    demo_box(&mesh, &frame, pick_vec3_make(-0.06, 3.72, -0.75), pick_vec3_make(0.06, 3.84, 0.75), 0);
    demo_mesh_material(&mesh, builder->materials[DEMO_CREAM]);
    for (int side = -1; side <= 1; side += 2) {
        frame = demo_frame_at(0, 3.84, 0.65 * side);
        demo_cylinder(&mesh, &frame, 0.045, 0.12, 10);
    }
    uint32_t pole = demo_add_mesh(builder, "pole", &mesh);
    uint32_t line = demo_add_group(builder, "power line", EDITOR_NONE);
    pick_vec3 before[2] = {{0, 0, 0}, {0, 0, 0}};
    int wires = 0;
    for (int i = 0; i < 5; i++) {
        double degrees = 152 + 41 * i;
        pick_vec2 place = polar(8.6, degrees);
        double y = demo_ground(place.x, place.y);
        demo_add_numbered(builder, "pole", i + 1, line, pole, facing_out(place, y));
        for (int side = 0; side < 2; side++) {
            pick_vec2 end = polar(8.6 + (side ? 0.65 : -0.65), degrees);
            pick_vec3 top = pick_vec3_make(end.x, y + 3.955, end.y);
            if (i > 0)
                add_wire(builder, line, ++wires, before[side], top);
            before[side] = top;
        }
    }
}

// --- Signs, lanterns, crates, bench, tower ---

static void add_signs(demo_builder *builder)
{
    demo_mesh mesh = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&mesh, builder->materials[DEMO_TIMBER]);
    demo_box(&mesh, &frame, pick_vec3_make(-0.05, -0.2, -0.05), pick_vec3_make(0.05, 1.5, 0.05), 0);
    // An arrow that points to +x.
    demo_mesh_material(&mesh, builder->materials[DEMO_MUSTARD]);
    const double front = 0.09, back = 0.05;
    const pick_vec2 outline[7] = {{-0.25, 1.08}, {0.45, 1.08}, {0.45, 0.98}, {0.75, 1.22},
                                  {0.45, 1.46},  {0.45, 1.36}, {-0.25, 1.36}};
    static const int triangles[3][3] = {{0, 1, 5}, {0, 5, 6}, {2, 3, 4}};
    for (int side = 0; side < 2; side++) {
        double z = side == 0 ? front : back;
        for (int t = 0; t < 3; t++) {
            uint32_t index[3];
            for (int k = 0; k < 3; k++) {
                pick_vec2 p = outline[triangles[t][side == 0 ? k : 2 - k]];
                index[k] = demo_mesh_vertex(&mesh, pick_vec3_make(p.x, p.y, z),
                                            pick_vec3_make(0, 0, side == 0 ? 1 : -1), p.x, p.y);
            }
            demo_mesh_triangle(&mesh, index[0], index[1], index[2]);
        }
    }
    for (int i = 0; i < 7; i++) {
        pick_vec2 a = outline[i], b = outline[(i + 1) % 7];
        demo_mesh_quad(&mesh, &frame, pick_vec3_make(b.x, b.y, front), pick_vec3_make(a.x, a.y, front),
                       pick_vec3_make(a.x, a.y, back), pick_vec3_make(b.x, b.y, back), 1, 1);
    }
    uint32_t sign = demo_add_mesh(builder, "sign", &mesh);
    pick_vec2 left = polar(8.4, 60), right = polar(8.4, 46);
    demo_add(builder, "sign", EDITOR_NONE, sign, facing_out(right, demo_ground(right.x, right.y)));
    pick_affine mirrored = facing_out(left, demo_ground(left.x, left.y));
    for (int i = 0; i < 3; i++)
        mirrored.linear[i] = -mirrored.linear[i];
    demo_add(builder, "sign mirrored", EDITOR_NONE, sign, mirrored);
}

static void add_lanterns(demo_builder *builder)
{
    demo_mesh mesh = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&mesh, builder->materials[DEMO_METAL]);
    const pick_vec2 foot[4] = {{0.09, -0.1}, {0.09, 0.06}, {0.035, 0.1}, {0.035, 1.15}};
    demo_lathe(&mesh, &frame, foot, 4, 12, false);
    frame = demo_frame_at(0, 1.15, 0);
    demo_cylinder(&mesh, &frame, 0.12, 0.03, 12);
    frame = demo_frame_at(0, 1.42, 0);
    demo_cone(&mesh, &frame, 0.17, 0.13, 12);
    demo_mesh_material(&mesh, builder->materials[DEMO_GLOW]);
    frame = demo_frame_at(0, 1.18, 0);
    demo_cylinder(&mesh, &frame, 0.09, 0.24, 12);
    uint32_t lantern = demo_add_mesh(builder, "lantern", &mesh);
    uint32_t group = demo_add_group(builder, "lanterns", EDITOR_NONE);
    for (int i = 0; i < 8; i++) {
        pick_vec2 place = polar(i % 2 ? 6.3 : 8.1, 30 + 45 * i);
        demo_add_numbered(builder, "lantern", i + 1, group, lantern,
                          demo_at(place.x, demo_ground(place.x, place.y), place.y));
    }
}

static void add_crates(demo_builder *builder)
{
    demo_mesh mesh = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&mesh, builder->materials[DEMO_CRATE]);
    demo_box(&mesh, &frame, pick_vec3_make(-0.35, 0, -0.35), pick_vec3_make(0.35, 0.7, 0.35), 0);
    uint32_t crate = demo_add_mesh(builder, "crate", &mesh);
    uint32_t group = demo_add_group(builder, "crates", EDITOR_NONE);
    static const double places[6][5] = {{1.25, 0, -3.3, 0.1, 1},  {1.3, 0, -2.45, -0.15, 1},
                                        {2.1, 0, -3.15, 0.4, 1},  {1.3, 0.7, -2.9, 0.3, 1},
                                        {2.2, 0, -2.2, 0.9, 0.7}, {1.28, 1.4, -2.92, 0.75, 0.6}};
    for (int i = 0; i < 6; i++)
        demo_add_numbered(
            builder, "crate", i + 1, group, crate,
            demo_turned(places[i][0], DEMO_GROUND + places[i][1], places[i][2], places[i][3], places[i][4]));
}

static void add_bench(demo_builder *builder)
{
    demo_mesh mesh = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&mesh, builder->materials[DEMO_PALE_STONE]);
    demo_box(&mesh, &frame, pick_vec3_make(-0.6, -0.1, -0.2), pick_vec3_make(-0.46, 0.4, 0.2), 0);
    demo_box(&mesh, &frame, pick_vec3_make(0.46, -0.1, -0.2), pick_vec3_make(0.6, 0.4, 0.2), 0);
    demo_mesh_material(&mesh, builder->materials[DEMO_PLANKS]);
    demo_box(&mesh, &frame, pick_vec3_make(-0.75, 0.4, -0.24), pick_vec3_make(0.75, 0.46, 0.24), 0.6);
    uint32_t bench = demo_add_mesh(builder, "bench", &mesh);
    demo_add(builder, "bench 01", EDITOR_NONE, bench, demo_turned(-3.6, DEMO_GROUND, 4.3, EDITOR_PI / 2 + 0.1, 1));
    demo_add(builder, "bench 02", EDITOR_NONE, bench, demo_turned(-1.6, DEMO_GROUND, 2.0, -0.1, 1));
}

// A round tower that leans by a shear, so that its floors stay level and its base lies flat.
static void add_tower(demo_builder *builder)
{
    demo_mesh mesh = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&mesh, builder->materials[DEMO_PALE_STONE]);
    pick_vec2 profile[40];
    int count = 0;
    profile[count++] = (pick_vec2){0.95, -0.4};
    for (int floor = 0; floor < 5; floor++) {
        double y = 0.85 * floor, r = floor == 0 ? 0.82 : floor == 4 ? 0.55 : 0.72;
        profile[count++] = (pick_vec2){r + 0.12, y};
        profile[count++] = (pick_vec2){r + 0.12, y + 0.1};
        profile[count++] = (pick_vec2){r, y + 0.1};
        profile[count++] = (pick_vec2){r, y + 0.85};
    }
    profile[count++] = (pick_vec2){0.68, 4.25};
    profile[count++] = (pick_vec2){0.68, 4.35};
    profile[count++] = (pick_vec2){0, 4.35};
    demo_lathe(&mesh, &frame, profile, count, 28, false);
    demo_mesh_material(&mesh, builder->materials[DEMO_SLATE]);
    for (int i = 0; i < 30; i++) { // arches, as dark slots
        double angle = 2 * EDITOR_PI * (i % 10) / 10, y = 0.85 * (1 + i / 10) + 0.2;
        frame = demo_frame_turned(0.71 * sin(angle), y, 0.71 * cos(angle), angle);
        demo_box(&mesh, &frame, pick_vec3_make(-0.09, 0, -0.05), pick_vec3_make(0.09, 0.42, 0.03), 0);
    }
    pick_vec2 place = polar(10.1, 352);
    pick_affine leaning = demo_at(place.x, demo_ground(place.x, place.y), place.y);
    leaning.linear[3] = 0.16;
    leaning.linear[5] = 0.08;
    demo_add(builder, "leaning tower", EDITOR_NONE, demo_add_mesh(builder, "tower", &mesh), leaning);
}

void demo_add_outdoors(demo_builder *builder)
{
    add_gallery(builder);
    add_fence(builder);
    add_power_line(builder);
    add_signs(builder);
    add_lanterns(builder);
    add_crates(builder);
    add_bench(builder);
    add_tower(builder);
}
