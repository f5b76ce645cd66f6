// EventFile: an event file of TensorBoard that grows.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "stdlib/file/descriptor.h"

namespace rille::profile {

// A new file in a directory. Each event is passed to the system before append() returns, so a
// reader sees it at once, and it survives the end of the process, however the process ends.
class EventFile {
 public:
  // Creates the directory, if necessary, and the file with its first event; error[io] otherwise.
  // `time`: seconds since 1970.
  EventFile(const std::string& dir, double time);

  const std::string& path() const { return path_; }
  // If an event cannot be written completely, the file stays as it was, and error[io] is raised.
  // error[io] also if the file was removed.
  void append(std::string_view event);
  // Waits until all events are on disk; error[io] if the system cannot write them.
  void sync();

 private:
  void write(std::string_view record);
  void check_link() const;

  std::string dir_, path_;
  Descriptor file_{-1};
  off_t bytes_ = 0;         // the end of the last event
  bool is_torn_ = false;    // whether bytes of an incomplete event follow
  bool has_links_ = false;  // whether the file system counts links
};

}  // namespace rille::profile
