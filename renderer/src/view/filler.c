#include "view/filler.h"

#include "device/array.h"

render_filler render_filler_start(render_scene *scene, render_view_list *view, uint32_t range)
{
    return (render_filler){.scene = scene,
                           .view = view,
                           .range = range,
                           .instances = view->ranges[range].instances.data,
                           .commands = view->ranges[range].commands.data};
}

uint32_t render_filler_command_limit(const render_filler *it)
{
    return it->scene->device->limits.draw_count;
}

render_group *render_filler_add_group(const render_filler *it, render_group_list *list, const render_draw_state *state)
{
    if (!render_grow(it->scene->device->allocator, (void **)&list->groups, &list->capacity, list->count + 1,
                     sizeof *list->groups))
        return NULL;
    list->groups[list->count] = (render_group){.state = *state, .range = it->range, .first_command = it->command_count};
    return &list->groups[list->count++];
}

void render_filler_add_command(render_filler *it, render_group *group, const render_batch *batch, uint32_t first,
                               uint32_t count)
{
    group->command_count++;
    it->commands[it->command_count++] = (VkDrawIndexedIndirectCommand){.indexCount = batch->index_count,
                                                                       .instanceCount = count,
                                                                       .firstIndex = batch->first_index,
                                                                       .vertexOffset = batch->vertex_offset,
                                                                       .firstInstance = first};
}

bool render_filler_add_items(render_filler *it, render_group_list *list, const render_item *items, uint32_t count)
{
    render_group *group = NULL;
    for (uint32_t start = 0, end; start < count; start = end) {
        const render_batch *batch = &it->scene->list.batches[items[start].batch];
        const uint32_t first = it->instance_count;
        for (end = start; end < count && items[end].batch == items[start].batch; end++)
            it->instances[first + end - start] = (struct shader_instance){items[end].slot, batch->first_number};
        if (group == NULL || group->command_count == render_filler_command_limit(it) ||
            items[start].run != items[start - 1].run)
            group = render_filler_add_group(it, list, &it->scene->list.runs[items[start].run].state);
        if (group == NULL)
            return false;
        render_filler_add_command(it, group, batch, first, end - start);
        it->instance_count += end - start;
    }
    return true;
}
