// platform_clock.h: the processor's clock.
#ifndef EDITOR_SYSTEM_PLATFORM_CLOCK_H
#define EDITOR_SYSTEM_PLATFORM_CLOCK_H

// The processor time that the calling thread has used, seconds; 0 where the system does not tell.
double editor_clock_of_thread(void);

#endif
