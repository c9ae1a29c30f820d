// actions_section.c: planes that cut the views, to look and pick inside things.
#include "actions/actions_private.h"

#include "workspace/workspace_private.h"

static editor_section *section_of(editor_workspace *workspace)
{
    return &workspace->views.section;
}

bool editor_if_section(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->views.section.count > 0;
}

bool editor_if_section_caps(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return workspace->views.section.caps;
}

// Adds a plane and says so. False: there is no room for another.
static bool add(editor_workspace *workspace, pick_vec3 anchor, pick_vec3 normal)
{
    if (!editor_section_add_at(section_of(workspace), anchor, normal)) {
        editor_workspace_say(workspace, "A section has %d planes at most", (int)PICK_SECTION_PLANES);
        return false;
    }
    editor_workspace_say(workspace, "Section: drag the arrow of its plane");
    return true;
}

// At the surface under the mouse, or where the menu was opened, across its normal. What is in front of it is cut off. A
// flat surface stays whole: the plane is before it by less than a pixel, but by more than what rounding makes of the
// surface's depth.
void editor_do_section_surface(editor_workspace *workspace, int argument)
{
    (void)argument;
    static const double before = 0.005; // logical points
    editor_surface surface;
    if (!editor_find_pointed(workspace, &surface) || surface.object == EDITOR_NONE) {
        char way[EDITOR_WAY_SIZE]; // from the menu bar, the mouse points to nothing
        editor_workspace_say(workspace, "Point at a surface to cut there: with a right click, or %s",
                             editor_workspace_name_way(workspace, "palette", way));
        return;
    }
    const editor_viewport *viewport = editor_panels_context(workspace->panels) != 0
                                          ? editor_views_active(&workspace->views)
                                          : editor_views_hovered(&workspace->views);
    const double distance = before * pick_view_point_size(&viewport->view, surface.point);
    add(workspace, pick_vec3_add(surface.point, pick_vec3_scale(surface.normal, distance)),
        pick_vec3_scale(surface.normal, -1));
}

// What is shown of the selection, else of the level. False: there is nothing.
static bool find_box(editor_workspace *workspace, pick_aabb *box)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    *box = editor_level_selected_bounds(level, editor_document_selection(workspace->document), workspace->takes_hidden);
    if (pick_aabb_is_empty(box))
        *box = pick_scene_bounds(level->scene);
    if (!pick_aabb_is_empty(box))
        return true;
    editor_workspace_say(workspace, "There is nothing to cut");
    return false;
}

static double *part_of(pick_vec3 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

// `argument`: the axis across the plane. It goes through the middle, and cuts off the camera's side.
void editor_do_section_axis(editor_workspace *workspace, int argument)
{
    const editor_camera *camera = &editor_views_active(&workspace->views)->camera;
    pick_aabb box;
    if (!find_box(workspace, &box))
        return;
    const pick_vec3 middle = pick_vec3_add(pick_vec3_scale(box.min, 0.5), pick_vec3_scale(box.max, 0.5));
    pick_vec3 towards = pick_vec3_sub(camera->eye, camera->target), normal = {0, 0, 0};
    *part_of(&normal, argument) = *part_of(&towards, argument) > 0 ? -1 : 1;
    add(workspace, middle, normal);
}

// Keeps what lies in a box around the selection, in place of what was kept before.
void editor_do_section_box(editor_workspace *workspace, int argument)
{
    static const double margin = 0.01; // of the longest side
    pick_aabb box;
    (void)argument;
    if (!find_box(workspace, &box))
        return;
    box = editor_box_widen(&box, margin);
    section_of(workspace)->count = 0;
    for (int i = 0; i < 6; i++) {
        pick_vec3 anchor = pick_vec3_add(pick_vec3_scale(box.min, 0.5), pick_vec3_scale(box.max, 0.5));
        pick_vec3 normal = {0, 0, 0};
        const int axis = i / 2;
        *part_of(&anchor, axis) = *part_of(i % 2 ? &box.max : &box.min, axis);
        *part_of(&normal, axis) = i % 2 ? -1 : 1;
        add(workspace, anchor, normal);
    }
    editor_workspace_say(workspace, "Section: drag the arrows of its planes");
}

// The plane that was added last.
void editor_do_section_flip(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_section_flip(section_of(workspace), section_of(workspace)->count - 1);
    editor_workspace_say(workspace, "The section keeps the other side");
}

void editor_do_section_remove(editor_workspace *workspace, int argument)
{
    (void)argument;
    section_of(workspace)->count--;
    editor_workspace_say(workspace, "Removed the last plane of the section");
}

void editor_do_section_clear(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_uncut(workspace);
}

// Sections after this one have them too, until the program ends.
void editor_do_section_caps(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_section *section = section_of(workspace);
    if (workspace->no_caps) {
        editor_workspace_say(workspace, "This graphics device cannot draw caps");
        return;
    }
    section->caps = !section->caps;
    editor_workspace_say(workspace, section->caps ? "What a section cuts open is closed with caps"
                                                  : "What a section cuts open stays open");
}
