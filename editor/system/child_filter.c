// child_filter.c: the system calls that a child may use.
#include "system/child_internal.h"

#if EDITOR_SECCOMP

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#define EMPTY_PATH 0x1000 // AT_EMPTY_PATH: fstat in glibc

// Without arguments that could do harm, given that only the child's own descriptors are open.
static const int ALLOWED[] = {SCMP_SYS(read),          SCMP_SYS(readv),           SCMP_SYS(pread64),
                              SCMP_SYS(write),         SCMP_SYS(writev),          SCMP_SYS(pwrite64),
                              SCMP_SYS(lseek),         SCMP_SYS(_llseek),         SCMP_SYS(fstat),
                              SCMP_SYS(fstat64),       SCMP_SYS(close),           SCMP_SYS(ftruncate),
                              SCMP_SYS(ftruncate64),   SCMP_SYS(sendmsg),         SCMP_SYS(recvmsg),
                              SCMP_SYS(brk),           SCMP_SYS(munmap),          SCMP_SYS(mremap),
                              SCMP_SYS(madvise),       SCMP_SYS(futex),           SCMP_SYS(rt_sigaction),
                              SCMP_SYS(rt_sigreturn),  SCMP_SYS(sigaltstack),     SCMP_SYS(rt_sigprocmask),
                              SCMP_SYS(getpid),        SCMP_SYS(gettid),          SCMP_SYS(sched_yield),
                              SCMP_SYS(clock_gettime), SCMP_SYS(clock_gettime64), SCMP_SYS(gettimeofday),
                              SCMP_SYS(time),          SCMP_SYS(getrandom),       SCMP_SYS(exit),
                              SCMP_SYS(exit_group),    SCMP_SYS(restart_syscall)};

static bool add_rules(scmp_filter_ctx filter)
{
    int failed = 0;
    for (size_t i = 0; i < sizeof(ALLOWED) / sizeof(ALLOWED[0]); i++)
        failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, ALLOWED[i], 0);
    // Memory that is not code; and not shared: that counts against no limit of a process.
    const struct scmp_arg_cmp no_code = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    const struct scmp_arg_cmp own = SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_SHARED, 0);
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, no_code, own);
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap2), 2, no_code, own);
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, no_code);
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 1, SCMP_A3(SCMP_CMP_EQ, EMPTY_PATH));
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFL));
    failed |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl64), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFL));
    // abort() signals its own process, and no other.
    failed |=
        seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    return failed == 0;
}

// Other calls fail as if the person lacked the right, so that libraries which only try something go on.
bool child_filter_calls(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        return false;
    const bool ok = add_rules(filter) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return ok;
}

#else

bool child_filter_calls(void)
{
    return false;
}

#endif
