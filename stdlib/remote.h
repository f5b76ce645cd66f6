// Remote: objects at URLs, range reads, atomic writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/file.h"

namespace rille {

// An open object: its contents stay those of the time of opening, or reads raise error[io]. Safe
// for several threads at a time.
class RemoteFile {
 public:
  virtual ~RemoteFile() = default;
  virtual int64_t bytes() const = 0;
  // Differs between objects, and after a change. If the server does not distinguish versions, every
  // open has a version of its own.
  virtual int64_t version() const = 0;
  // Fills `to` with the bytes from offset `at` on; all of them must exist.
  virtual void read(int64_t at, std::span<std::byte> to) = 0;
};

// An unfinished upload; without finish() it never becomes visible.
class RemoteUpload {
 public:
  virtual ~RemoteUpload() = default;
  virtual void append(std::string_view bytes) = 0;
  virtual void finish() = 0;
};

// An entry below a URL; `name` is what follows the URL and a slash.
struct RemoteEntry {
  std::string name;
  uint64_t bytes = 0;
  bool is_folder = false;
};

// All operations on URLs. error[io] names the URL, reports the server's answer, and says how to get
// access; an interrupt ends every wait. The implementation lives in a library of its own,
// librille-remote.so.
class Remote {
 public:
  virtual ~Remote() = default;
  virtual std::unique_ptr<RemoteFile> open(const std::string& url) = 0;
  virtual FileContents read(const std::string& url, size_t most) = 0;
  virtual bool is_object(const std::string& url) = 0;
  // In byte order of names. If `deep`, lists the objects of all directories below, and no
  // directories.
  virtual std::vector<RemoteEntry> list(const std::string& url, bool deep) = 0;
  virtual bool is_folder(const std::string& url) = 0;
  virtual std::unique_ptr<RemoteUpload> create(const std::string& url) = 0;
  // Writes a complete object; its checksum is sent to the server in advance.
  virtual void write(const std::string& url, std::span<const std::string_view> parts) = 0;
  virtual void remove(const std::string& url) = 0;
  virtual void discard(const std::string& url) = 0;  // removes it without waiting
};

// Whether a path is gs://…, s3://…, https://… or http://….
bool is_url(std::string_view path);
// The path as errors show it, without the query of a URL, which may contain a secret.
std::string shown_path(std::string_view path);
// Loads the library at the first use; error[io] if it does not exist.
Remote& remote();

}  // namespace rille
