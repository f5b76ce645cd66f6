// A layer under the C library: records, kills, fails calls.
//
// Loaded by LD_PRELOAD. It looks at what is done to files below CRASH_FOLDER, and counts.
//   CRASH_RECORD  a file that gets each call that was done, and the bytes of each write
//   CRASH_KILL    the number of the call at which SIGKILL ends it all; a write is half done
//   CRASH_FAIL    the number of the first call that fails, with errno CRASH_ERRNO, and so do
//                 CRASH_TIMES calls behind it
//   CRASH_COUNT   a file that gets the number of calls when the process ends
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

namespace {

// An absolute path that does not lead below the folder. It allocates nothing.
bool is_elsewhere(const char* path) {
  const char* folder = getenv("CRASH_FOLDER");
  return path[0] == '/' &&
         (folder == nullptr || std::strncmp(path, folder, std::strlen(folder)) != 0);
}

std::recursive_mutex& lock() {
  static auto* one = new std::recursive_mutex;
  return *one;
}

// Descriptors of files and folders below the folder, by their paths: "" of a file without a name.
std::map<int, std::string>& known() {
  static auto* one = new std::map<int, std::string>;
  return *one;
}

std::string word(const char* name) {
  const char* found = getenv(name);
  return found == nullptr ? "" : found;
}

template <class F>
F* real(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

using Write = ssize_t(int, const void*, size_t);
using Open = int(const char*, int, ...);

long calls = 0;

std::string real_name(const std::string& path) {
  char out[PATH_MAX];
  return realpath(path.c_str(), out) != nullptr ? out : path;
}

// A path as a whole one; "" where it is not below the folder.
std::string watched(int folder, const char* path) {
  static const std::string root = real_name(word("CRASH_FOLDER"));
  if (root.empty() || path == nullptr) return "";
  std::string full = path;
  if (full.empty() || full[0] != '/') {
    std::string base;
    if (folder == AT_FDCWD) {
      char here[PATH_MAX];
      base = getcwd(here, sizeof here) != nullptr ? here : "";
    } else {
      auto found = known().find(folder);
      if (found == known().end()) return "";
      base = found->second;
    }
    full = base + "/" + full;
  }
  while (full.size() > 2 && full.ends_with("/.")) full.resize(full.size() - 2);
  return full.starts_with(root) ? full : "";
}

unsigned long inode(int file) {
  struct stat info{};
  return fstat(file, &info) == 0 ? info.st_ino : 0;
}

void record(const std::string& line, const void* data = nullptr, size_t size = 0) {
  static const std::string path = word("CRASH_RECORD");
  if (path.empty()) return;
  static const int out =
      real<Open>("open")(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  std::string text = line + "\n";
  auto* put = real<Write>("write");
  if (put(out, text.data(), text.size()) < 0) abort();
  if (size > 0 && put(out, data, size) < 0) abort();
}

[[noreturn]] void die() {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

bool ends_here() {
  static const std::string at = word("CRASH_KILL");
  return !at.empty() && calls == atol(at.c_str());
}

// Counts a call; true where it fails.
bool fails(bool may_die = true) {
  static const std::string first = word("CRASH_FAIL"), times = word("CRASH_TIMES"),
                           why = word("CRASH_ERRNO");
  ++calls;
  if (may_die && ends_here()) die();
  if (first.empty()) return false;
  long from = atol(first.c_str());
  if (calls < from || calls > from + atol(times.c_str())) return false;
  errno = atoi(why.c_str());
  return true;
}

struct AtEnd {
  ~AtEnd() {
    std::string path = word("CRASH_COUNT");
    if (path.empty()) return;
    int out = real<Open>("open")(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    std::string text = std::to_string(calls);
    if (real<Write>("write")(out, text.data(), text.size()) < 0) abort();
  }
} at_end;

int opened(const char* name, int folder, const char* path, int flags, mode_t mode) {
  std::lock_guard guard(lock());
  std::string full = watched(folder, path);
  bool writes = (flags & O_ACCMODE) != O_RDONLY;
  if (!full.empty() && writes && fails()) return -1;
  bool is_new = (flags & O_TMPFILE) == O_TMPFILE ||
                ((flags & O_CREAT) != 0 && faccessat(folder, path, F_OK, 0) != 0);
  int out = std::strncmp(name, "openat", 6) == 0
                ? real<int(int, const char*, int, ...)>(name)(folder, path, flags, mode)
                : real<Open>(name)(path, flags, mode);
  if (out < 0 || full.empty()) return out;
  bool is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
  known()[out] = is_nameless ? "" : full;
  if (!writes) return out;
  if (is_new) record("create " + std::to_string(inode(out)));
  if (is_new && !is_nameless) record("link " + std::to_string(inode(out)) + " " + full);
  return out;
}

bool is_known(int file) { return known().contains(file); }

template <class Put>
ssize_t written(int file, const void* data, size_t size, off_t at, const Put& put) {
  std::lock_guard guard(lock());
  if (!is_known(file)) return put(size);
  if (fails(false)) return -1;
  if (ends_here()) {
    put(size / 2);
    die();
  }
  ssize_t done = put(size);
  if (done > 0) {
    record("write " + std::to_string(inode(file)) + " " + std::to_string(at) + " " +
               std::to_string(done),
           data, static_cast<size_t>(done));
  }
  return done;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  auto mode = static_cast<mode_t>(va_arg(rest, int));
  va_end(rest);
  return opened("open", AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  auto mode = static_cast<mode_t>(va_arg(rest, int));
  va_end(rest);
  return opened("open64", AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  auto mode = static_cast<mode_t>(va_arg(rest, int));
  va_end(rest);
  return opened("openat", folder, path, flags, mode);
}

int openat64(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  auto mode = static_cast<mode_t>(va_arg(rest, int));
  va_end(rest);
  return opened("openat64", folder, path, flags, mode);
}

int close(int file) {
  std::lock_guard guard(lock());
  known().erase(file);
  return real<int(int)>("close")(file);
}

ssize_t write(int file, const void* data, size_t size) {
  auto at = is_known(file) ? lseek(file, 0, SEEK_CUR) : 0;
  return written(file, data, size, at,
                 [&](size_t part) { return real<Write>("write")(file, data, part); });
}

ssize_t pwrite(int file, const void* data, size_t size, off_t at) {
  return written(file, data, size, at, [&](size_t part) {
    return real<ssize_t(int, const void*, size_t, off_t)>("pwrite")(file, data, part, at);
  });
}

ssize_t pwrite64(int file, const void* data, size_t size, off_t at) {
  return pwrite(file, data, size, at);
}

int ftruncate(int file, off_t size) {
  std::lock_guard guard(lock());
  if (is_known(file) && fails()) return -1;
  int out = real<int(int, off_t)>("ftruncate")(file, size);
  if (out == 0 && is_known(file)) {
    record("truncate " + std::to_string(inode(file)) + " " + std::to_string(size));
  }
  return out;
}

int fallocate(int file, int mode, off_t at, off_t size) {
  std::lock_guard guard(lock());
  if (is_known(file) && fails()) return -1;
  int out = real<int(int, int, off_t, off_t)>("fallocate")(file, mode, at, size);
  if (out == 0 && is_known(file)) {
    record("truncate " + std::to_string(inode(file)) + " " + std::to_string(at + size));
  }
  return out;
}

int fallocate64(int file, int mode, off_t at, off_t size) {
  return fallocate(file, mode, at, size);
}

int ftruncate64(int file, off_t size) { return ftruncate(file, size); }

int fsync(int file) {
  std::lock_guard guard(lock());
  if (!is_known(file)) return real<int(int)>("fsync")(file);
  if (fails()) return -1;
  int out = real<int(int)>("fsync")(file);
  struct stat info{};
  bool is_folder = fstat(file, &info) == 0 && S_ISDIR(info.st_mode);
  std::string line = is_folder ? "syncdir " + known()[file] : "sync " + std::to_string(inode(file));
  if (out == 0) record(line);
  return out;
}

int linkat(int from, const char* path, int to, const char* name, int flags) {
  std::lock_guard guard(lock());
  std::string full = watched(to, name);
  if (!full.empty() && fails()) return -1;
  int out =
      real<int(int, const char*, int, const char*, int)>("linkat")(from, path, to, name, flags);
  if (out == 0 && !full.empty()) {
    struct stat info{};
    fstatat(to, name, &info, 0);
    record("link " + std::to_string(info.st_ino) + " " + full);
  }
  return out;
}

int renameat(int from, const char* path, int to, const char* name) {
  std::lock_guard guard(lock());
  std::string before = watched(from, path), after = watched(to, name);
  if (!after.empty() && fails()) return -1;
  int out = real<int(int, const char*, int, const char*)>("renameat")(from, path, to, name);
  if (out == 0 && !after.empty()) record("rename " + before + " " + after);
  return out;
}

int unlinkat(int folder, const char* path, int flags) {
  std::lock_guard guard(lock());
  std::string full = watched(folder, path);
  if (!full.empty() && fails()) return -1;
  int out = real<int(int, const char*, int)>("unlinkat")(folder, path, flags);
  if (out == 0 && !full.empty()) record("unlink " + full);
  return out;
}

int unlink(const char* path) { return unlinkat(AT_FDCWD, path, 0); }

int mkdir(const char* path, mode_t mode) {
  // AddressSanitizer makes the folder of its reports while it begins: nothing may be allocated
  // then.
  if (is_elsewhere(path)) {
    return static_cast<int>(syscall(SYS_mkdirat, AT_FDCWD, path, mode));
  }
  std::lock_guard guard(lock());
  std::string full = watched(AT_FDCWD, path);
  if (!full.empty() && fails()) return -1;
  int out = real<int(const char*, mode_t)>("mkdir")(path, mode);
  if (out == 0 && !full.empty()) record("mkdir " + full);
  return out;
}

}  // extern "C"
