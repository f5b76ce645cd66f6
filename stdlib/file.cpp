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

// The system would end the path at a NUL and take another file.
const char* c_path(const std::string& path) {
  if (path.find('\0') == std::string::npos) return path.c_str();
  throw Error(Code::io, str("a path holds no NUL, got one behind \"", path.c_str(), "\""));
}

}  // namespace

std::string read_file(const std::string& path) {
  Descriptor file(::open(c_path(path), O_RDONLY | O_CLOEXEC));
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

namespace {

// Where the first byte stands that is no part of a character; the size where there is none.
size_t first_bad(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    auto byte = [&](size_t i) {
      return static_cast<unsigned char>(at + i < text.size() ? text[at + i] : 0);
    };
    unsigned char head = byte(0), next = byte(1);
    size_t more = head < 0x80 ? 0 : head < 0xe0 ? 1 : head < 0xf0 ? 2 : 3;
    bool is_good = head < 0x80 || (head >= 0xc2 && head <= 0xf4);
    for (size_t i = 1; i <= more; ++i) is_good = is_good && (byte(i) & 0xc0) == 0x80;
    // Overlong forms, halves of pairs, what is behind U+10FFFF.
    bool is_odd = (head == 0xe0 && next < 0xa0) || (head == 0xed && next > 0x9f) ||
                  (head == 0xf0 && next < 0x90) || (head == 0xf4 && next > 0x8f);
    if (!is_good || is_odd) return at;
    at += more + 1;
  }
  return at;
}

}  // namespace

std::string read_text(const std::string& path) {
  std::string out = read_file(path);
  size_t bad = first_bad(out);
  if (bad == out.size()) return out;
  throw Error(Code::io, str("\"", path, "\" is no text: byte ", bad, " is no UTF-8"));
}

void write_file(const std::string& path, std::string_view text) {
  const char* to = c_path(path);
  Beside beside{str(path, ".", ::getpid(), ".part")};
  {
    Descriptor file(::open(beside.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file.none()) fail("write", path);
    write_all(*file, text, path);
    if (::fsync(*file) != 0) fail("write", path);
  }
  if (::rename(beside.path.c_str(), to) != 0) fail("write", path);
  beside.done = true;
}

bool file_exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

}  // namespace rille
