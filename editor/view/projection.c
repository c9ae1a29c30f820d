#include "view/projection.h"

#include <cglm/cglm.h>
#include <cglm/clipspace/ortho_rh_zo.h>
#include <cglm/clipspace/persp_rh_zo.h>

#include <math.h>
#include <string.h>

void editor_view_matrix(const pick_vec3 axes[3], float view[16])
{
    // glm_lookat_rh would recompute the axes in float: use the camera's double axes.
    mat3 rows;
    mat4 matrix = GLM_MAT4_IDENTITY_INIT;
    for (int i = 0; i < 3; i++) {
        rows[i][0] = (float)axes[i].x;
        rows[i][1] = (float)axes[i].y;
        rows[i][2] = (float)axes[i].z;
    }
    glm_mat3_transpose(rows);
    glm_mat4_ins3(rows, matrix);
    memcpy(view, matrix, sizeof matrix);
}

// The limit of glm_perspective_rh_zo with y down as far goes to infinity; cglm 0.8 has no function for it. Entries are
// computed in double and rounded once.
static void infinite_perspective(double fov, double aspect, double near, editor_depth depth, mat4 out)
{
    const double scale = 1 / tan(fov / 2);
    glm_mat4_zero(out);
    out[0][0] = (float)(scale / aspect);
    out[1][1] = (float)-scale;
    out[2][2] = depth == EDITOR_DEPTH_REVERSED ? 0.0f : -1.0f;
    out[2][3] = -1;
    out[3][2] = (float)(depth == EDITOR_DEPTH_REVERSED ? near : -near);
}

// As floats the two planes can coincide, or the far one can overflow: move it by as little as keeps the matrix finite.
static float far_plane(double near, double far)
{
    return fmaxf((float)fmin(far, 1e38), nextafterf((float)near, INFINITY));
}

void editor_perspective_matrix(double fov, double aspect, double near, double far, editor_depth depth,
                               float projection[16])
{
    mat4 matrix;
    if (isinf((float)near * (float)far)) { // cglm computes their product
        infinite_perspective(fov, aspect, near, depth, matrix);
    } else {
        const bool reversed = depth == EDITOR_DEPTH_REVERSED; // exchange near and far
        const float first = (float)near, last = far_plane(near, far);
        glm_perspective_rh_zo((float)fov, (float)aspect, reversed ? last : first, reversed ? first : last, matrix);
        matrix[1][1] = -matrix[1][1]; // y down
    }
    memcpy(projection, matrix, sizeof matrix);
}

void editor_orthographic_matrix(double height, double aspect, double near, double far, editor_depth depth,
                                float projection[16])
{
    const bool reversed = depth == EDITOR_DEPTH_REVERSED;
    const float first = (float)near, last = far_plane(near, far);
    const float right = (float)(0.5 * height * aspect), bottom = (float)(0.5 * height);
    mat4 matrix;
    // Exchange bottom and top: y down.
    glm_ortho_rh_zo(-right, right, bottom, -bottom, reversed ? last : first, reversed ? first : last, matrix);
    memcpy(projection, matrix, sizeof matrix);
}
