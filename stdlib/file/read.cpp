// Reads whole files, with limits of size and time.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "stdlib/file.h"
#include "stdlib/file/descriptor.h"
#include "stdlib/file/folder.h"
#include "stdlib/file/format_hints.h"
#include "stdlib/remote.h"
#include "vm/error.h"
#include "vm/run/grants.h"
#include "vm/run/running.h"
#include "vm/text.h"
#include "vm/words/visible.h"

namespace rille {

// O_NONBLOCK prevents that opening a FIFO waits for a writer; it has no effect on regular files.
Descriptor open_to_read(const std::string& path, struct stat& info) {
  Descriptor file(::open(c_path(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.none() || ::fstat(*file, &info) != 0) fail_io("read", path);
  if (S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    fail_io("read", path);
  }
  return file;
}

namespace {

constexpr size_t read_piece = size_t{1} << 20;  // bytes between two polls for interrupts

// A buffer that grows by doubling; the first `size` bytes have been read.
struct GrowableBuffer {
  BufferRef bytes;
  size_t size = 0;

  char* end() const { return static_cast<char*>(bytes->data()) + size; }
  size_t room() const { return bytes->bytes() - size; }
  void grow() {
    auto larger = std::make_shared<Buffer>(host_space(), bytes->bytes() * 2);
    copy_bytes(larger->data(), bytes->data(), size);
    bytes = std::move(larger);
  }
};

[[noreturn]] void too_large(const std::string& path, size_t most) {
  bool is_large = most >= size_t{1} << 30;
  std::string size = is_large ? str(most >> 30, " GiB") : str(most >> 20, " MiB");
  throw Error(Code::limit, str("\"", path, "\" is larger than ", size));
}

}  // namespace

namespace {

// Reads to the end of the file. With `may_wait`, waits for more data of a pipe or device.
FileContents read_all(const std::string& path, const Descriptor& file, const struct stat& info,
                      size_t most, bool may_wait) {
  auto said = static_cast<size_t>(std::max<off_t>(info.st_size, 0));
  bool waits = !S_ISREG(info.st_mode);
  if (!waits && said > most) too_large(path, most);
  // One extra byte lets the end of the file be detected without growing the buffer.
  size_t room = waits ? read_piece : said + 1;
  GrowableBuffer out{std::make_shared<Buffer>(host_space(), std::max(room, size_t{4096}))};
  for (;;) {
    poll();
    if (waits) wait_for(file, POLLIN);
    if (out.room() == 0) out.grow();
    ssize_t got = ::read(*file, out.end(), std::min(out.room(), read_piece));
    bool blocks = got < 0 && errno == EAGAIN;
    if (blocks && may_wait) wait_for(file, POLLIN);
    bool again = got < 0 && (errno == EINTR || (blocks && may_wait));
    if (got < 0 && !again) fail_io("read", path);
    if (got == 0) return {out.bytes, out.size};
    if (got > 0) out.size += static_cast<size_t>(got);
    if (out.size > most) too_large(path, most);
  }
}

}  // namespace

FileContents read_file(const std::string& path, size_t most) {
  if (is_url(path)) return remote().read(path, most);
  struct stat info{};
  Descriptor file = open_to_read(path, info);
  return read_all(path, file, info, most, true);
}

std::string read_text(const std::string& path) { return copied(read_utf8(path).view()); }

FileContents read_utf8(const std::string& path) {
  FileContents contents = read_file(path);
  size_t bad = first_bad(contents.view());
  if (bad == contents.view().size()) return contents;
  throw Error(Code::io,
              str("\"", shown_path(path), "\" is not UTF-8 text: byte ", bad, " is not valid"))
      .help(way_to_text(contents.view()));
}

namespace {

void need_no_url(const std::string& path) {
  if (!is_url(path)) return;
  throw Error(Code::io, str("\"", shown_path(path), "\" is a URL, expected a local script"))
      .help("download the script, review it, and run the local file");
}

}  // namespace

std::string read_source(const std::string& path) {
  need_no_url(path);
  return std::string(read_file(path, largest_source).view());
}

std::string read_module(const std::string& path) {
  need_no_url(path);
  struct stat info{};
  Descriptor file = open_to_read(path, info);
  if (!S_ISREG(info.st_mode)) {
    throw Error(Code::io, str("\"", path, "\" is not a regular file, so it cannot be imported"));
  }
  return std::string(read_all(path, file, info, largest_source, false).view());
}

bool is_regular_file(const std::string& path) {
  struct stat info{};
  try {
    need_path(path);
  } catch (const Error&) {  // without a grant the file is reported as missing
    return false;
  }
  bool can_be_path = !is_url(path) && path.find('\0') == std::string::npos;
  return can_be_path && ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

bool file_exists(const std::string& path) {
  if (is_url(path)) return is_file(path) || is_folder(path);
  if (path.find('\0') != path.npos) return false;
  return ::access(c_path(path), F_OK) == 0;
}

}  // namespace rille
