// motion_sample.c: interpolates the keys of a channel.
//
// Formulas: glTF 2.0, appendix C: step, linear, spherical linear of quaternions the short way, cubic Hermite splines.
#include "document/motion/motion.h"

#include <math.h>
#include <string.h>

// The last key at or before `time`, which is not before the first: of keys at one time the last.
static uint32_t find_key(const motion_channel *channel, double time)
{
    uint32_t low = 0, high = channel->key_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if ((double)channel->times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void normalize(double q[4])
{
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4 && length > 0; i++)
        q[i] /= length;
}

static void slerp(const float *a, const float *b, double t, double out[4])
{
    double from[4], to[4], d = 0;
    for (int i = 0; i < 4; i++) {
        from[i] = (double)a[i];
        to[i] = (double)b[i];
    }
    normalize(from);
    normalize(to);
    for (int i = 0; i < 4; i++)
        d += from[i] * to[i];
    const double sign = d < 0 ? -1 : 1, angle = acos(fmin(fabs(d), 1)), sine = sin(angle);
    // Between nearly equal rotations the chord is the arc to a double's precision.
    const double u = sine > 1e-8 ? sin((1 - t) * angle) / sine : 1 - t;
    const double v = sign * (sine > 1e-8 ? sin(t * angle) / sine : t);
    for (int i = 0; i < 4; i++)
        out[i] = u * from[i] + v * to[i];
}

// The value of a key; of a cubic one without its tangents.
static const float *value_of(const motion_channel *channel, uint32_t key)
{
    const size_t w = channel->width;
    return channel->interpolation == MOTION_CUBIC ? channel->values + (3 * (size_t)key + 1) * w
                                                  : channel->values + key * w;
}

static void hermite(const motion_channel *channel, uint32_t key, double t, double step, double *out)
{
    const float *a = value_of(channel, key), *b = value_of(channel, key + 1);
    const float *leave = a + channel->width, *arrive = b - channel->width;
    const double t2 = t * t, t3 = t2 * t;
    for (uint32_t i = 0; i < channel->width; i++)
        out[i] = (2 * t3 - 3 * t2 + 1) * (double)a[i] + step * (t3 - 2 * t2 + t) * (double)leave[i] +
                 (3 * t2 - 2 * t3) * (double)b[i] + step * (t3 - t2) * (double)arrive[i];
}

static void interpolate(const motion_channel *channel, uint32_t key, double time, double *out)
{
    const double from = (double)channel->times[key], step = (double)channel->times[key + 1] - from;
    const double t = (time - from) / step;
    const float *a = value_of(channel, key), *b = value_of(channel, key + 1);
    if (channel->interpolation == MOTION_CUBIC) {
        hermite(channel, key, t, step, out);
    } else if (channel->path == MOTION_ROTATION) {
        slerp(a, b, t, out);
    } else {
        for (uint32_t i = 0; i < channel->width; i++)
            out[i] = (1 - t) * (double)a[i] + t * (double)b[i];
    }
}

void motion_sample(const motion_channel *channel, double time, double *out)
{
    const uint32_t last = channel->key_count - 1;
    const uint32_t key = time >= (double)channel->times[0] ? find_key(channel, time) : 0;
    if (key == last || channel->interpolation == MOTION_STEP || !(time > (double)channel->times[key])) {
        const float *value = value_of(channel, key);
        for (uint32_t i = 0; i < channel->width; i++)
            out[i] = (double)value[i];
    } else {
        interpolate(channel, key, time, out);
    }
    if (channel->path == MOTION_ROTATION)
        normalize(out);
}
