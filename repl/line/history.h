// History: the command history, stored in a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rille::line {

// Processes can share the file: each one appends entries under a lock, and reads the entries of
// others when it starts. Without a file, or if it cannot be written, the history is in memory only.
class History {
 public:
  static constexpr size_t most = 5000;                  // maximum number of entries
  static constexpr size_t max_bytes = size_t{4} << 20;  // maximum size of the file

  History() = default;  // in memory only
  explicit History(std::string path);

  // Returns $XDG_STATE_HOME/rille/history, or the path below ~/.local/state; "" without HOME.
  static std::string standard_path();

  const std::vector<std::string>& entries() const { return entries_; }  // the oldest one first
  // Adds an entry, unless it is blank or equals the last one.
  void add(const std::string& entry);

  // Return the nearest entry before (or after) an index that begins with, or contains, a text; or
  // `npos`.
  static constexpr size_t npos = static_cast<size_t>(-1);
  size_t find_before(size_t before, std::string_view prefix) const;
  size_t find_behind(size_t behind, std::string_view prefix) const;
  size_t search_before(size_t before, std::string_view piece) const;

 private:
  void append(const std::string& entry) const;

  std::string path_;
  std::vector<std::string> entries_;
};

}  // namespace rille::line
