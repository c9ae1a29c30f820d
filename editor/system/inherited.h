// inherited.h: what the program that started this one may have left to it.
#ifndef EDITOR_SYSTEM_INHERITED_H
#define EDITOR_SYSTEM_INHERITED_H

// Call it first of all. Closed standard streams are held by a file that gives nothing and takes nothing: else the next
// file that is opened would get their number, and messages would go into it. Children can be waited for, also if
// SIGCHLD was ignored. Writing to a file that may not grow (ulimit -f) is an error of that write.
void editor_settle_inherited(void);

#endif
