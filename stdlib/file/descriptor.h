// Descriptor: an open file, and errors of file operations.
#pragma once

#include <string>
#include <string_view>

#include "vm/run/grants.h"

struct stat;  // NOLINT(readability-identifier-naming): the system's

namespace rille {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int operator*() const { return number_; }
  bool none() const { return number_ < 0; }

 private:
  int number_;
};

// Raises error[io]: cannot `doing` "path", with the description of errno.
[[noreturn]] void fail_io(std::string_view doing, const std::string& path);

// The path as a C string; error[io] if it contains a NUL character, at which the system would
// truncate the path, or if the current State has no grant for it.
const char* c_path(const std::string& path, PathAccess access = PathAccess::read);

// The target of the path if its last component is a symbolic link. The target need not exist;
// error[io] if the links form a cycle. Links in other components are not resolved.
std::string behind_links(const std::string& path);

// Opens a file for reading and fills `info`; error[io] for a directory.
Descriptor open_to_read(const std::string& path, struct stat& info);

// Waits until the descriptor is ready for `events`. An interrupt ends the wait.
void wait_for(const Descriptor& file, short events);

}  // namespace rille
