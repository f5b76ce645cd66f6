// OpenFile: a file that is read in ranges.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "stdlib/file.h"
#include "stdlib/file/descriptor.h"
#include "stdlib/remote.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/text.h"

namespace rille {

struct OpenFile::OpenHandle {
  std::string path;
  struct stat info{};
  Descriptor file{-1};
  std::unique_ptr<RemoteFile> object = nullptr;  // set for a URL; `file` is then unused

  explicit OpenHandle(const std::string& name) : path(name) {
    if (is_url(name)) {
      object = remote().open(name);
    } else {
      file = open_to_read(name, info);
    }
  }
  void need_same(bool by_name) const;
  void fill(int64_t at, std::span<std::byte> to) const;
};

// Raises error[io] if the file has changed since it was opened and, with `by_name`, also if it was
// removed or replaced.
void OpenFile::OpenHandle::need_same(bool by_name) const {
  if (object) return;  // each read of a remote object checks this
  struct stat now{};
  const struct stat& was = info;
  if (::fstat(*file, &now) != 0) fail_io("read", path);
  bool is_same = (now.st_nlink > 0 || !by_name) && now.st_size == was.st_size &&
                 now.st_mtim.tv_sec == was.st_mtim.tv_sec &&
                 now.st_mtim.tv_nsec == was.st_mtim.tv_nsec;
  if (is_same) return;
  throw Error(Code::io,
              str("\"", path, "\" was ", now.st_nlink > 0 ? "changed" : "removed or replaced",
                  " while it was read"));
}

OpenFile::OpenFile(const std::string& path) : held_(std::make_unique<OpenHandle>(path)) {
  if (held_->object || S_ISREG(held_->info.st_mode)) return;
  throw Error(Code::io,
              str("\"", path, "\" is not a regular file, so it cannot be read in ranges"));
}
OpenFile::~OpenFile() = default;
OpenFile::OpenFile(OpenFile&&) noexcept = default;
OpenFile& OpenFile::operator=(OpenFile&&) noexcept = default;

int64_t OpenFile::bytes() const {
  return held_->object ? held_->object->bytes() : held_->info.st_size;
}

FileIdentity OpenFile::identity() const {
  if (held_->object) return {-1, 0, bytes(), held_->object->version(), 0};
  const struct stat& info = held_->info;
  return {static_cast<int64_t>(info.st_dev), static_cast<int64_t>(info.st_ino), info.st_size,
          info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

std::string OpenFile::read(int64_t at, size_t most) const {
  poll();
  if (held_->object) {
    auto left = static_cast<size_t>(std::max<int64_t>(bytes() - at, 0));
    std::string out(std::min(most, left), '\0');
    if (out.empty()) return out;
    held_->object->read(at, std::as_writable_bytes(std::span(out)));
    return out;
  }
  held_->need_same(true);
  std::string out(most, '\0');
  ssize_t got = 0;
  do {
    got = ::pread(*held_->file, out.data(), most, at);
  } while (got < 0 && errno == EINTR);
  if (got < 0) fail_io("read", held_->path);
  out.resize(static_cast<size_t>(got));
  return out;
}

void OpenFile::OpenHandle::fill(int64_t at, std::span<std::byte> to) const {
  if (object) return object->read(at, to);
  while (!to.empty()) {
    ssize_t got = ::pread(*file, to.data(), to.size(), at);
    if (got < 0 && errno != EINTR) fail_io("read", path);
    if (got == 0) throw Error(Code::io, str("\"", path, "\" was truncated while it was read"));
    if (got < 0) continue;
    at += got;
    to = to.subspan(static_cast<size_t>(got));
  }
}

void OpenFile::read_into(int64_t at, std::span<std::byte> to) const {
  held_->fill(at, to);
  held_->need_same(false);
}

// A change of the file is checked once, after all pieces.
void OpenFile::read_pieces(std::span<const ReadRange> pieces) const {
  for (const ReadRange& piece : pieces) held_->fill(piece.at, piece.to);
  held_->need_same(true);
}

}  // namespace rille
