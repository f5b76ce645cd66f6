// Descriptor: an open file, and words for what failed on it.
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

// error[io]: cannot `doing` "path", and what errno says.
[[noreturn]] void fail_io(std::string_view doing, const std::string& path);

// error[io] for a path with a NUL: the system would end it there and take another file; also for
// one that the State at hand may not reach.
const char* c_path(const std::string& path, PathAccess access = PathAccess::read);

// What the last part of a path leads to by links, which need not exist; error[io] where these lead
// round and round. No other part is looked at.
std::string behind_links(const std::string& path);

// No folder; what the system says of it goes into `info`.
Descriptor open_to_read(const std::string& path, struct stat& info);

// Waits until the descriptor is ready for `events`; a stop ends the wait.
void wait_for(const Descriptor& file, short events);

}  // namespace rille
