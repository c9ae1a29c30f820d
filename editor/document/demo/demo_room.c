// demo_room.c: a room seen from outside: its walls face inwards, so the near ones are not drawn, and picks pass through
// them too.
#include "document/demo/demo_builder.h"

#include <math.h>

// The room's frame: origin on the ground at its centre, floor at FLOOR.
#define FLOOR 0.16
#define HALF_X 2.6
#define HALF_Z 2.0
#define HEIGHT 2.5

typedef struct opening {
    double from, to, bottom, top; // along the wall, and above the floor
} opening;

// A wall on the ground line a-b around an opening. It faces left (walking from a to b).
static void wall(demo_mesh *mesh, pick_vec2 a, pick_vec2 b, const opening *hole)
{
    demo_frame frame = DEMO_FRAME_IDENTITY;
    double length = hypot(b.x - a.x, b.y - a.y);
    const double rects[4][4] = {{0, hole->from, 0, HEIGHT},
                                {hole->to, length, 0, HEIGHT},
                                {hole->from, hole->to, 0, hole->bottom},
                                {hole->from, hole->to, hole->top, HEIGHT}};
    for (int i = 0; i < 4; i++) {
        const double *r = rects[i];
        if (r[1] <= r[0] || r[3] <= r[2])
            continue;
        double x0 = a.x + (b.x - a.x) * r[0] / length, z0 = a.y + (b.y - a.y) * r[0] / length;
        double x1 = a.x + (b.x - a.x) * r[1] / length, z1 = a.y + (b.y - a.y) * r[1] / length;
        demo_mesh_quad(mesh, &frame, pick_vec3_make(x0, FLOOR + r[2], z0), pick_vec3_make(x1, FLOOR + r[2], z1),
                       pick_vec3_make(x1, FLOOR + r[3], z1), pick_vec3_make(x0, FLOOR + r[3], z0), 1, 1);
    }
}

static const opening DOOR = {1.1, 2.1, 0, 2.05};
static const opening WINDOW = {1.2, 2.8, 0.95, 1.95};
static const opening NONE = {0, 0, 0, HEIGHT};

static uint32_t box_mesh(demo_builder *builder, const char *name, demo_material material, pick_vec3 min, pick_vec3 max,
                         double uv)
{
    demo_mesh mesh = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&mesh, builder->materials[material]);
    demo_box(&mesh, &frame, min, max, uv);
    return demo_add_mesh(builder, name, &mesh);
}

static void add_shell(demo_builder *builder, uint32_t room)
{
    uint32_t floor = box_mesh(builder, "floor", DEMO_PLANKS, pick_vec3_make(-HALF_X - 0.15, -0.1, -HALF_Z - 0.15),
                              pick_vec3_make(HALF_X + 0.15, FLOOR, HALF_Z + 0.15), 0.4);
    demo_add(builder, "floor", room, floor, PICK_AFFINE_IDENTITY);
    const pick_vec2 corners[4] = {{-HALF_X, HALF_Z}, {-HALF_X, -HALF_Z}, {HALF_X, -HALF_Z}, {HALF_X, HALF_Z}};
    static const char *const names[4] = {"wall west", "wall north", "wall east", "wall south"};
    const opening *holes[4] = {&WINDOW, &NONE, &NONE, &DOOR};
    for (int i = 0; i < 4; i++) {
        demo_mesh mesh = {0};
        demo_mesh_material(&mesh, builder->materials[DEMO_PLASTER]);
        wall(&mesh, corners[i], corners[(i + 1) % 4], holes[i]);
        demo_add(builder, names[i], room, demo_add_mesh(builder, names[i], &mesh), PICK_AFFINE_IDENTITY);
    }
}

