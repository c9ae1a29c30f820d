// Annotations: icons of objects without a mesh, and labels. Both consist of strokes: thick lines with round ends.
// Strokes keep their size on screen and are anchored at a point in the world.
#include "passes/glyphs.h"
#include "passes/pass.h"
#include "scene/scene_private.h"
#include "shaders/highlight.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// One instance of the annotation shaders.
typedef struct render_stroke {
    float anchor[3]; // relative to the eye, world space
    float width;     // pixels
    float ends[4];   // both end points, pixels from the anchor, y down
    float color[4];  // linear, straight alpha
    uint32_t slot;
    uint32_t pad[3];
} render_stroke;

// Collects strokes. `strokes` NULL: only counts them.
typedef struct stroke_list {
    render_stroke *strokes;
    uint32_t count;
} stroke_list;

static void put_stroke(stroke_list *list, const render_stroke *stroke)
{
    if (list->strokes != NULL)
        list->strokes[list->count] = *stroke;
    list->count++;
}

// --- Icons: lines and arcs in points, y down, on a disc of RENDER_ICON_SIZE ---

typedef struct icon_line {
    float from[2], to[2];
} icon_line;

typedef struct icon_arc {
    float center[2], radius;
    float from, to; // turns, clockwise from +x
} icon_arc;

typedef struct icon_picture {
    float color[3]; // linear
    uint32_t line_count, arc_count;
    icon_line lines[12];
    icon_arc arcs[2];
} icon_picture;

enum { ARC_STEPS = 16 };

#define WARM 0.95f, 0.68f, 0.20f

static const icon_picture pictures[RENDER_ICON_COUNT] = {
    [RENDER_ICON_SUN] = {{WARM},
                         8,
                         1,
                         {{{4.7f, 0}, {6.6f, 0}},
                          {{-4.7f, 0}, {-6.6f, 0}},
                          {{0, 4.7f}, {0, 6.6f}},
                          {{0, -4.7f}, {0, -6.6f}},
                          {{3.3f, 3.3f}, {4.7f, 4.7f}},
                          {{-3.3f, 3.3f}, {-4.7f, 4.7f}},
                          {{3.3f, -3.3f}, {4.7f, -4.7f}},
                          {{-3.3f, -3.3f}, {-4.7f, -4.7f}}},
                         {{{0, 0}, 2.6f, 0, 1}}},
    [RENDER_ICON_POINT_LIGHT] = {{WARM},
                                 4,
                                 1,
                                 {{{-1.7f, 2.1f}, {-1.7f, 3.6f}},
                                  {{1.7f, 2.1f}, {1.7f, 3.6f}},
                                  {{-1.7f, 3.6f}, {1.7f, 3.6f}},
                                  {{-1.1f, 5.8f}, {1.1f, 5.8f}}},
                                 {{{0, -1.5f}, 4.0f, 0.32f, 1.18f}}},
    [RENDER_ICON_SPOT_LIGHT] = {{WARM},
                                6,
                                0,
                                {{{-1.5f, -5.6f}, {1.5f, -5.6f}},
                                 {{-1.5f, -5.6f}, {-4.6f, 1.8f}},
                                 {{1.5f, -5.6f}, {4.6f, 1.8f}},
                                 {{-4.6f, 1.8f}, {4.6f, 1.8f}},
                                 {{-2.4f, 4.0f}, {-3.2f, 5.8f}},
                                 {{2.4f, 4.0f}, {3.2f, 5.8f}}},
                                {{{0, 0}, 0, 0, 0}}},
    [RENDER_ICON_CAMERA] = {{0.50f, 0.68f, 0.85f},
                            7,
                            0,
                            {{{-6.0f, -3.4f}, {2.2f, -3.4f}},
                             {{2.2f, -3.4f}, {2.2f, 3.4f}},
                             {{2.2f, 3.4f}, {-6.0f, 3.4f}},
                             {{-6.0f, 3.4f}, {-6.0f, -3.4f}},
                             {{2.2f, -0.8f}, {6.2f, -3.0f}},
                             {{6.2f, -3.0f}, {6.2f, 3.0f}},
                             {{6.2f, 3.0f}, {2.2f, 0.8f}}},
                            {{{0, 0}, 0, 0, 0}}},
    [RENDER_ICON_EMPTY] = {{0.62f, 0.66f, 0.70f},
                           3,
                           0,
                           {{{0, -6.0f}, {0, 6.0f}}, {{-6.0f, 0}, {6.0f, 0}}, {{-3.4f, 3.4f}, {3.4f, -3.4f}}},
                           {{{0, 0}, 0, 0, 0}}},
};

