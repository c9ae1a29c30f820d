// platform_signals.h: signals that would end the program with unsaved work.
#ifndef EDITOR_SYSTEM_PLATFORM_SIGNALS_H
#define EDITOR_SYSTEM_PLATFORM_SIGNALS_H

// From now on, writing to a pipe that nobody reads is an error of that write. Closing the terminal asks the program to
// end, as SIGTERM does, unless it was started to ignore that (nohup).
void editor_signals_keep_work(void);

#endif
