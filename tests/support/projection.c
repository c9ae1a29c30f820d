#include "projection.h"

#include <math.h>
#include <string.h>

#define INFINITE ((double)INFINITY)
#define P PICK_PERSPECTIVE
#define O PICK_ORTHOGRAPHIC

// clang-format off
const projection_spec projection_table[] = {
    // name                                kind left    right  bottom  top    near   far      depth        y up turn factor flip
    {"the renderer's own",                   P, -0.96,   0.96, -0.54,  0.54,  0.1,   INFINITE, DEPTH_REVERSED, 0, 0, 0, 0},
    {"reversed, finite",                     P, -0.96,   0.96, -0.54,  0.54,  0.1,   1000,     DEPTH_REVERSED, 0, 0, 0, 0},
    {"forward, finite",                      P, -0.96,   0.96, -0.54,  0.54,  0.1,   1000,     DEPTH_FORWARD,  0, 0, 0, 0},
    {"forward, infinite",                    P, -0.96,   0.96, -0.54,  0.54,  0.1,   INFINITE, DEPTH_FORWARD,  0, 0, 0, 0},
    {"forward, nearly infinite",             P, -0.96,   0.96, -0.54,  0.54,  0.01,  1e6,      DEPTH_FORWARD,  0, 0, 0, 0},
    {"y up",                                 P, -0.96,   0.96, -0.54,  0.54,  0.1,   INFINITE, DEPTH_REVERSED, 1, 0, 0, 0},
    {"y up, flipped viewport",               P, -0.96,   0.96, -0.54,  0.54,  0.1,   INFINITE, DEPTH_REVERSED, 1, 0, 0, -1},
    {"y down, flipped viewport",             P, -0.96,   0.96, -0.54,  0.54,  0.1,   100,      DEPTH_FORWARD,  0, 0, 0, -1},
    {"off-centre",                           P, -1.5,    0.5,  -0.1,   0.7,   0.1,   INFINITE, DEPTH_REVERSED, 0, 0, 0, 0},
    {"off-centre, forward",                  P, -0.2,    1.1,  -0.9,   0.3,   0.5,   250,      DEPTH_FORWARD,  0, 0, 0, 0},
    {"off-centre, axis outside",             P,  0.25,   0.75,  0.5,   0.8,   0.1,   INFINITE, DEPTH_REVERSED, 0, 0, 0, 0},
    {"off-centre, y up, turned",             P, -0.2,    1.1,  -0.9,   0.3,   0.5,   250,      DEPTH_REVERSED, 1, 1, 0, 0},
    {"very wide",                            P, -8,      8,    -8,     8,     0.1,   INFINITE, DEPTH_REVERSED, 0, 0, 0, 0},
    {"telescope",                            P, -1e-3,   1e-3, -6e-4,  6e-4,  10,    INFINITE, DEPTH_REVERSED, 0, 0, 0, 0},
    {"turned by 90",                         P, -0.96,   0.96, -0.54,  0.54,  0.1,   INFINITE, DEPTH_REVERSED, 0, 1, 0, 0},
    {"turned by 180",                        P, -0.96,   0.96, -0.54,  0.54,  0.1,   INFINITE, DEPTH_REVERSED, 0, 2, 0, 0},
    {"turned by 270, forward",               P, -0.96,   0.96, -0.54,  0.54,  0.1,   500,      DEPTH_FORWARD,  0, 3, 0, 0},
    {"all entries times 2",                  P, -0.96,   0.96, -0.54,  0.54,  0.1,   1000,     DEPTH_REVERSED, 0, 0, 2, 0},
    {"OpenGL's depth",                       P, -0.96,   0.96, -0.54,  0.54,  0.1,   1000,     DEPTH_OPENGL,   1, 0, 0, 0},
    {"orthographic, forward",                O, -8,      8,    -4.5,   4.5,   0.1,   100,      DEPTH_FORWARD,  0, 0, 0, 0},
    {"orthographic, reversed",               O, -8,      8,    -4.5,   4.5,   0.1,   100,      DEPTH_REVERSED, 0, 0, 0, 0},
    {"orthographic, near plane behind",      O, -8,      8,    -4.5,   4.5,  -500,   500,      DEPTH_REVERSED, 0, 0, 0, 0},
    {"orthographic, off-centre",             O, -2,     14,    -1,     8,     0.1,   100,      DEPTH_REVERSED, 0, 0, 0, 0},
    {"orthographic, off-centre, y up",       O, -20,    -4,     3,    12,     1,     100,      DEPTH_FORWARD,  1, 0, 0, 0},
    {"orthographic, turned by 90",           O, -8,      8,    -4.5,   4.5,   0.1,   100,      DEPTH_REVERSED, 0, 1, 0, 0},
    {"orthographic, turned, flipped",        O, -2,     14,    -1,     8,     0.1,   100,      DEPTH_FORWARD,  0, 3, 0, -1},
    {"orthographic, all entries halved",     O, -8,      8,    -4.5,   4.5,   0.1,   100,      DEPTH_REVERSED, 0, 0, 0.5, 0},
    {"orthographic, millimetres",            O, -8e-3,   8e-3, -4e-3,  4e-3,  1e-3,  1,        DEPTH_REVERSED, 0, 0, 0, 0},
};
// clang-format on
const size_t projection_table_count = sizeof(projection_table) / sizeof(projection_table[0]);

