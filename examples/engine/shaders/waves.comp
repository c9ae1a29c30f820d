// waves.comp: a terrain of hills over which waves run. One invocation moves one vertex of the grid, every frame.
#version 450

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 0) buffer Vertices
{
    float vertices[]; // position and normal, as the engine's meshes have them
};

layout(push_constant) uniform Push
{
    uint tile_vertices; // along one side of a tile
    uint tiles;         // along one side of the terrain
    float tile_size;    // metres
    float seconds;
}
push;

float height(vec2 p)
{
    float hills = 0.9 * sin(0.9 * p.x + 0.4) * cos(0.8 * p.y - 0.3);
    float waves = 0.16 * sin(2.1 * p.x + 1.3 * p.y - 2.0 * push.seconds);
    return hills + waves;
}

void main()
{
    uint side = push.tile_vertices, tile_count = side * side;
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= push.tiles * push.tiles * tile_count)
        return;
    uint tile = vertex / tile_count, within = vertex % tile_count;
    vec2 local = vec2(within % side, within / side) * (push.tile_size / float(side - 1u));
    vec2 corner = (vec2(tile % push.tiles, tile / push.tiles) - 0.5 * float(push.tiles)) * push.tile_size;
    vec2 p = corner + local;
    const float STEP = 0.01;
    vec3 normal = normalize(vec3(height(p - vec2(STEP, 0)) - height(p + vec2(STEP, 0)), 2.0 * STEP,
                                 height(p - vec2(0, STEP)) - height(p + vec2(0, STEP))));
    // In the space of the tile, whose origin is its corner.
    uint at = 6u * vertex;
    vertices[at] = local.x;
    vertices[at + 1u] = height(p);
    vertices[at + 2u] = local.y;
    vertices[at + 3u] = normal.x;
    vertices[at + 4u] = normal.y;
    vertices[at + 5u] = normal.z;
}
