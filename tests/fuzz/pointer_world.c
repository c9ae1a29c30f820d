// pointer_world.c: plates that face the camera, in groups, with a gizmo over them, and what may change between frames.
#include "pointer_model.h"

#include <math.h>
#include <string.h>

static const pick_object_id null_object = {0, 0};

static pick_mesh *make_mesh(void)
{
    static const float corners[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    const pick_mesh_desc desc = {
        .positions = corners, .vertex_count = 4, .indices = indices, .index_type = PICK_INDEX_UINT16, .index_count = 6};
    pick_mesh *mesh = NULL;
    HISTORY_MUST(pick_mesh_create(&desc, NULL, &mesh) == PICK_OK);
    return mesh;
}

static void look(pointer_world *w)
{
    // Orthographic, 40 points to a metre, y down, reversed depth from 0.1 to 100.
    const pick_rect v = w->viewport;
    const float range = 1 / (100.0f - 0.1f);
    const float projection[16] = {
        (float)(80 / v.width), 0, 0, 0, 0, (float)(-80 / v.height), 0, 0, 0, 0, range, 0, 0, 0, 100 * range, 1};
    static const float rotation[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const pick_view_desc desc = {
        .projection = projection, .view = rotation, .eye = {w->pan.x, w->pan.y, 20}, .viewport = v};
    HISTORY_MUST(pick_view_init(&w->view, &desc) == PICK_OK);
}

static pick_object_desc any_plate(const pointer_world *w, history *h)
{
    static const uint32_t flags[8] = {
        0, 0, 0, 0, PICK_OBJECT_LOCKED, PICK_OBJECT_LOCKED | PICK_OBJECT_CLICK_THROUGH, PICK_OBJECT_HIDDEN, 0};
    uint32_t at = history_byte(h), how = history_byte(h);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    const float half = (float)(0.4 + 0.6 * (how % 4));
    desc.mesh = w->mesh;
    desc.transform = (pick_transform){{half, 0, 0, 0, half, 0, 0, 0, 1},
                                      {at % 8 - 3.5, at / 8 % 8 - 3.5, how / 4 % 8}}; // equal depths are frequent
    desc.flags = flags[how / 32];
    return desc;
}

static void add_plate(pointer_world *w, history *h, uint32_t i)
{
    const pick_object_desc desc = any_plate(w, h);
    HISTORY_MUST(pick_scene_add(w->scene, &desc, &w->plate[i]) == PICK_OK);
    w->plate_group[i] = history_index(h, 2) ? history_index(h, GROUP_MAX) : GROUP_MAX;
}

static void add_group(pointer_world *w, uint32_t i)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = w->mesh;
    desc.flags = PICK_OBJECT_HIDDEN;
    HISTORY_MUST(pick_scene_add(w->scene, &desc, &w->group[i]) == PICK_OK);
}

static pick_pointer_desc any_desc(history *h)
{
    static const uint32_t modifiers[4] = {PICK_MODIFIER_CTRL | PICK_MODIFIER_ALT, 0, PICK_MODIFIER_SHIFT,
                                          PICK_MODIFIER_ALT};
    uint32_t more = history_byte(h);
    pick_pointer_desc desc = PICK_POINTER_DESC_DEFAULT;
    desc.dead_zone = more % 8 == 7 ? 0 : 4;
    desc.handle_dead_zone = more & 8 ? 3 : 0;
    desc.scale = more & 16 ? 1.5 : 1;
    desc.double_click_seconds = more & 32 ? 0 : 0.3;
    desc.select_button = more >= 192 ? PICK_BUTTON_RIGHT : PICK_BUTTON_LEFT;
    desc.cancel_button = more >= 192 ? PICK_BUTTON_LEFT : PICK_BUTTON_RIGHT;
    more = history_byte(h);
    if (more == 0)
        return desc;
    desc.leaf_modifiers = modifiers[more % 4];
    desc.menu_modifiers = modifiers[more / 4 % 4];
    desc.marquee_modifiers = modifiers[more / 16 % 4];
    desc.camera_modifiers = more >= 192 ? 0 : PICK_MODIFIER_ALT;
    desc.marquee = (pick_marquee_start)(more % 3);
    return desc;
}

static void place_gpu_plate(pointer_world *w, history *h, uint32_t i)
{
    uint32_t at = history_byte(h), how = history_byte(h);
    w->gpu[i] = (gpu_plate){.x = at % 8 - 3.5,
                            .y = at / 8 % 8 - 3.5,
                            .half = 0.6 * (how % 4),
                            .z = 0.5 * (how / 4 % 16), // as near as a plate, often
                            .locked = how / 64 == 3,
                            .group = at >= 192 ? how % GROUP_MAX : GROUP_MAX};
}

void pointer_world_create(pointer_world *w, history *h)
{
    w->desc = any_desc(h);
    // The last byte, so that histories without late answers read the same bytes.
    uint32_t last = h->size > 0 ? h->bytes[h->size - 1] : 0;
    w->desc.answer_frames = last & 1 ? 1 + last / 2 % 3 : 0;
    w->mesh = make_mesh();
    HISTORY_MUST(pick_scene_create(NULL, &w->scene) == PICK_OK);
    w->query = PICK_QUERY_DEFAULT;
    w->viewport = (pick_rect){50, 0, 350, 300};
    w->has_view = true;
    w->revision = 1;
    look(w);
    uint32_t most = history_byte(h), count = most >= 250 ? PLATE_MAX : most % 16;
    w->gathers = most & 16;
    for (uint32_t i = 0; i < GROUP_MAX; i++) {
        w->group[i] = (pick_object_id){1000 + i, 1};
        w->group_group[i] = most & 32 && i + 1 < GROUP_MAX ? i + 1 : GROUP_MAX; // a long chain, or none
        if (i < GROUP_MAX / 2)
            add_group(w, i);
    }
    for (uint32_t i = 0; i < count; i++)
        add_plate(w, h, i);
    uint32_t gpu_count = w->desc.answer_frames == 0 ? 0 : history_index(h, 16) == 15 ? GPU_MAX : 4;
    for (uint32_t i = 0; i < gpu_count; i++)
        place_gpu_plate(w, h, i);
}

void pointer_world_destroy(pointer_world *w)
{
    pick_scene_destroy(w->scene);
    pick_mesh_destroy(w->mesh);
}

static void change_plate(pointer_world *w, history *h, uint32_t i)
{
    if (pick_object_id_is_null(w->plate[i])) {
        add_plate(w, h, i);
        return;
    }
    const pick_object_desc desc = any_plate(w, h);
    switch (history_index(h, 4)) {
    case 0:
        HISTORY_MUST(pick_scene_remove(w->scene, w->plate[i]) == PICK_OK);
        w->plate[i] = null_object;
        break;
    case 1:
        HISTORY_MUST(pick_scene_set_transform(w->scene, w->plate[i], &desc.transform) == PICK_OK);
        break;
    case 2:
        HISTORY_MUST(pick_scene_set_flags(w->scene, w->plate[i], desc.flags) == PICK_OK);
        break;
    default:
        w->plate_group[i] = history_index(h, GROUP_MAX + 1);
        break;
    }
}

void pointer_world_change(pointer_world *w, history *h)
{
    uint32_t what = history_index(h, 16);
    w->revision++;
    if (what < 8) {
        change_plate(w, h, history_index(h, PLATE_MAX) % (what < 4 ? 8 : PLATE_MAX));
    } else if (what == 8) {
        w->pan = (pick_vec2){0.5 * history_index(h, 8) - 2, 0};
    } else if (what == 9) {
        w->viewport = history_index(h, 2) ? (pick_rect){50, 0, 350, 300} : (pick_rect){0, 10, 160, 200};
    } else if (what == 10) {
        w->has_view = !w->has_view || history_index(h, 4) > 0;
    } else if (what == 11) {
        w->gizmo_radius = history_index(h, 2) ? 12 : 0;
        w->gizmo = (pick_vec2){10.5 + 40 * history_index(h, 11), -9.5 + 40 * history_index(h, 9)};
    } else if (what == 12) {
        uint32_t i = history_index(h, GROUP_MAX);
        w->group_group[i] = history_index(h, GROUP_MAX + 1);
    } else if (what == 13) {
        w->query.pass_locked = !w->query.pass_locked;
    } else if (what == 14) { // a group is removed and another object has its place
        uint32_t i = history_index(h, GROUP_MAX / 2);
        HISTORY_MUST(pick_scene_remove(w->scene, w->group[i]) == PICK_OK);
        add_group(w, i);
    } else {
        w->gathers = !w->gathers;
    }
    if (w->desc.answer_frames > 0 && history_index(h, 2))
        place_gpu_plate(w, h, history_index(h, GPU_MAX) % (what < 8 ? 4 : GPU_MAX));
    look(w);
}

static uint32_t handle_at(void *user, pick_vec2 position)
{
    const pointer_world *w = user;
    return hypot(position.x - w->gizmo.x, position.y - w->gizmo.y) < w->gizmo_radius ? 3 : 0;
}

static pick_object_id group_of(void *user, pick_object_id object)
{
    const pointer_world *w = user;
    for (uint32_t i = 0; i < GROUP_MAX; i++) {
        if (pick_object_id_equal(w->group[i], object))
            return pointer_world_group(w, w->group_group[i]);
    }
    for (uint32_t i = 0; i < PLATE_MAX; i++) {
        if (pick_object_id_equal(w->plate[i], object))
            return pointer_world_group(w, w->plate_group[i]);
    }
    if (object.generation == 0 && object.index1 <= GPU_MAX && object.index1 > 0)
        return pointer_world_group(w, w->gpu[object.index1 - 1].group);
    return null_object;
}

pick_object_id pointer_world_group(const pointer_world *w, uint32_t group)
{
    return group < GROUP_MAX ? w->group[group] : null_object;
}

bool pointer_world_holds(const pointer_world *w, pick_object_id plate, pick_object_id taken, pick_object_id above)
{
    pick_object_id at = plate;
    for (int i = 0; i <= PICK_POINTER_GROUP_DEPTH && !pick_object_id_is_null(at); i++) {
        pick_object_id next = i < PICK_POINTER_GROUP_DEPTH ? group_of((void *)(uintptr_t)w, at) : null_object;
        if (pick_object_id_equal(at, taken) && pick_object_id_equal(next, above))
            return true;
        at = next;
    }
    return false;
}

// Every second object twice.
static size_t gather(void *user, const pick_pointer_frame *frame, pick_vec2 position, pick_hit *hits, size_t capacity)
{
    pointer_world *w = user;
    w->gathered++;
    const pick_ray ray = pick_view_ray(frame->view, position);
    pick_hit found[PLATE_MAX];
    size_t count = pick_all_objects_brute_force(frame->scene, &ray, frame->query, found, PLATE_MAX), made = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < 1 + i % 2 && made < capacity; k++)
            hits[made++] = found[i];
    }
    return made;
}

pick_pointer_frame pointer_world_frame(pointer_world *w)
{
    return (pick_pointer_frame){.view = w->has_view ? &w->view : NULL,
                                .scene = w->scene,
                                .query = &w->query,
                                .revision = w->revision,
                                .handle_test = handle_at,
                                .group_of = group_of,
                                .gather = w->gathers ? gather : NULL,
                                .user = w};
}
