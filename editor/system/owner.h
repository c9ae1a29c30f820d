// owner.h: names the program that wrote a lock or a copy, and tells whether it still runs.
#ifndef EDITOR_SYSTEM_OWNER_H
#define EDITOR_SYSTEM_OWNER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct editor_owner {
    char user[64], host[64]; // "": unknown
    int64_t process;         // its number on that host
    uint64_t started;        // tells it from an earlier process with the same number; 0: unknown
} editor_owner;

typedef enum editor_owner_state {
    EDITOR_OWNER_SELF,
    EDITOR_OWNER_RUNNING,
    EDITOR_OWNER_ENDED,
    EDITOR_OWNER_ELSEWHERE // on another host: it cannot be told whether it runs
} editor_owner_state;

editor_owner editor_owner_self(void);
editor_owner_state editor_owner_check(const editor_owner *owner);
bool editor_owner_is_same(const editor_owner *a, const editor_owner *b);

#endif