projection_spec projection_perspective(double fov_y, double aspect, double near_distance, double far_distance)
{
    const double half = tan(fov_y / 2);
    return (projection_spec){.name = "symmetric perspective",
                             .kind = PICK_PERSPECTIVE,
                             .left = -half * aspect,
                             .right = half * aspect,
                             .bottom = -half,
                             .top = half,
                             .near_distance = near_distance,
                             .far_distance = far_distance};
}

// Depth as scale * z + offset, over -z for perspectives.
static void depth_row(const projection_spec *s, double *scale, double *offset)
{
    const double n = s->near_distance, f = s->far_distance;
    const double at_near = s->depth == DEPTH_FORWARD ? 0 : s->depth == DEPTH_REVERSED ? 1 : -1;
    const double at_far = s->depth == DEPTH_REVERSED ? 0 : 1;
    if (s->kind == PICK_ORTHOGRAPHIC) {
        *scale = (at_near - at_far) / (f - n);
        *offset = at_near + *scale * n;
    } else if (isinf(f)) {
        *scale = -at_far;
        *offset = (at_near - at_far) * n;
    } else { // -scale + offset / d
        *offset = (at_near - at_far) * n * f / (f - n);
        *scale = *offset / f - at_far;
    }
}

void projection_matrix(const projection_spec *s, float out[16])
{
    static const double turn[4][4] = {{1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0}};
    const double *q = turn[s->quarter_turns];
    const bool perspective = s->kind == PICK_PERSPECTIVE;
    const double up = s->y_up ? 1 : -1;
    const double x_scale = 2 / (s->right - s->left);
    const double y_scale = 2 / (s->top - s->bottom) * up;
    const double sign = perspective ? 1 : -1;
    const double x_shift = sign * (s->right + s->left) / (s->right - s->left);
    const double y_shift = sign * (s->top + s->bottom) / (s->top - s->bottom) * up;
    const int shift = perspective ? 8 : 12;
    double m[16] = {0};
    m[0] = q[0] * x_scale;
    m[1] = q[1] * x_scale;
    m[4] = q[2] * y_scale;
    m[5] = q[3] * y_scale;
    m[shift] = q[0] * x_shift + q[2] * y_shift;
    m[shift + 1] = q[1] * x_shift + q[3] * y_shift;
    depth_row(s, &m[10], &m[14]);
    m[perspective ? 11 : 15] = perspective ? -1 : 1;
    const double factor = s->common_factor == 0 ? 1 : s->common_factor;
    for (int i = 0; i < 16; i++)
        out[i] = (float)(m[i] * factor);
}

void view_matrix(pick_vec3 forward, pick_vec3 up, float out[16])
{
    const pick_vec3 z = pick_vec3_normalize(pick_vec3_scale(forward, -1));
    const pick_vec3 x = pick_vec3_normalize(pick_vec3_cross(up, z));
    const pick_vec3 y = pick_vec3_cross(z, x);
    const double rows[3][3] = {{x.x, x.y, x.z}, {y.x, y.y, y.z}, {z.x, z.y, z.z}};
    memset(out, 0, 16 * sizeof(float));
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            out[4 * column + row] = (float)rows[row][column];
    }
    out[15] = 1;
}
