// seccomp: the allowed system calls, as a BPF filter.
#include "repl/sandbox/calls.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "vm/text.h"

namespace rille {

#if defined(__x86_64__)
namespace {

// Calls that are allowed with any arguments. Landlock restricts the files that they open.
constexpr int always[] = {
    // open files, and opening files without new permissions
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev,
    SYS_preadv2, SYS_pwritev2, SYS_close, SYS_close_range, SYS_stat, SYS_fstat, SYS_lstat,
    SYS_newfstatat, SYS_statx, SYS_statfs, SYS_fstatfs, SYS_lseek, SYS_access, SYS_faccessat,
    SYS_faccessat2, SYS_readlink, SYS_readlinkat, SYS_getcwd, SYS_getdents64, SYS_dup, SYS_dup2,
    SYS_dup3, SYS_flock, SYS_fsync, SYS_fdatasync, SYS_sync_file_range, SYS_ftruncate,
    SYS_fallocate, SYS_fadvise64, SYS_copy_file_range, SYS_sendfile, SYS_rmdir, SYS_rename,
    SYS_renameat, SYS_renameat2, SYS_link, SYS_linkat, SYS_unlink, SYS_unlinkat, SYS_umask,
    SYS_pipe, SYS_pipe2, SYS_poll, SYS_ppoll, SYS_select, SYS_pselect6, SYS_epoll_create1,
    SYS_epoll_ctl, SYS_epoll_wait, SYS_epoll_pwait, SYS_eventfd2,
    // memory
    SYS_munmap, SYS_msync, SYS_mincore, SYS_brk, SYS_membarrier,
    // threads and time
    SYS_futex, SYS_set_robust_list, SYS_rseq, SYS_set_tid_address, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_getcpu, SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime,
    SYS_clock_getres, SYS_gettimeofday, SYS_time, SYS_times, SYS_timer_create, SYS_timer_settime,
    SYS_timer_gettime, SYS_timer_delete, SYS_timerfd_create, SYS_timerfd_settime, SYS_arch_prctl,
    SYS_exit, SYS_exit_group, SYS_restart_syscall,
    // signals of this process
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigsuspend,
    SYS_rt_sigtimedwait, SYS_sigaltstack, SYS_pause,
    // information about the process and the machine
    SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    SYS_getpgrp, SYS_getrlimit, SYS_getrusage, SYS_sysinfo, SYS_uname, SYS_getrandom};

constexpr int of_net[] = {SYS_connect,     SYS_sendto,      SYS_recvfrom,   SYS_sendmsg,
                          SYS_recvmsg,     SYS_sendmmsg,    SYS_recvmmsg,   SYS_shutdown,
                          SYS_getsockname, SYS_getpeername, SYS_setsockopt, SYS_getsockopt,
                          SYS_bind,        SYS_socketpair};

constexpr uint32_t allow = SECCOMP_RET_ALLOW, refuse = SECCOMP_RET_ERRNO | EPERM;

constexpr uint32_t of_argument(size_t number, size_t half = 0) {
  return static_cast<uint32_t>(offsetof(seccomp_data, args) + 8 * number + 4 * half);
}

// A BPF program. Each rule ends the program, or leaves the number of the call loaded.
class SyscallFilter {
 public:
  void load(uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset); }
  void give(uint32_t what) { add(BPF_RET | BPF_K, what); }

  // Ends the filter with `what` if the loaded word equals `value`.
  void where(uint32_t value, uint32_t what) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    give(what);
  }

  void unless(uint32_t value, uint32_t what) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    give(what);
  }
  void from(uint32_t value, uint32_t what) {  // if the loaded word is at least `value`
    add(BPF_JMP | BPF_JGE | BPF_K, value, 0, 1);
    give(what);
  }

  // Adds the rules of one call. They must end the filter.
  template <class Rules>
  void call(int number, const Rules& rules) {
    size_t jump = code_.size();
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(number), 0, 0);
    rules();
    code_[jump].jf = static_cast<uint8_t>(code_.size() - jump - 1);
  }

  // Allows a call if an argument is one of these values.
  void call_with(int number, size_t argument, std::initializer_list<uint32_t> values) {
    call(number, [&] {
      load(of_argument(argument));
      need(values);
      give(allow);
    });
  }

  // Refuses the call unless the loaded word is one of these values.
  void need(std::initializer_list<uint32_t> values) {
    auto left = static_cast<uint8_t>(values.size());
    for (uint32_t value : values) add(BPF_JMP | BPF_JEQ | BPF_K, value, left--, 0);
    give(refuse);
  }

  // Allow a call unless an argument has all of these bits, or any of them.
  void call_without_all(int number, size_t argument, uint32_t bits) {
    call(number, [&] {
      refuse_all(argument, bits);
      give(allow);
    });
  }
  void call_without_any(int number, size_t argument, uint32_t bits) {
    call(number, [&] {
      load_bits(argument, bits);
      where(0, allow);
      give(refuse);
    });
  }

  // Refuses the call if an argument has all of the bits.
  void refuse_all(size_t argument, uint32_t bits) {
    load_bits(argument, bits);
    where(bits, refuse);
  }
  void load_bits(size_t argument, uint32_t bits) {
    load(of_argument(argument));
    add(BPF_ALU | BPF_AND | BPF_K, bits);
  }

  std::vector<sock_filter> code() { return code_; }

 private:
  void add(int code, uint32_t k, uint8_t if_true = 0, uint8_t if_false = 0) {
    code_.push_back({static_cast<uint16_t>(code), if_true, if_false, k});
  }
  std::vector<sock_filter> code_;
};

