// cases.h: test cases of other projects, read from JSON in the folder VKPICK_CASES_DIR.
#ifndef TESTS_SUPPORT_CASES_H
#define TESTS_SUPPORT_CASES_H

#include "picking/math.h"

#include <cjson/cJSON.h>

// The folder, or NULL when the variable is unset or empty.
const char *cases_folder(void);

// The "cases" array of `family`.json in `folder`; NULL, with a line on stderr, when it cannot be read. The caller
// deletes `*document`.
const cJSON *cases_load(const char *folder, const char *family, cJSON **document);

// Members of an object; the fallback, or false, where there is none of that kind.
double case_number(const cJSON *object, const char *name, double fallback);
bool case_numbers(const cJSON *object, const char *name, double *out, int count);
bool case_vec3(const cJSON *object, const char *name, pick_vec3 *out);
// `origin`, `direction` and, if there is one, `t_max`; from t = 0.
bool case_ray(const cJSON *object, pick_ray *out);
bool case_has(const cJSON *object, const char *name);
bool case_bool(const cJSON *object, const char *name);
// "" when there is none.
const char *case_string(const cJSON *object, const char *name);

#endif
