// Files: the one layer through which we touch disks and URLs.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "vm/memory/buffer.h"

namespace rille {

inline constexpr size_t largest_file = size_t{16} << 30;
inline constexpr size_t largest_source = size_t{64} << 20;

// The bytes of a file, in memory that the host's Space counts.
class Contents {
 public:
  Contents(BufferRef bytes, size_t size) : bytes_(std::move(bytes)), size_(size) {}
  std::string_view view() const { return {static_cast<const char*>(bytes_->data()), size_}; }

 private:
  BufferRef bytes_;
  size_t size_;
};

// Where a path is taken a URL is one, too (stdlib/remote.h).

// The whole file; error[io] names it and says why, error[limit] where it has more than `most`
// bytes, error[memory] where they do not fit. A stop ends the read, whatever it waits for.
Contents read_file(const std::string& path, size_t most = largest_file);
// The same, for text: error[io] too where it is no UTF-8.
Contents read_utf8(const std::string& path);
std::string read_text(const std::string& path);
// The text of a script; the lexer says where it is no UTF-8.
std::string read_source(const std::string& path);
// The text of a module, whose path comes from a script. Only a regular file is read, and a read
// that would block fails: so it ends. error[io] for every other kind of file.
std::string read_module(const std::string& path);
// Whether the path is a regular file of a disk that may be read; nothing is asked of a server.
bool is_regular_file(const std::string& path);

// What tells a file from every other one, and from itself after a change.
using FileIdentity = std::array<int64_t, 5>;

// A regular file, or an object behind a URL, that is read in pieces, at any place. error[io] names
// it.
class OpenFile {
 public:
  explicit OpenFile(const std::string& path);
  ~OpenFile();
  OpenFile(OpenFile&&) noexcept;
  OpenFile& operator=(OpenFile&&) noexcept;
  int64_t bytes() const;
  FileIdentity identity() const;
  // What stands from `at` on, at most `most` bytes; nothing at the end. error[io] where the file
  // was changed or removed since it was opened.
  std::string read(int64_t at, size_t most) const;
  // The bytes from `at` on, as many as there is room for; error[io] where the file has fewer.
  // For several threads at a time.
  void read_into(int64_t at, std::span<std::byte> to) const;
  // The same for several places.
  struct Piece {
    int64_t at;
    std::span<std::byte> to;
  };
  void read_pieces(std::span<const Piece> pieces) const;

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

// Gives the file these contents, the parts one after the other, and syncs it and its folder.
// What is at the path stays what it is: a link's target is written, a device is written to, mode,
// owner and further names of a file are kept. A file is replaced in one step where that can be:
// after a stop, a fault or a kill it is the old one or the new one, whole. It is written in place
// where it has further names, or where it cannot be replaced by one of the same owner.
void write_file(const std::string& path, std::span<const std::string_view> parts);
void write_file(const std::string& path, std::string_view text);

// Writes bytes to any place of the file that it is given for; for several threads at a time.
class WriteAt {
 public:
  WriteAt(int file, const std::string& path) : file_(file), path_(path) {}
  void operator()(uint64_t at, std::string_view text) const;

 private:
  int file_;
  const std::string& path_;
};

// The same for a file of so many bytes that `fill` writes in whatever order, where that can be: a
// pipe, a terminal or a URL takes its bytes one after the other.
bool can_be_written_anywhere(const std::string& path);
void write_file(const std::string& path, uint64_t bytes,
                const std::function<void(const WriteAt&)>& fill);

bool file_exists(const std::string& path);

}  // namespace rille
