// Sandboxed processes cannot make calls to the outside.
#include "repl/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>

#include "vm/error.h"

namespace rille {
namespace {

struct Attempt {
  const char* name;
  long (*make)();
};

long call_of(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0) {
  return syscall(number, a, b, c, d, e);
}

const char* const program = "/bin/true";
const char* const kept = "/tmp/rille_sandbox_kept";  // an existing file

// Each call must return -1 with EPERM or EACCES. With these arguments, most calls would do no harm
// without the sandbox.
const Attempt on_files[] = {
    {"opens a file", [] { return long{open("/etc/passwd", O_RDONLY)}; }},
    {"opens a file by openat2",
     [] {
       uint64_t how[3] = {O_RDONLY, 0, 0};
       return call_of(SYS_openat2, AT_FDCWD, reinterpret_cast<long>("/etc/passwd"),
                      reinterpret_cast<long>(how), sizeof how);
     }},
    {"opens a folder", [] { return long{open("/etc", O_RDONLY | O_DIRECTORY)}; }},
    {"makes a file",
     [] { return long{open("/tmp/rille_sandbox_file", O_CREAT | O_WRONLY, 0600)}; }},
    {"makes a nameless file", [] { return long{open("/tmp", O_TMPFILE | O_WRONLY, 0600)}; }},
    {"makes a folder",
     [] { return call_of(SYS_mkdir, reinterpret_cast<long>("/tmp/rille_sandbox"), 0700); }},
    {"removes a file", [] { return long{unlink(kept)}; }},
    {"makes a link",
     [] {
       return call_of(SYS_symlink, reinterpret_cast<long>("/"),
                      reinterpret_cast<long>("/tmp/rille_l"));
     }},
    {"shortens a file", [] { return long{truncate("/etc/rille_none", 0)}; }},
    {"changes a mode", [] { return call_of(SYS_chmod, reinterpret_cast<long>("/tmp"), 01777); }},
    {"changes an owner", [] { return call_of(SYS_chown, reinterpret_cast<long>("/tmp"), 0, 0); }},
    {"changes a time",
     [] { return call_of(SYS_utimensat, AT_FDCWD, reinterpret_cast<long>("/tmp"), 0, 0); }},
    {"mounts", [] { return call_of(SYS_mount, 0, reinterpret_cast<long>("/tmp"), 0, 0, 0); }},
    {"changes the root", [] { return call_of(SYS_chroot, reinterpret_cast<long>("/")); }},
};

const Attempt on_processes[] = {
    {"runs a program",
     [] {
       char* const words[] = {const_cast<char*>(program), nullptr};
       return long{execv(program, words)};
     }},
    {"runs a program by execveat",
     [] { return call_of(SYS_execveat, AT_FDCWD, reinterpret_cast<long>(program), 0, 0, 0); }},
    {"forks", [] { return call_of(SYS_fork); }},
    {"forks by vfork", [] { return call_of(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD); }},
    {"forks by clone", [] { return call_of(SYS_clone, SIGCHLD); }},
    {"opens a socket of the net", [] { return long{socket(AF_INET, SOCK_STREAM, 0)}; }},
    {"opens a socket of the machine", [] { return long{socket(AF_UNIX, SOCK_STREAM, 0)}; }},
    {"opens a socket of the kernel", [] { return long{socket(AF_NETLINK, SOCK_RAW, 0)}; }},
    {"opens a pair of sockets",
     [] {
       int ends[2];
       return long{socketpair(AF_UNIX, SOCK_STREAM, 0, ends)};
     }},
    {"traces", [] { return call_of(SYS_ptrace, PTRACE_TRACEME); }},
    {"reads another's memory", [] { return call_of(SYS_process_vm_readv, getppid()); }},
    {"kills its parent", [] { return long{kill(getppid(), 0)}; }},
    {"signals its parent's thread", [] { return call_of(SYS_tgkill, getppid(), getppid(), 0); }},
    {"gets a handle of its parent", [] { return call_of(SYS_pidfd_open, getppid(), 0); }},
    {"lifts a limit",
     [] {
       rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
       return long{setrlimit(RLIMIT_CPU, &limit)};
     }},
    {"changes who it is", [] { return call_of(SYS_setuid, 0); }},
    {"makes a space of names", [] { return call_of(SYS_unshare, CLONE_NEWUSER); }},
    {"enters a space of names", [] { return call_of(SYS_setns, 0, 0); }},
    {"loads a program of the kernel", [] { return call_of(SYS_bpf, 0, 0, 0); }},
    {"makes a ring of calls", [] { return call_of(SYS_io_uring_setup, 1, 0); }},
    {"handles faults of memory", [] { return call_of(SYS_userfaultfd, 0); }},
    {"counts events", [] { return call_of(SYS_perf_event_open, 0, 0, -1, -1, 0); }},
    {"takes a key", [] { return call_of(SYS_keyctl, 0, 0); }},
    {"types into the terminal",
     [] {
       char byte = 'x';
       return call_of(SYS_ioctl, 0, 0x5412, reinterpret_cast<long>(&byte));  // TIOCSTI
     }},
};

const Attempt on_memory_and_files[] = {
    {"maps memory that is written and run",
     [] {
       return reinterpret_cast<long>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
     }},
    {"makes memory written and run",
     [] {
       void* at = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       return long{mprotect(at, 4096, PROT_READ | PROT_WRITE | PROT_EXEC)};
     }},
    {"lifts the guard", [] { return call_of(SYS_seccomp, 1, 0, 0); }},
    {"sends an event as a signal", [] { return long{fcntl(0, F_SETOWN, getppid())}; }},
    {"makes a pipe large", [] { return long{fcntl(0, F_SETPIPE_SZ, 1 << 20)}; }},
    {"binds its parent to a core",
     [] {
       uint64_t cores = 1;
       return call_of(SYS_sched_setaffinity, getppid(), sizeof cores,
                      reinterpret_cast<long>(&cores));
     }},
    {"asks for its parent's schedule", [] { return call_of(SYS_sched_getscheduler, getppid()); }},
    {"makes a second view of memory",
     [] {
       void* at = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       return call_of(SYS_mremap, reinterpret_cast<long>(at), 0, 4096, MREMAP_MAYMOVE);
     }},
    {"shares memory that no limit counts",
     [] {
       return reinterpret_cast<long>(
           mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
     }},
    {"runs shared memory",
     [] {
       int file = open("/proc/cpuinfo", O_RDONLY);
       return reinterpret_cast<long>(
           mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0));
     }},
    {"puts a page out of use",
     [] {
       constexpr int soft_offline = 101;
       void* at = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       return long{madvise(at, 4096, soft_offline)};
     }},
    {"forks a thread into a space of names",
     [] { return call_of(SYS_clone, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND | CLONE_NEWNS); }},
    {"makes a file that runs as its owner",
     [] { return long{open("/dev/null", O_CREAT | O_WRONLY, 04755)}; }},
    {"changes the mode of an open file",
     [] { return long{fchmod(open("/proc/cpuinfo", O_RDONLY), 0777)}; }},
};

// The exit status of a sandboxed child that runs this.
int exit_of(const SandboxOptions& options, const std::function<int()>& act) {
  pid_t child = fork();
  if (child == 0) {
    int status = 99;
    try {
      guard(options, {});
      status = act();
    } catch (const Error&) {
      status = 98;
    }
    _exit(status);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

class Sandbox : public testing::Test {
 protected:
  void SetUp() override {
    Guards missing = missing_guards();
    if (!missing.files.empty() || !missing.calls.empty()) {
      GTEST_SKIP() << missing.files << ' ' << missing.calls;
    }
    close(open(kept, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  }
  void TearDown() override { unlink(kept); }
};

TEST_F(Sandbox, no_call_gets_out) {
  std::vector<Attempt> attempts(std::begin(on_files), std::end(on_files));
  attempts.insert(attempts.end(), std::begin(on_processes), std::end(on_processes));
  attempts.insert(attempts.end(), std::begin(on_memory_and_files), std::end(on_memory_and_files));
  for (const Attempt& attempt : attempts) {
    int status = exit_of({.mode = "strict"}, [&] {
      errno = 0;
      bool is_refused = attempt.make() == -1 && (errno == EPERM || errno == EACCES);
      return is_refused ? 0 : errno == 0 ? 1 : errno;
    });
    EXPECT_EQ(status, 0) << attempt.name << " is not refused; 1: it is done; else errno";
  }
}

TEST_F(Sandbox, threads_memory_and_open_files_go_on) {
  EXPECT_EQ(exit_of({.mode = "strict"},
                    [] {
                      int sum = 0;
                      std::jthread([&] { sum = 7; }).join();
                      int ends[2];
                      char byte = 0;
                      bool pipes = pipe(ends) == 0 && write(ends[1], "x", 1) == 1 &&
                                   ::read(ends[0], &byte, 1) == 1;
                      return sum == 7 && pipes && byte == 'x' ? 0 : 1;
                    }),
            0);
}

TEST_F(Sandbox, a_grant_of_the_net_opens_sockets_of_the_net_alone) {
  EXPECT_EQ(exit_of({.mode = "strict", .net = true},
                    [] {
                      bool net = socket(AF_INET, SOCK_STREAM, 0) >= 0;
                      bool machine = socket(AF_UNIX, SOCK_STREAM, 0) < 0 && errno == EPERM;
                      bool raw = socket(AF_INET, SOCK_RAW, 1) < 0 && errno == EPERM;
                      return net && machine && raw ? 0 : 1;
                    }),
            0);
}

TEST_F(Sandbox, of_roots_privileges_those_to_read_files_are_left) {
  EXPECT_EQ(exit_of({.mode = "strict"},
                    [] {
                      std::ifstream status("/proc/self/status");
                      return status.good() ? 1 : 0;  // no access to /proc is granted
                    }),
            0);
  EXPECT_EQ(exit_of({.mode = "strict", .reads = {"/proc"}, .writes = {}},
                    [] {
                      std::ifstream status("/proc/self/status");
                      std::string line;
                      while (std::getline(status, line) && !line.starts_with("CapEff:")) continue;
                      uint64_t has = std::stoull(line.substr(7), nullptr, 16);
                      return (has & ~uint64_t{6}) == 0 ? 0 : 1;
                    }),
            0);
}

TEST_F(Sandbox, a_grant_of_a_folder_covers_what_is_in_it) {
  EXPECT_EQ(exit_of({.mode = "strict", .reads = {"/etc"}, .writes = {}},
                    [] {
                      bool reads = open("/etc/passwd", O_RDONLY) >= 0;
                      bool writes = open("/etc/passwd", O_WRONLY) >= 0;
                      return reads && !writes ? 0 : 1;
                    }),
            0);
}

}  // namespace
}  // namespace rille
