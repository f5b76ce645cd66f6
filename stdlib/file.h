// Files: the layer for all access to disks and URLs.
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
class FileContents {
 public:
  FileContents(BufferRef bytes, size_t size) : bytes_(std::move(bytes)), size_(size) {}
  std::string_view view() const { return {static_cast<const char*>(bytes_->data()), size_}; }

 private:
  BufferRef bytes_;
  size_t size_;
};

// Every function that takes a path also takes a URL (stdlib/remote.h).

// The whole file. error[io] names the file and the reason, error[limit] if it has more than `most`
// bytes, error[memory] if they do not fit into memory. An interrupt ends even a blocked read.
FileContents read_file(const std::string& path, size_t most = largest_file);
// read_file for text: also raises error[io] if the file is not valid UTF-8.
FileContents read_utf8(const std::string& path);
std::string read_text(const std::string& path);
// The text of a script; the lexer reports bytes that are not valid UTF-8.
std::string read_source(const std::string& path);
// The text of a module, whose path comes from a script. Only a regular file is read, and a read
// that would block fails, so the call always ends. Any other kind of file raises error[io].
std::string read_module(const std::string& path);
// Whether the path is a readable regular file on a disk; no server is contacted.
bool is_regular_file(const std::string& path);

// Distinguishes a file from every other file, and from itself after a change.
using FileIdentity = std::array<int64_t, 5>;

// A regular file, or an object at a URL, with random access. error[io] names it.
class OpenFile {
 public:
  explicit OpenFile(const std::string& path);
  ~OpenFile();
  OpenFile(OpenFile&&) noexcept;
  OpenFile& operator=(OpenFile&&) noexcept;
  int64_t bytes() const;
  FileIdentity identity() const;
  // The bytes from offset `at` on, at most `most`; empty at the end. error[io] if the file was
  // changed or removed since it was opened.
  std::string read(int64_t at, size_t most) const;
  // Fills `to` with the bytes from offset `at` on; error[io] if the file has fewer. Safe for
  // several threads at a time.
  void read_into(int64_t at, std::span<std::byte> to) const;
  // read_into for several ranges at once.
  struct ReadRange {
    int64_t at;
    std::span<std::byte> to;
  };
  void read_pieces(std::span<const ReadRange> pieces) const;

 private:
  struct OpenHandle;
  std::unique_ptr<OpenHandle> held_;
};

// Writes the parts to the file one after the other, and syncs the file and its directory. The kind
// of file at the path is kept: the target of a link is written, a device is written to, and the
// mode, owner, and other hard links of a file stay. A file is replaced atomically if possible:
// after an interrupt, a failure, or a kill it has either the old or the new contents. It is
// written in place if it has other hard links, or if no replacement can have the same owner.
void write_file(const std::string& path, std::span<const std::string_view> parts);
void write_file(const std::string& path, std::string_view text);

// Writes bytes at any offset of its file; safe for several threads at a time.
class PositionalWriter {
 public:
  PositionalWriter(int file, const std::string& path) : file_(file), path_(path) {}
  void operator()(uint64_t at, std::string_view text) const;

 private:
  int file_;
  const std::string& path_;
};

// write_file for a file of `bytes` bytes that `fill` writes in any order, if the path allows it: a
// pipe, a terminal, or a URL takes its bytes in sequence.
bool can_be_written_anywhere(const std::string& path);
void write_file(const std::string& path, uint64_t bytes,
                const std::function<void(const PositionalWriter&)>& fill);

bool file_exists(const std::string& path);

}  // namespace rille
