// seccomp: the list of calls, as a filter of the kernel's.
#include "repl/sandbox/calls.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
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

// Those that are made whatever their arguments are. Which files they open is Landlock's affair.
constexpr int always[] = {
    // files that are open, and opening some
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev,
    SYS_preadv2, SYS_pwritev2, SYS_open, SYS_openat, SYS_creat, SYS_close, SYS_close_range,
    SYS_stat, SYS_fstat, SYS_lstat, SYS_newfstatat, SYS_statx, SYS_statfs, SYS_fstatfs, SYS_lseek,
    SYS_access, SYS_faccessat, SYS_faccessat2, SYS_readlink, SYS_readlinkat, SYS_getcwd,
    SYS_getdents64, SYS_dup, SYS_dup2, SYS_dup3, SYS_fcntl, SYS_flock, SYS_fsync, SYS_fdatasync,
    SYS_sync_file_range, SYS_ftruncate, SYS_fallocate, SYS_fadvise64, SYS_copy_file_range,
    SYS_sendfile, SYS_mkdir, SYS_mkdirat, SYS_rmdir, SYS_rename, SYS_renameat, SYS_renameat2,
    SYS_link, SYS_linkat, SYS_unlink, SYS_unlinkat, SYS_fchmod, SYS_umask, SYS_pipe, SYS_pipe2,
    SYS_poll, SYS_ppoll, SYS_select, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_wait,
    SYS_epoll_pwait, SYS_eventfd2,
    // memory
    SYS_munmap, SYS_mremap, SYS_msync, SYS_madvise, SYS_mincore, SYS_brk, SYS_membarrier,
    // threads and time
    SYS_futex, SYS_set_robust_list, SYS_rseq, SYS_set_tid_address, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_sched_setaffinity, SYS_sched_getparam, SYS_sched_getscheduler,
    SYS_getcpu, SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime, SYS_clock_getres,
    SYS_gettimeofday, SYS_time, SYS_times, SYS_timer_create, SYS_timer_settime, SYS_timer_gettime,
    SYS_timer_delete, SYS_timerfd_create, SYS_timerfd_settime, SYS_arch_prctl, SYS_exit,
    SYS_exit_group, SYS_restart_syscall,
    // signals of our own
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigsuspend,
    SYS_rt_sigtimedwait, SYS_sigaltstack, SYS_pause,
    // what is known of the process and the machine
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

// A program of the kernel's filter machine; each rule ends it or leaves the call's number loaded.
class Filter {
 public:
  void load(uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset); }
  void give(uint32_t what) { add(BPF_RET | BPF_K, what); }

  // What is loaded equals `value`: the filter ends with `what`.
  void where(uint32_t value, uint32_t what) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    give(what);
  }

  void unless(uint32_t value, uint32_t what) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    give(what);
  }
  void from(uint32_t value, uint32_t what) {  // at or above it
    add(BPF_JMP | BPF_JGE | BPF_K, value, 0, 1);
    give(what);
  }

  // The rules of one call, which must end it.
  template <class Rules>
  void call(int number, const Rules& rules) {
    size_t jump = code_.size();
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(number), 0, 0);
    rules();
    code_[jump].jf = static_cast<uint8_t>(code_.size() - jump - 1);
  }

  // A call that is made where an argument is one of these.
  void call_with(int number, size_t argument, std::initializer_list<uint32_t> values) {
    call(number, [&] {
      load(of_argument(argument));
      for (uint32_t value : values) where(value, allow);
      give(refuse);
    });
  }

  // A call whose argument must have some of the bits, or not all of them.
  void call_with_bits(int number, size_t argument, uint32_t bits, bool needs) {
    call(number, [&] {
      load(of_argument(argument));
      add(BPF_ALU | BPF_AND | BPF_K, bits);
      where(bits, needs ? allow : refuse);
      give(needs ? refuse : allow);
    });
  }

  std::vector<sock_filter> code() { return code_; }

 private:
  void add(int code, uint32_t k, uint8_t if_true = 0, uint8_t if_false = 0) {
    code_.push_back({static_cast<uint16_t>(code), if_true, if_false, k});
  }
  std::vector<sock_filter> code_;
};

// The numbers mean other calls on another machine, and with the bit of x32.
void begin(Filter& filter) {
  constexpr uint32_t x32 = 0x40000000;
  filter.load(offsetof(seccomp_data, arch));
  filter.unless(AUDIT_ARCH_X86_64, refuse);
  filter.load(offsetof(seccomp_data, nr));
  filter.from(x32, refuse);
}

std::vector<sock_filter> filter_of(bool net, int ruleset) {
  Filter filter;
  begin(filter);
  for (int number : always) filter.where(static_cast<uint32_t>(number), allow);
  constexpr uint32_t runs_what_it_writes = PROT_WRITE | PROT_EXEC;
  filter.call_with_bits(SYS_mmap, 2, runs_what_it_writes, false);
  filter.call_with_bits(SYS_mprotect, 2, runs_what_it_writes, false);
  filter.call_with_bits(SYS_clone, 0, CLONE_VM | CLONE_THREAD, true);
  filter.where(SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);  // the C library then takes clone
  filter.call_with(SYS_ioctl, 1, {TCGETS, TIOCGWINSZ, FIONREAD, TCSETS, TCSETSW, TCSETSF});
  auto self = static_cast<uint32_t>(getpid());
  for (int number : {SYS_tgkill, SYS_rt_tgsigqueueinfo, SYS_rt_sigqueueinfo}) {
    filter.call_with(number, 0, {self});
  }
  filter.call(SYS_prlimit64, [&] {  // which reads our own limits, and sets none
    for (size_t half : {size_t{0}, size_t{1}}) {
      filter.load(of_argument(2, half));
      filter.unless(0, refuse);
    }
    filter.load(of_argument(0));
    filter.where(0, allow);
    filter.give(refuse);
  });
  constexpr uint32_t names_memory =
      0x53564d41;  // PR_SET_VMA, which the C library's malloc asks for
  filter.call_with(SYS_prctl, 0, {PR_SET_NAME, PR_GET_NAME, names_memory});
  if (ruleset >= 0) {
    filter.call_with(SYS_landlock_restrict_self, 0, {static_cast<uint32_t>(ruleset)});
  }
  if (net) {
    filter.call_with(SYS_socket, 0, {AF_INET, AF_INET6});
    for (int number : of_net) filter.where(static_cast<uint32_t>(number), allow);
  }
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
std::string restrict_calls(bool, int) { return "the system calls of this machine are not known"; }

#endif

}  // namespace rille