// Refuses calls of other architectures and of x32, whose numbers mean other calls.
void begin(SyscallFilter& filter) {
  constexpr uint32_t x32 = 0x40000000;
  filter.load(offsetof(seccomp_data, arch));
  filter.unless(AUDIT_ARCH_X86_64, refuse);
  filter.load(offsetof(seccomp_data, nr));
  filter.from(x32, refuse);
}

void add_memory(SyscallFilter& filter) {
  constexpr uint32_t runs_what_it_writes = PROT_WRITE | PROT_EXEC;
  filter.call(SYS_mmap, [&] {
    filter.refuse_all(2, runs_what_it_writes);
    constexpr uint32_t known = MAP_SHARED | MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS |
                               MAP_DENYWRITE | MAP_NORESERVE | MAP_POPULATE | MAP_STACK |
                               MAP_FIXED_NOREPLACE;
    filter.load_bits(3, ~known);
    filter.unless(0, refuse);
    filter.load_bits(3, MAP_SHARED);
    filter.where(0, allow);
    // Shared memory does not count toward the limits of the process, and one mapping could write
    // code that another one executes.
    filter.refuse_all(3, MAP_ANONYMOUS);
    filter.refuse_all(2, PROT_EXEC);
    filter.give(allow);
  });
  filter.call_without_all(SYS_mprotect, 2, runs_what_it_writes);
  filter.call(SYS_mremap, [&] {  // an old size of 0 would create a second mapping
    filter.load(of_argument(1));
    filter.unless(0, allow);
    filter.load(of_argument(1, 1));
    filter.unless(0, allow);
    filter.give(refuse);
  });
  filter.call_with(SYS_madvise, 2,
                   {MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED,
                    MADV_FREE, MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP});
}

void add_files(SyscallFilter& filter) {
  filter.call_with(SYS_ioctl, 1, {TCGETS, TIOCGWINSZ, FIONREAD, TCSETS, TCSETSW, TCSETSF});
  // Files must not get the set-user-ID, set-group-ID, or sticky bit.
  constexpr uint32_t set_identity = S_ISUID | S_ISGID | S_ISVTX;
  filter.call_without_any(SYS_open, 2, set_identity);
  filter.call_without_any(SYS_openat, 3, set_identity);
  filter.call_without_any(SYS_creat, 1, set_identity);
  filter.call_without_any(SYS_mkdir, 1, set_identity);
  filter.call_without_any(SYS_mkdirat, 2, set_identity);
  // Commands of fcntl that send signals, wait for other processes, or resize pipes are not allowed.
  filter.call_with(SYS_fcntl, 1,
                   {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK,
                    F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW});
}

void add_processes(SyscallFilter& filter) {
  // The flags of pthread_create, without any namespace.
  constexpr uint32_t thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND |
                              CLONE_THREAD | CLONE_SETTLS | CLONE_PARENT_SETTID |
                              CLONE_CHILD_CLEARTID;
  filter.call_with(SYS_clone, 0, {thread});
  filter.where(SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);  // makes the C library use clone
  filter.call_with(SYS_sched_getparam, 0, {0});
  filter.call_with(SYS_sched_getscheduler, 0, {0});
  auto self = static_cast<uint32_t>(getpid());
  for (int number : {SYS_tgkill, SYS_rt_tgsigqueueinfo, SYS_rt_sigqueueinfo}) {
    filter.call_with(number, 0, {self});
  }
  filter.call(SYS_prlimit64, [&] {  // only to read the limits of this process
    for (size_t half : {size_t{0}, size_t{1}}) {
      filter.load(of_argument(2, half));
      filter.unless(0, refuse);
    }
    filter.load(of_argument(0));
    filter.where(0, allow);
    filter.give(refuse);
  });
  constexpr uint32_t names_memory = 0x53564d41;  // PR_SET_VMA, used by malloc
  filter.call_with(SYS_prctl, 0, {PR_SET_NAME, PR_GET_NAME, names_memory});
}

void add_net(SyscallFilter& filter) {
  constexpr uint32_t flags = SOCK_NONBLOCK | SOCK_CLOEXEC;
  filter.call(SYS_socket, [&] {
    filter.load(of_argument(0));
    filter.need({AF_INET, AF_INET6});
    filter.load_bits(1, ~flags);
    filter.need({SOCK_STREAM, SOCK_DGRAM});
    filter.give(allow);
  });
  for (int number : of_net) filter.where(static_cast<uint32_t>(number), allow);
}

std::vector<sock_filter> filter_of(bool net, int ruleset) {
  SyscallFilter filter;
  begin(filter);
  for (int number : always) filter.where(static_cast<uint32_t>(number), allow);
  add_memory(filter);
  add_files(filter);
  add_processes(filter);
  if (ruleset >= 0) {
    filter.call_with(SYS_landlock_restrict_self, 0, {static_cast<uint32_t>(ruleset)});
  }
  if (net) add_net(filter);
  filter.give(refuse);
  return filter.code();
}

}  // namespace

bool can_restrict_calls() {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

std::string restrict_calls(bool net, int ruleset) {
  std::vector<sock_filter> code = filter_of(net, ruleset);
  sock_fprog program = {.len = static_cast<unsigned short>(code.size()), .filter = code.data()};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0) return "";
  return str("seccomp: ", std::strerror(errno));
}

#else

bool can_restrict_calls() { return false; }
std::string restrict_calls(bool, int) {
  return "the system calls of this architecture are unknown";
}

#endif

}  // namespace rille