static void add_line(stroke_list *list, render_stroke *stroke, const float from[2], const float to[2], float scale)
{
    for (int i = 0; i < 2; i++) {
        stroke->ends[i] = from[i] * scale;
        stroke->ends[2 + i] = to[i] * scale;
    }
    put_stroke(list, stroke);
}

static void arc_point(const icon_arc *arc, int step, float out[2])
{
    float angle = 6.28318531f * (arc->from + (arc->to - arc->from) * (float)step / (float)ARC_STEPS);
    out[0] = arc->center[0] + arc->radius * cosf(angle);
    out[1] = arc->center[1] + arc->radius * sinf(angle);
}

static void add_picture(stroke_list *list, render_stroke *stroke, const icon_picture *picture, float scale)
{
    for (uint32_t i = 0; i < picture->line_count; i++)
        add_line(list, stroke, picture->lines[i].from, picture->lines[i].to, scale);
    for (uint32_t i = 0; i < picture->arc_count; i++) {
        float from[2], to[2];
        arc_point(&picture->arcs[i], 0, from);
        for (int step = 1; step <= ARC_STEPS; step++) {
            arc_point(&picture->arcs[i], step, to);
            add_line(list, stroke, from, to, scale);
            memcpy(from, to, sizeof from);
        }
    }
}

static void set_color(render_stroke *stroke, const float rgb[3], float alpha)
{
    memcpy(stroke->color, rgb, 3 * sizeof(float));
    stroke->color[3] = alpha;
}

static void set_anchor(render_stroke *stroke, const render_draw *draw, const double place[3])
{
    for (int i = 0; i < 3; i++)
        stroke->anchor[i] = (float)(place[i] - draw->frame->eye[i]);
}

// Adds a dark disc with the icon on it. `disc_only`: for IDs.
static void add_icon(stroke_list *list, const render_draw *draw, uint32_t slot, bool disc_only)
{
    static const float nowhere[2] = {0, 0}, dark[3] = {0.012f, 0.015f, 0.020f};
    static const float hover[3] = {SHADER_COLOR_HOVERED}, selected[3] = {SHADER_COLOR_SELECTED};
    static const float active[3] = {SHADER_COLOR_ACTIVE};
    const render_object *object = &draw->scene->objects[slot];
    const icon_picture *picture = &pictures[object->icon];
    const float *mark = object->flags & RENDER_OBJECT_ACTIVE     ? active
                        : object->flags & RENDER_OBJECT_SELECTED ? selected
                        : object->flags & RENDER_OBJECT_HOVERED  ? hover
                                                                 : NULL;
    render_stroke stroke = {.slot = slot};
    set_anchor(&stroke, draw, object->origin);
    stroke.width = RENDER_ICON_SIZE * draw->scale;
    if (mark != NULL && !disc_only) { // the highlight is a ring: a wider disc behind the dark one
        set_color(&stroke, mark, 1.0f);
        stroke.width += 2.0f * RENDER_OUTLINE_WIDTH * draw->scale;
        add_line(list, &stroke, nowhere, nowhere, 1.0f);
        stroke.width = RENDER_ICON_SIZE * draw->scale;
    }
    set_color(&stroke, dark, mark != NULL ? 1.0f : 0.72f);
    add_line(list, &stroke, nowhere, nowhere, 1.0f);
    if (disc_only)
        return;
    set_color(&stroke, picture->color, mark == NULL && object->flags & RENDER_OBJECT_DIMMED ? 0.12f : 1.0f);
    stroke.width = 1.5f * draw->scale;
    add_picture(list, &stroke, picture, draw->scale);
}

// --- Labels ---

static int32_t text_width(const char *text)
{
    int32_t width = -RENDER_GLYPH_SPACE;
    for (uint32_t c = render_next_code_point(&text); c != 0; c = render_next_code_point(&text))
        width += render_glyph_of(c).width + RENDER_GLYPH_SPACE;
    return width > 0 ? width : 0;
}

