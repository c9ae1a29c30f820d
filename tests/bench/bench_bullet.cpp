// Bullet's rayTest as a yardstick: one static triangle mesh in a collision world. Bullet is C++, so this file is.
extern "C" {
#include "bench.h"
}

#include <btBulletCollisionCommon.h>
#include <cmath>

namespace
{

struct state {
    btTriangleIndexVertexArray *arrays;
    btBvhTriangleMeshShape *shape;
    btDefaultCollisionConfiguration *configuration;
    btCollisionDispatcher *dispatcher;
    btDbvtBroadphase *broadphase;
    btCollisionWorld *world;
    btCollisionObject *object;
};

const double reach = 100; // Bullet casts segments

btVector3 vector(const pick_vec3 &v)
{
    return btVector3(btScalar(v.x), btScalar(v.y), btScalar(v.z));
}

double cast(void *data, const pick_ray *ray)
{
    const state *s = static_cast<const state *>(data);
    const btVector3 from = vector(ray->origin);
    const btVector3 to = from + vector(ray->direction) * btScalar(reach);
    btCollisionWorld::ClosestRayResultCallback result(from, to);
    s->world->rayTest(from, to, result);
    return result.hasHit() ? double(result.m_closestHitFraction) * reach : HUGE_VAL;
}

void destroy(void *data)
{
    state *s = static_cast<state *>(data);
    s->world->removeCollisionObject(s->object);
    delete s->object;
    delete s->world;
    delete s->broadphase;
    delete s->dispatcher;
    delete s->configuration;
    delete s->shape;
    delete s->arrays;
    delete s;
}

} // namespace

extern "C" bench_engine bench_bullet(const bench_workload *w)
{
    state *s = new state();
    bench_engine engine = {};
    const double start = bench_seconds();
    s->arrays = new btTriangleIndexVertexArray(int(w->mesh.index_count / 3), reinterpret_cast<int *>(w->mesh.indices),
                                               3 * int(sizeof(uint32_t)), int(w->mesh.vertex_count), w->mesh.positions,
                                               3 * int(sizeof(float)));
    s->shape = new btBvhTriangleMeshShape(s->arrays, true);
    s->configuration = new btDefaultCollisionConfiguration();
    s->dispatcher = new btCollisionDispatcher(s->configuration);
    s->broadphase = new btDbvtBroadphase();
    s->world = new btCollisionWorld(s->dispatcher, s->broadphase, s->configuration);
    s->object = new btCollisionObject();
    s->object->setCollisionShape(s->shape);
    s->world->addCollisionObject(s->object);
    engine.build_seconds = bench_seconds() - start;
    engine.name = "Bullet";
    engine.state = s;
    engine.cast = cast;
    engine.destroy = destroy;
    return engine;
}
