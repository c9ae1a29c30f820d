#include "twin.h"

#include <math.h>

typedef long double real;

typedef struct real3 {
    real x, y, z;
} real3;

static real3 make(real x, real y, real z)
{
    return (real3){x, y, z};
}

static real3 sub(real3 a, real3 b)
{
    return make(a.x - b.x, a.y - b.y, a.z - b.z);
}

static real dot(real3 a, real3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static real3 cross(real3 a, real3 b)
{
    return make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static real length(real3 a)
{
    return sqrtl(dot(a, a));
}

// How many times a relative error can grow on the way through a transform and back. 0 when it is singular.
static real condition_of(const pick_transform *t)
{
    real3 column[3];
    real sum = 0, inverse_sum = 0;
    for (int i = 0; i < 3; i++) {
        column[i] = make((real)t->linear[3 * i], (real)t->linear[3 * i + 1], (real)t->linear[3 * i + 2]);
        sum += dot(column[i], column[i]);
    }
    const real determinant = dot(column[0], cross(column[1], column[2]));
    if (determinant == 0)
        return 0;
    for (int i = 0; i < 3; i++) {
        const real3 row = cross(column[(i + 1) % 3], column[(i + 2) % 3]);
        inverse_sum += dot(row, row) / (determinant * determinant);
    }
    return sqrtl(sum * inverse_sum);
}

typedef struct candidate {
    bool sure, possible; // possible: sure or too close to tell
    bool exact;          // as computed, hit
    real t, t_error;
} candidate;

typedef struct caster {
    const pick_ray *ray;
    real3 direction;
    real speed; // length of the direction
    pick_cull cull;
} caster;

// +1, -1, or 0 when too close to tell.
static int sign_of(real value, real error)
{
    return value > error ? 1 : (value < -error ? -1 : 0);
}

static bool culled(const caster *c, bool backface, bool double_sided)
{
    switch (c->cull) {
    case PICK_CULL_MATERIAL:
        return backface && !double_sided;
    case PICK_CULL_BACK:
        return backface;
    case PICK_CULL_FRONT:
        return !backface;
    case PICK_CULL_NONE:
        break;
    }
    return false;
}

// `corner`: relative to the ray's origin, in world axes; `flip`: the transform mirrors.
static candidate judge_triangle(const caster *c, const real3 corner[3], real error, bool flip, bool double_sided)
{
    candidate result = {false, false, false, 0, 0};
    real3 across[3];
    real reach = 0;
    for (int i = 0; i < 3; i++) {
        const real along = dot(corner[i], c->direction) / (c->speed * c->speed);
        across[i] = make(corner[i].x - along * c->direction.x, corner[i].y - along * c->direction.y,
                         corner[i].z - along * c->direction.z);
        reach = fmaxl(reach, length(corner[i]));
    }
    real weight[3], slack[3], sum = 0;
    int signs[3];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        weight[i] = dot(c->direction, cross(across[j], across[k])) / c->speed;
        slack[i] = error * (length(across[j]) + length(across[k]) + error);
        signs[i] = sign_of(weight[i], slack[i]);
        sum += weight[i];
    }
    const bool no_positive = signs[0] <= 0 && signs[1] <= 0 && signs[2] <= 0;
    const bool no_negative = signs[0] >= 0 && signs[1] >= 0 && signs[2] >= 0;
    if (!no_positive && !no_negative)
        return result;
    const bool told = signs[0] != 0 && signs[0] == signs[1] && signs[1] == signs[2];
    // As seen along the ray, counter-clockwise corners have a negative sum.
    const bool backface = (sum > 0) != flip;
    const real3 normal = cross(sub(corner[1], corner[0]), sub(corner[2], corner[0]));
    const real facing = dot(normal, c->direction);
    if (facing != 0) {
        result.t = dot(normal, corner[0]) / facing;
        // The plane is tilted by what the corners may be off.
        const real tilt = length(normal) / (fabsl(facing) / c->speed);
        result.t_error = error * (tilt + 1) * 4 / c->speed;
    } else {
        result.t_error = HUGE_VALL;
    }
    const bool front_hidden = culled(c, false, double_sided), back_hidden = culled(c, true, double_sided);
    const bool hidden = told ? (backface ? back_hidden : front_hidden) : (front_hidden && back_hidden);
    const real low = (real)c->ray->t_min, high = (real)c->ray->t_max;
    if (hidden || result.t + result.t_error < low || result.t - result.t_error > high)
        return result;
    result.possible = true;
    result.sure = told && result.t - result.t_error > low && result.t + result.t_error < high;
    const bool inside =
        (weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0) || (weight[0] <= 0 && weight[1] <= 0 && weight[2] <= 0);
    result.exact =
        inside && sum != 0 && result.t >= low && result.t <= high && !(backface ? back_hidden : front_hidden);
    return result;
}

static void corners_of(const twin_object *object, const pick_ray *ray, uint32_t triangle, real3 corner[3])
{
    float vertex[3][3];
    const float *m = object->transform.linear;
    const pick_vec3 o = object->transform.origin;
    const real3 from =
        make((real)o.x - (real)ray->origin.x, (real)o.y - (real)ray->origin.y, (real)o.z - (real)ray->origin.z);
    (void)pick_mesh_triangle(object->mesh, triangle, vertex);
    for (int i = 0; i < 3; i++) {
        const real x = (real)vertex[i][0], y = (real)vertex[i][1], z = (real)vertex[i][2];
        corner[i] = make(from.x + (real)m[0] * x + (real)m[3] * y + (real)m[6] * z,
                         from.y + (real)m[1] * x + (real)m[4] * y + (real)m[7] * z,
                         from.z + (real)m[2] * x + (real)m[5] * y + (real)m[8] * z);
    }
}

twin_object twin_object_make(const pick_mesh *mesh, const pick_transform *transform, bool double_sided)
{
    twin_object object = {.mesh = mesh, .transform = *transform, .double_sided = double_sided};
    const pick_ray from = {.origin = transform->origin, .direction = {1, 0, 0}};
    const uint32_t triangles = pick_mesh_get_stats(mesh).triangle_count;
    real low[3] = {HUGE_VALL, HUGE_VALL, HUGE_VALL}, high[3] = {-HUGE_VALL, -HUGE_VALL, -HUGE_VALL};
    for (uint32_t i = 0; i < triangles; i++) {
        real3 corner[3];
        corners_of(&object, &from, i, corner);
        for (int c = 0; c < 3; c++) {
            const real place[3] = {corner[c].x, corner[c].y, corner[c].z};
            for (int k = 0; k < 3 && isfinite(place[k]); k++) {
                low[k] = fminl(low[k], place[k]);
                high[k] = fmaxl(high[k], place[k]);
            }
        }
    }
    real square = 0;
    for (int k = 0; k < 3; k++) {
        object.center[k] = (low[k] + high[k]) / 2;
        square += (high[k] - low[k]) * (high[k] - low[k]) / 4;
    }
    object.radius = sqrtl(square) * 1.01L;
    object.condition = condition_of(transform);
    return object;
}

static bool passes_by(const caster *c, const twin_object *object)
{
    const pick_vec3 o = object->transform.origin, from = c->ray->origin;
    const real3 to = make((real)o.x - (real)from.x + object->center[0], (real)o.y - (real)from.y + object->center[1],
                          (real)o.z - (real)from.z + object->center[2]);
    return length(cross(to, c->direction)) / c->speed > object->radius;
}

// Everything that the ray passes near, and what is claimed, in one round over all triangles.
typedef struct survey {
    real nearest_sure, nearest_sure_error; // the sure hit that ends first
    bool found;                            // long double finds a hit
    uint32_t object, triangle;
    real t;
    bool claim_possible;
    real claim_t, claim_error;
} survey;

static void consider(survey *s, const candidate *hit, uint32_t object, uint32_t triangle, const twin_claim *claim)
{
    if (hit->sure && hit->t + hit->t_error < s->nearest_sure + s->nearest_sure_error) {
        s->nearest_sure = hit->t;
        s->nearest_sure_error = hit->t_error;
    }
    if (hit->exact && (!s->found || hit->t < s->t)) { // ties to the lower numbers, which come first
        s->found = true;
        s->object = object;
        s->triangle = triangle;
        s->t = hit->t;
    }
    if (claim->hit && claim->object == object && claim->triangle == triangle && hit->possible) {
        s->claim_possible = true;
        s->claim_t = hit->t;
        s->claim_error = hit->t_error;
    }
}

twin_verdict twin_judge(const twin_object *objects, size_t count, const pick_ray *ray, pick_cull cull, double precision,
                        const twin_claim *claim)
{
    caster c = {.ray = ray,
                .direction = make((real)ray->direction.x, (real)ray->direction.y, (real)ray->direction.z),
                .cull = cull};
    c.speed = length(c.direction);
    survey s = {.nearest_sure = HUGE_VALL};
    for (uint32_t o = 0; o < count; o++) {
        const real condition = objects[o].condition;
        if (condition == 0 || passes_by(&c, &objects[o]))
            continue;
        const bool flip = pick_transform_determinant(&objects[o].transform) < 0;
        const uint32_t triangles = pick_mesh_get_stats(objects[o].mesh).triangle_count;
        for (uint32_t i = 0; i < triangles; i++) {
            real3 corner[3];
            corners_of(&objects[o], ray, i, corner);
            const real reach = length(corner[0]) + length(corner[1]) + length(corner[2]);
            const candidate hit =
                judge_triangle(&c, corner, (real)precision * condition * reach, flip, objects[o].double_sided);
            consider(&s, &hit, o, i, claim);
        }
    }
    if (!claim->hit)
        return s.nearest_sure < HUGE_VALL ? TWIN_WRONG : (s.found ? TWIN_EXPLAINED : TWIN_SAME);
    if (!s.claim_possible || !(fabsl((real)claim->t - s.claim_t) <= s.claim_error) ||
        s.claim_t - s.claim_error > s.nearest_sure + s.nearest_sure_error)
        return TWIN_WRONG;
    return s.found && s.object == claim->object && s.triangle == claim->triangle ? TWIN_SAME : TWIN_EXPLAINED;
}
