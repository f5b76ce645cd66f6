// Remote: objects behind URLs, read by ranges, written whole.
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

// An object that is open: it stays what it was then, or reads are error[io]. For several threads
// at a time.
class RemoteFile {
 public:
  virtual ~RemoteFile() = default;
  virtual int64_t bytes() const = 0;
  // Another one for another object, and after a change; of a server that tells versions not apart
  // another one each time.
  virtual int64_t version() const = 0;
  // The bytes from `at` on, as many as there is room for; they have to be there.
  virtual void read(int64_t at, std::span<std::byte> to) = 0;
};

// An object in the making; without finish() nobody ever sees anything of it.
class RemoteUpload {
 public:
  virtual ~RemoteUpload() = default;
  virtual void append(std::string_view bytes) = 0;
  virtual void finish() = 0;
};

// What stands below a URL; `name` is what follows it and a slash.
struct RemoteEntry {
  std::string name;
  uint64_t bytes = 0;
  bool is_folder = false;
};

// All that is done with URLs. error[io] names the URL, says what the server said, and how it can
// be had; stops end every wait. It lives in a library of its own, librille-remote.so.
class Remote {
 public:
  virtual ~Remote() = default;
  virtual std::unique_ptr<RemoteFile> open(const std::string& url) = 0;
  virtual Contents read(const std::string& url, size_t most) = 0;
  virtual bool is_object(const std::string& url) = 0;
  // In the order of bytes; `deep`: no folders, but the objects of all of them.
  virtual std::vector<RemoteEntry> list(const std::string& url, bool deep) = 0;
  virtual bool is_folder(const std::string& url) = 0;
  virtual std::unique_ptr<RemoteUpload> create(const std::string& url) = 0;
  // Of what is known whole the server is told the sum before.
  virtual void write(const std::string& url, std::span<const std::string_view> parts) = 0;
  virtual void remove(const std::string& url) = 0;
  virtual void discard(const std::string& url) = 0;  // removed, but nobody waits for it
};

// Whether a path is gs://…, s3://…, https://… or http://….
bool is_url(std::string_view path);
// As errors show a path: what stands behind the ? of a URL may be a key to it.
std::string shown_path(std::string_view path);
// Opens the library at first use; error[io] where it is not there.
Remote& remote();

}  // namespace rille
