// window_drop.c: the source of a drag by the XDND protocol, version 5.
#define _POSIX_C_SOURCE 200809L

#include "window_drop.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { XDND_VERSION = 5, URIS_SIZE = 4096 };

static const double patience = 20; // seconds

typedef struct source {
    driver *d;
    Display *display;
    Window own, target;
    char uris[URIS_SIZE];
} source;

static Atom atom(const source *s, const char *name)
{
    return XInternAtom(s->display, name, False);
}

static void open_display(source *s)
{
    s->display = XOpenDisplay(s->d->display);
    CHECK(s->d, s->display, "the screen %s cannot be opened", s->d->display);
    s->target = (Window)strtoul(s->d->window, NULL, 10);
}

static void send(const source *s, const char *type, long b, long c, long d, long e)
{
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = s->target,
                                .message_type = atom(s, type),
                                .format = 32,
                                .data.l = {(long)s->own, b, c, d, e}}};
    XSendEvent(s->display, s->target, False, NoEventMask, &event);
    XFlush(s->display);
}

// Gives the program the list of files that it asks for.
static void give(const source *s, const XSelectionRequestEvent *request)
{
    XChangeProperty(s->display, request->requestor, request->property, request->target, 8, PropModeReplace,
                    (const unsigned char *)s->uris, (int)strlen(s->uris));
    XEvent answer = {.xselection = {.type = SelectionNotify,
                                    .requestor = request->requestor,
                                    .selection = request->selection,
                                    .target = request->target,
                                    .property = request->property,
                                    .time = request->time}};
    XSendEvent(s->display, request->requestor, False, NoEventMask, &answer);
    XFlush(s->display);
}

// Waits for a message of the program, and returns its second number.
static long await(const source *s, const char *type)
{
    const double deadline = driver_seconds() + patience;
    while (driver_seconds() < deadline) {
        struct pollfd wait = {.fd = ConnectionNumber(s->display), .events = POLLIN};
        if (!XPending(s->display)) {
            poll(&wait, 1, 100);
            continue;
        }
        XEvent event;
        XNextEvent(s->display, &event);
        if (event.type == SelectionRequest)
            give(s, &event.xselectionrequest);
        else if (event.type == ClientMessage && event.xclient.message_type == atom(s, type))
            return event.xclient.data.l[1];
    }
    driver_fail(s->d, __FILE__, __LINE__, "no %s after a drag", type);
    return 0;
}

void window_drop(driver *d, int x, int y, const char *const *paths, int count)
{
    source s = {.d = d};
    size_t used = 0;
    for (int i = 0; i < count && used < sizeof(s.uris); i++)
        used += (size_t)snprintf(s.uris + used, sizeof(s.uris) - used, "file://%s\r\n", paths[i]);
    CHECK(d, used < sizeof(s.uris), "too many files");
    open_display(&s);
    const Window root = DefaultRootWindow(s.display);
    s.own = XCreateSimpleWindow(s.display, root, 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(s.display, atom(&s, "XdndSelection"), s.own, CurrentTime);
    // The source has the mouse during the drag: the program sees where it is only when it is let go.
    const int width = DisplayWidth(s.display, DefaultScreen(s.display)),
              height = DisplayHeight(s.display, DefaultScreen(s.display));
    XWarpPointer(s.display, None, root, 0, 0, 0, 0, width - 1, height - 1);
    XSync(s.display, False);
    driver_rest(d);
    const int grab = XGrabPointer(s.display, root, False, PointerMotionMask | ButtonReleaseMask, GrabModeAsync,
                                  GrabModeAsync, None, None, CurrentTime);
    CHECK(d, grab == GrabSuccess, "the mouse cannot be taken: %d", grab);
    XWarpPointer(s.display, None, s.target, 0, 0, 0, 0, x, y);
    int column = 0, row = 0;
    Window child;
    XTranslateCoordinates(s.display, s.target, root, x, y, &column, &row, &child);
    send(&s, "XdndEnter", (long)XDND_VERSION << 24, (long)atom(&s, "text/uri-list"), 0, 0);
    send(&s, "XdndPosition", 0, (long)column << 16 | row, CurrentTime, (long)atom(&s, "XdndActionCopy"));
    CHECK(d, await(&s, "XdndStatus") & 1, "the program takes no files");
    XUngrabPointer(s.display, CurrentTime);
    send(&s, "XdndDrop", 0, CurrentTime, 0, 0);
    await(&s, "XdndFinished");
    XCloseDisplay(s.display);
}

void window_focus(driver *d, bool has)
{
    source s = {.d = d};
    open_display(&s);
    XSetInputFocus(s.display, None, RevertToParent, CurrentTime);
    XSync(s.display, False);
    driver_rest(d);
    if (has)
        XSetInputFocus(s.display, s.target, RevertToParent, CurrentTime);
    XSync(s.display, False);
    XCloseDisplay(s.display);
}
