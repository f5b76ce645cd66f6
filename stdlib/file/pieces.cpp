// OpenFile: a file that is read as it is needed.
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "stdlib/file.h"
#include "stdlib/file/descriptor.h"
#include "vm/error.h"
#include "vm/running.h"
#include "vm/text.h"

namespace rille {

struct OpenFile::Held {
  std::string path;
  struct stat info{};
  Descriptor file;

  explicit Held(const std::string& name) : path(name), file(open_to_read(name, info)) {}
};

OpenFile::OpenFile(const std::string& path) : held_(std::make_unique<Held>(path)) {
  if (S_ISREG(held_->info.st_mode)) return;
  throw Error(Code::io, str("\"", path, "\" is no file of a disk, so it cannot be read in pieces"));
}
OpenFile::~OpenFile() = default;
OpenFile::OpenFile(OpenFile&&) noexcept = default;
OpenFile& OpenFile::operator=(OpenFile&&) noexcept = default;

int64_t OpenFile::bytes() const { return held_->info.st_size; }

std::string OpenFile::read(int64_t at, size_t most) const {
  poll();
  struct stat now{};
  const struct stat& was = held_->info;
  if (::fstat(*held_->file, &now) != 0) fail_io("read", held_->path);
  bool is_same = now.st_nlink > 0 && now.st_size == was.st_size &&
                 now.st_mtim.tv_sec == was.st_mtim.tv_sec &&
                 now.st_mtim.tv_nsec == was.st_mtim.tv_nsec;
  if (!is_same) {
    throw Error(Code::io,
                str("\"", held_->path, "\" was ",
                    now.st_nlink > 0 ? "changed" : "removed or replaced", " while it was read"));
  }
  std::string out(most, '\0');
  ssize_t got = 0;
  do {
    got = ::pread(*held_->file, out.data(), most, at);
  } while (got < 0 && errno == EINTR);
  if (got < 0) fail_io("read", held_->path);
  out.resize(static_cast<size_t>(got));
  return out;
}

}  // namespace rille
