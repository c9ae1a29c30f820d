#include "app/event_time.h"

#if __has_include(<X11/Xlib.h>)
#include <SDL_syswm.h>
#endif

#include <math.h>

void editor_event_time_begin(void)
{
#if defined(SDL_VIDEO_DRIVER_X11)
    (void)SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
#endif
}

// X's event comes before the one that SDL makes of it.
static void note_press_of_x11(editor_event_time *time, const SDL_Event *event)
{
#if defined(SDL_VIDEO_DRIVER_X11) && __has_include(<X11/Xlib.h>)
    const SDL_SysWMmsg *message = event->syswm.msg;
    if (!message || message->subsystem != SDL_SYSWM_X11 || message->msg.x11.event.type != ButtonPress)
        return;
    time->press = (Uint32)message->msg.x11.event.xbutton.time;
    time->has_press = true;
#else
    (void)time, (void)event;
#endif
}

double editor_event_time_of(editor_event_time *time, const SDL_Event *event, double now)
{
    if (event->type == SDL_SYSWMEVENT)
        note_press_of_x11(time, event);
    if (event->type != SDL_MOUSEBUTTONDOWN || !time->has_press)
        return now - 1e-3 * (double)(Uint32)(SDL_GetTicks() - event->common.timestamp);
    time->has_press = false;
    const double press = 1e-3 * (double)time->press;
    // The offset stays, so that differences are exact. It is taken anew when X's 32 bits have wrapped around, or when a
    // clock was set.
    if (!time->has_offset || fabs(press + time->offset - now) > 5)
        time->offset = now - press;
    time->has_offset = true;
    return press + time->offset;
}