// Adds the strokes of a glyph. `at` is its left end on the baseline; a glyph unit is `unit` pixels.
static void add_glyph(stroke_list *list, render_stroke *stroke, const render_glyph *glyph, const float at[2],
                      float unit)
{
    float from[2] = {0, 0};
    bool down = false;
    for (const char *c = glyph->lines; *c != '\0';) {
        if (*c == ' ') {
            down = false;
            c++;
            continue;
        }
        const float to[2] = {at[0] + (float)(c[0] - '0') * unit,
                             at[1] + (float)(c[1] - '0' - RENDER_GLYPH_HEIGHT) * unit};
        if (down)
            add_line(list, stroke, from, to, 1.0f);
        memcpy(from, to, sizeof from);
        down = true;
        c += 2;
    }
}

static void add_text(stroke_list *list, render_stroke *stroke, const char *text, float left, float base, float unit)
{
    float at[2] = {left, base};
    for (uint32_t c = render_next_code_point(&text); c != 0; c = render_next_code_point(&text)) {
        render_glyph glyph = render_glyph_of(c);
        add_glyph(list, stroke, &glyph, at, unit);
        at[0] += (float)(glyph.width + RENDER_GLYPH_SPACE) * unit;
    }
}

static void add_label(stroke_list *list, const render_draw *draw, const render_label *label)
{
    static const float dark[3] = {0.006f, 0.008f, 0.010f};
    float size = (label->size > 0.0f ? label->size : RENDER_LABEL_SIZE) * draw->scale;
    float unit = size / (float)RENDER_GLYPH_HEIGHT;
    float left = roundf(label->offset[0] * draw->scale - 0.5f * (float)text_width(label->text) * unit);
    float base = roundf(label->offset[1] * draw->scale);
    render_stroke stroke = {0};
    set_anchor(&stroke, draw, label->position);
    // Draw the dark outlines of all letters first, so that none covers a neighbouring letter.
    float width = fmaxf(0.14f * size, draw->scale);
    set_color(&stroke, dark, 0.8f * (float)(label->color >> 24) / 255.0f);
    stroke.width = width + 2.6f * draw->scale;
    add_text(list, &stroke, label->text, left, base, unit);
    float color[3];
    for (int i = 0; i < 3; i++)
        color[i] = render_to_linear(label->color >> 8 * i & 0xff);
    set_color(&stroke, color, (float)(label->color >> 24) / 255.0f);
    stroke.width = width;
    add_text(list, &stroke, label->text, left, base, unit);
}

// --- Passes ---

typedef enum annotation_kind { ANNOTATIONS_IN_SPACE, ANNOTATIONS_ON_TOP, ANNOTATIONS_FOR_IDS } annotation_kind;

static void collect(const render_draw *draw, annotation_kind kind, stroke_list *list)
{
    const render_scene *scene = draw->scene;
    const render_frame *frame = draw->frame;
    for (uint32_t i = 0; i < scene->icon_count && frame->icons && kind != ANNOTATIONS_ON_TOP; i++) {
        if (!(scene->objects[scene->icons[i]].flags & RENDER_OBJECT_HIDDEN))
            add_icon(list, draw, scene->icons[i], kind == ANNOTATIONS_FOR_IDS);
    }
    for (uint32_t i = 0; i < frame->label_count && kind != ANNOTATIONS_FOR_IDS; i++) {
        if (frame->labels[i].on_top == (kind == ANNOTATIONS_ON_TOP))
            add_label(list, draw, &frame->labels[i]);
    }
}

// Counts the strokes, allocates, fills, and binds them as instances.
static render_result bind_strokes(const render_draw *draw, annotation_kind kind, uint32_t *count)
{
    render_result result = RENDER_OK;
    stroke_list list = {0};
    collect(draw, kind, &list);
    *count = list.count;
    if (list.count == 0)
        return RENDER_OK;
    render_span span;
    TRY(render_slot_allocate(draw->device, draw->slot, list.count * sizeof(render_stroke), 16, &span));
    list = (stroke_list){.strokes = span.data};
    collect(draw, kind, &list);
    draw->device->vk.CmdBindVertexBuffers(draw->commands, 0, 1, &span.buffer, &span.offset);
error:
    return result;
}

