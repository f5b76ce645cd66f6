// Files: whole reads, and writes that replace in one step.
#include "stdlib/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "vm/error.h"

namespace rille {
namespace {

[[noreturn]] void fail(std::string_view doing, const std::string& path) {
  int why = errno;
  throw Error(Code::io, str("cannot ", doing, " \"", path, "\": ", std::strerror(why)));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int operator*() const { return number_; }
  bool none() const { return number_ < 0; }

 private:
  int number_;
};

void write_all(int file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    ssize_t done = ::write(file, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail("write", path);
    text.remove_prefix(static_cast<size_t>(done));
  }
}

// Takes the half-written file away unless the rename came about.
struct Beside {
  std::string path;
  bool done = false;
  ~Beside() {
    if (!done) ::unlink(path.c_str());
  }
};

}  // namespace

std::string read_file(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info{};
  if (file.none() || ::fstat(*file, &info) != 0) fail("read", path);
  if (S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    fail("read", path);
  }
  constexpr size_t most = size_t{16} << 30;
  std::string out;
  if (info.st_size > 0) out.reserve(static_cast<size_t>(info.st_size));
  char block[1 << 16];
  for (;;) {
    ssize_t got = ::read(*file, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", path);
    if (got == 0) return out;
    out.append(block, static_cast<size_t>(got));
    if (out.size() > most) throw Error(Code::limit, str("\"", path, "\" is larger than 16 GiB"));
  }
}

void write_file(const std::string& path, std::string_view text) {
  Beside beside{str(path, ".", ::getpid(), ".part")};
  {
    Descriptor file(::open(beside.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file.none()) fail("write", path);
    write_all(*file, text, path);
    if (::fsync(*file) != 0) fail("write", path);
  }
  if (::rename(beside.path.c_str(), path.c_str()) != 0) fail("write", path);
  beside.done = true;
}

bool file_exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

}  // namespace rille
