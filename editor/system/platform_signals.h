// platform_signals.h: signals that would end the program with unsaved work.
#ifndef EDITOR_SYSTEM_PLATFORM_SIGNALS_H
#define EDITOR_SYSTEM_PLATFORM_SIGNALS_H

// From now on, an output that nobody reads any more, and a file that may not grow, are errors where they are written. A
// terminal that goes asks the program to end as SIGTERM does, unless it was started to ignore that (nohup).
void editor_signals_spare_work(void);

#endif