static void add_frame(demo_builder *builder, uint32_t room)
{
    uint32_t frame = demo_add_group(builder, "timber frame", room);
    uint32_t post = box_mesh(builder, "post", DEMO_TIMBER, pick_vec3_make(-0.09, -0.1, -0.09),
                             pick_vec3_make(0.09, FLOOR + HEIGHT, 0.09), 0);
    for (int i = 0; i < 4; i++)
        demo_add_numbered(builder, "post", i + 1, frame, post,
                          demo_at(i & 1 ? HALF_X + 0.06 : -HALF_X - 0.06, 0, i & 2 ? HALF_Z + 0.06 : -HALF_Z - 0.06));
    double top = FLOOR + HEIGHT;
    uint32_t plate = box_mesh(builder, "plate", DEMO_TIMBER, pick_vec3_make(-HALF_X - 0.3, 0, -0.08),
                              pick_vec3_make(HALF_X + 0.3, 0.14, 0.08), 0);
    demo_add(builder, "plate north", frame, plate, demo_at(0, top, -HALF_Z - 0.06));
    demo_add(builder, "plate south", frame, plate, demo_at(0, top, HALF_Z + 0.06));
    uint32_t rafter = box_mesh(builder, "rafter", DEMO_TIMBER, pick_vec3_make(-0.06, 0, -HALF_Z - 0.35),
                               pick_vec3_make(0.06, 0.12, HALF_Z + 0.35), 0);
    for (int i = 0; i < 6; i++)
        demo_add_numbered(builder, "rafter", i + 1, frame, rafter,
                          demo_at(-HALF_X + 2 * HALF_X * i / 5.0, top + 0.14, 0));
    demo_mesh door = {0};
    demo_frame identity = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&door, builder->materials[DEMO_TIMBER]);
    // The south wall runs from east to west.
    double left = HALF_X - DOOR.to, right = HALF_X - DOOR.from;
    demo_box(&door, &identity, pick_vec3_make(left - 0.1, FLOOR, -0.07), pick_vec3_make(left, FLOOR + 2.15, 0.07), 0);
    demo_box(&door, &identity, pick_vec3_make(right, FLOOR, -0.07), pick_vec3_make(right + 0.1, FLOOR + 2.15, 0.07), 0);
    demo_box(&door, &identity, pick_vec3_make(left, FLOOR + 2.05, -0.07), pick_vec3_make(right, FLOOR + 2.15, 0.07), 0);
    demo_add(builder, "door frame", room, demo_add_mesh(builder, "door frame", &door), demo_at(0, 0, HALF_Z + 0.02));
    demo_mesh window = {0};
    demo_mesh_material(&window, builder->materials[DEMO_TIMBER]);
    double z0 = HALF_Z - WINDOW.to, z1 = HALF_Z - WINDOW.from, y0 = FLOOR + WINDOW.bottom, y1 = FLOOR + WINDOW.top;
    demo_box(&window, &identity, pick_vec3_make(-0.06, y0 - 0.08, z0 - 0.08), pick_vec3_make(0.1, y0, z1 + 0.08), 0);
    demo_box(&window, &identity, pick_vec3_make(-0.06, y1, z0 - 0.08), pick_vec3_make(0.06, y1 + 0.08, z1 + 0.08), 0);
    demo_box(&window, &identity, pick_vec3_make(-0.06, y0, z0 - 0.08), pick_vec3_make(0.06, y1, z0), 0);
    demo_box(&window, &identity, pick_vec3_make(-0.06, y0, z1), pick_vec3_make(0.06, y1, z1 + 0.08), 0);
    double middle = (z0 + z1) / 2;
    demo_box(&window, &identity, pick_vec3_make(-0.03, y0, middle - 0.03), pick_vec3_make(0.03, y1, middle + 0.03), 0);
    demo_add(builder, "window frame", room, demo_add_mesh(builder, "window frame", &window), demo_at(-HALF_X, 0, 0));
}

static uint32_t make_table(demo_builder *builder)
{
    demo_mesh mesh = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&mesh, builder->materials[DEMO_PLANKS]);
    demo_box(&mesh, &frame, pick_vec3_make(-0.7, 0.7, -0.45), pick_vec3_make(0.7, 0.76, 0.45), 0.5);
    demo_mesh_material(&mesh, builder->materials[DEMO_TIMBER]);
    for (int i = 0; i < 4; i++) {
        double x = i & 1 ? 0.6 : -0.6, z = i & 2 ? 0.36 : -0.36;
        demo_box(&mesh, &frame, pick_vec3_make(x - 0.04, 0, z - 0.04), pick_vec3_make(x + 0.04, 0.7, z + 0.04), 0);
    }
    return demo_add_mesh(builder, "table", &mesh);
}

// A chair with a single arm rest, so that its mirror image differs. It faces +z.
static uint32_t make_chair(demo_builder *builder)
{
    demo_mesh mesh = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&mesh, builder->materials[DEMO_TIMBER]);
    for (int i = 0; i < 4; i++) {
        double x = i & 1 ? 0.19 : -0.19, z = i & 2 ? 0.19 : -0.19, top = z < 0 ? 0.95 : x > 0 ? 0.68 : 0.44;
        demo_box(&mesh, &frame, pick_vec3_make(x - 0.025, 0, z - 0.025), pick_vec3_make(x + 0.025, top, z + 0.025), 0);
    }
    demo_box(&mesh, &frame, pick_vec3_make(0.15, 0.68, -0.19), pick_vec3_make(0.23, 0.72, 0.24), 0);
    demo_mesh_material(&mesh, builder->materials[DEMO_TEAL]);
    demo_box(&mesh, &frame, pick_vec3_make(-0.22, 0.43, -0.2), pick_vec3_make(0.22, 0.48, 0.22), 0);
    demo_box(&mesh, &frame, pick_vec3_make(-0.17, 0.62, -0.205), pick_vec3_make(0.17, 0.92, -0.175), 0);
    return demo_add_mesh(builder, "chair", &mesh);
}