static void draw_strokes(const render_draw *draw, VkPipeline pipeline, uint32_t count, float strength)
{
    const struct shader_push push = {.values = {strength, 0, 0, 0}};
    render_draw_bind(draw, pipeline);
    render_draw_push(draw, &push);
    draw->device->vk.CmdDraw(draw->commands, 6, count, 0, 0);
}

static bool has_icons(const render_draw *draw)
{
    return draw->frame->icons && draw->scene->icon_count > 0;
}

static bool has_labels(const render_draw *draw, bool on_top)
{
    for (uint32_t i = 0; i < draw->frame->label_count; i++) {
        if (draw->frame->labels[i].on_top == on_top)
            return true;
    }
    return false;
}

static bool want_annotations(const render_draw *draw)
{
    return has_icons(draw) || has_labels(draw, false);
}

// Annotations behind a surface show through faintly.
static render_result record_annotations(const render_draw *draw)
{
    uint32_t count;
    render_result result = bind_strokes(draw, ANNOTATIONS_IN_SPACE, &count);
    if (result != RENDER_OK || count == 0)
        return result;
    draw->device->vk.CmdSetDepthCompareOp(
        draw->commands, draw->nearest == VK_COMPARE_OP_GREATER_OR_EQUAL ? VK_COMPARE_OP_LESS : VK_COMPARE_OP_GREATER);
    draw_strokes(draw, draw->pipelines[0], count, 0.28f);
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearest);
    draw_strokes(draw, draw->pipelines[0], count, 1.0f);
    return RENDER_OK;
}

static bool want_top_annotations(const render_draw *draw)
{
    return has_labels(draw, true);
}

static render_result record_top_annotations(const render_draw *draw)
{
    uint32_t count;
    render_result result = bind_strokes(draw, ANNOTATIONS_ON_TOP, &count);
    if (result == RENDER_OK && count > 0)
        draw_strokes(draw, draw->pipelines[0], count, 1.0f);
    return result;
}

static render_result record_annotation_ids(const render_draw *draw)
{
    uint32_t count;
    render_result result = bind_strokes(draw, ANNOTATIONS_FOR_IDS, &count);
    if (result != RENDER_OK || count == 0)
        return result;
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearest);
    draw_strokes(draw, draw->pipelines[0], count, 1.0f);
    return RENDER_OK;
}

static const VkVertexInputBindingDescription bindings[] = {{0, sizeof(render_stroke), VK_VERTEX_INPUT_RATE_INSTANCE}};
static const VkVertexInputAttributeDescription attributes[] = {
    {0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(render_stroke, anchor)},
    {1, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(render_stroke, ends)},
    {2, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(render_stroke, color)},
    {3, 0, VK_FORMAT_R32_UINT, offsetof(render_stroke, slot)}};
static const render_vertex_layout vertices = {bindings, 1, attributes, 4, .dynamic_strides = false};

static const render_pipeline_desc annotation_pipelines[] = {{.name = "annotations",
                                                             .vertex = SHADER_ANNOTATION_VERT,
                                                             .fragment = SHADER_ANNOTATION_FRAG,
                                                             .vertices = &vertices,
                                                             .blend = RENDER_BLEND_STRAIGHT,
                                                             .depth_test = true}};
static const render_pipeline_desc top_pipelines[] = {{.name = "annotations on top",
                                                      .vertex = SHADER_ANNOTATION_VERT,
                                                      .fragment = SHADER_ANNOTATION_FRAG,
                                                      .vertices = &vertices,
                                                      .blend = RENDER_BLEND_STRAIGHT}};
static const render_pipeline_desc id_pipelines[] = {{.name = "annotation ids",
                                                     .vertex = SHADER_ANNOTATION_VERT,
                                                     .fragment = SHADER_ANNOTATION_IDS_FRAG,
                                                     .vertices = &vertices,
                                                     .depth_test = true,
                                                     .depth_write = true}};

const render_pass render_pass_annotations = {"annotations",        RENDER_STAGE_SCENE, 1,
                                             annotation_pipelines, want_annotations,   record_annotations};
const render_pass render_pass_top_annotations = {"annotations on top", RENDER_STAGE_POST,    1,
                                                 top_pipelines,        want_top_annotations, record_top_annotations};
const render_pass render_pass_annotation_ids = {"annotation ids", RENDER_STAGE_IDS, 1,
                                                id_pipelines,     has_icons,        record_annotation_ids};
