// child_message.c: sends a message from either side of a child.
#define _POSIX_C_SOURCE 200809L

#include "system/child_internal.h"

#if defined(__unix__) || defined(__APPLE__)

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

bool child_send(int channel, const child_message *message, int descriptor)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    memset(&control, 0, sizeof(control));
    struct iovec part = {(void *)(uintptr_t)message, sizeof(*message)};
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        header.msg_control = &control;
        header.msg_controllen = sizeof(control);
        struct cmsghdr *first = CMSG_FIRSTHDR(&header);
        first->cmsg_level = SOL_SOCKET;
        first->cmsg_type = SCM_RIGHTS;
        first->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(first), &descriptor, sizeof(int));
    }
    ssize_t sent;
    do {
        sent = sendmsg(channel, &header, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof(*message);
}

#endif