static void add_lamp(demo_builder *builder, uint32_t room)
{
    demo_mesh cord = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&cord, builder->materials[DEMO_METAL]);
    const pick_vec3 ends[2] = {{0, 0, 0}, {0, 0.9, 0}};
    demo_tube(&cord, &frame, ends, 2, 0.006, 6, false);
    demo_mesh shade = {0};
    demo_mesh_material(&shade, builder->materials[DEMO_CORAL]);
    const pick_vec2 profile[7] = {{0, 0.03},   {0.22, 0.03}, {0.25, 0}, {0.26, 0.02},
                                  {0.2, 0.14}, {0.07, 0.22}, {0, 0.22}};
    demo_lathe(&shade, &frame, profile, 7, 24, false);
    uint32_t lamp = demo_add_group(builder, "lamp", room);
    // The lamp hangs from a rafter above the table.
    double x = -HALF_X + 2 * HALF_X * 2 / 5.0, top = FLOOR + HEIGHT + 0.14;
    demo_add(builder, "lamp cord", lamp, demo_add_mesh(builder, "lamp cord", &cord), demo_at(x, top - 0.9, -0.3));
    demo_add(builder, "lamp shade", lamp, demo_add_mesh(builder, "lamp shade", &shade), demo_at(x, top - 1.12, -0.3));
}

static void add_shelf(demo_builder *builder, uint32_t room)
{
    uint32_t shelf = demo_add_group(builder, "shelf", room);
    double x = 1.0, y = FLOOR + 1.3, z = -HALF_Z;
    uint32_t board = box_mesh(builder, "shelf board", DEMO_TIMBER, pick_vec3_make(-0.7, 0, 0.002),
                              pick_vec3_make(0.7, 0.05, 0.28), 0);
    demo_add(builder, "shelf board", shelf, board, demo_at(x, y, z));
    uint32_t books = demo_add_group(builder, "books", shelf);
    static const demo_material colors[4] = {DEMO_CORAL, DEMO_SLATE, DEMO_MUSTARD, DEMO_PLUM};
    uint32_t meshes[4];
    for (int i = 0; i < 4; i++)
        meshes[i] = box_mesh(builder, "book", colors[i], pick_vec3_make(0, 0, 0), pick_vec3_make(0.05, 0.24, 0.18), 0);
    double at = x - 0.55;
    for (int i = 0; i < 9; i++) {
        pick_affine place = demo_at(at, y + 0.05, z + 0.05);
        place.linear[0] = 0.8 + 0.5 * demo_random(100, (uint32_t)i); // books of several thicknesses
        place.linear[4] = 0.85 + 0.3 * demo_random(101, (uint32_t)i);
        if (i == 8)
            place.linear[3] = -0.42; // the last one leans on the others: a shear keeps its base on the board
        at += 0.05 * place.linear[0] + (i == 7 ? 0.115 : 0.004);
        demo_add_numbered(builder, "book", i + 1, books, meshes[(i * 3 + i / 3) % 4], place);
    }
}

void demo_add_room(demo_builder *builder)
{
    uint32_t room = demo_add(builder, "room", EDITOR_NONE, EDITOR_NONE, demo_at(-2.1, DEMO_GROUND, -1.7));
    add_shell(builder, room);
    add_frame(builder, room);
    uint32_t furniture = demo_add_group(builder, "furniture", room);
    uint32_t chair = make_chair(builder);
    demo_add(builder, "table", furniture, make_table(builder), demo_at(-0.5, FLOOR, -0.3));
    demo_add(builder, "chair", furniture, chair, demo_turned(-1.55, FLOOR, -0.3, EDITOR_PI / 2, 1));
    pick_affine mirrored = demo_turned(0.55, FLOOR, -0.3, -EDITOR_PI / 2, 1);
    for (int i = 0; i < 3; i++)
        mirrored.linear[i] = -mirrored.linear[i];
    demo_add(builder, "chair mirrored", furniture, chair, mirrored);
    uint32_t rug =
        box_mesh(builder, "rug", DEMO_RUG, pick_vec3_make(-1.5, 0, -0.95), pick_vec3_make(1.5, 0.015, 0.95), 0);
    demo_add(builder, "rug", furniture, rug, demo_at(-0.5, FLOOR, -0.3));
    demo_mesh vase = {0};
    demo_frame frame = DEMO_FRAME_IDENTITY;
    demo_mesh_material(&vase, builder->materials[DEMO_SLATE]);
    const pick_vec2 profile[8] = {{0, 0},       {0.06, 0},    {0.1, 0.07},  {0.09, 0.14},
                                  {0.045, 0.2}, {0.06, 0.24}, {0.05, 0.24}, {0, 0.2}};
    demo_lathe(&vase, &frame, profile, 8, 24, true);
    demo_add(builder, "vase", furniture, demo_add_mesh(builder, "vase", &vase), demo_at(-0.75, FLOOR + 0.76, -0.2));
    uint32_t picture = box_mesh(builder, "picture", DEMO_PICTURE, pick_vec3_make(-0.6, -0.4, 0.002),
                                pick_vec3_make(0.6, 0.4, 0.04), 0);
    demo_add(builder, "picture", furniture, picture, demo_at(-1.1, FLOOR + 1.55, -HALF_Z));
    add_lamp(builder, room);
    add_shelf(builder, room);
}
