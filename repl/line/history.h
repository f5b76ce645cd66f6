// History: what was entered, kept in a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rille::line {

// The file may be shared: each process adds to its end under a lock, and sees what others have
// added when it starts. Without a file, or where it cannot be written, it is kept in memory.
class History {
 public:
  static constexpr size_t most = 5000;                   // entries, the newest ones
  static constexpr size_t most_bytes = size_t{4} << 20;  // of the file

  History() = default;  // in memory
  explicit History(std::string path);

  // $XDG_STATE_HOME/rille/history, or that below ~/.local/state; "" where there is no home.
  static std::string standard_path();

  const std::vector<std::string>& entries() const { return entries_; }  // the oldest first
  // One that is the same as the last is not added again, nor is one of blanks.
  void add(const std::string& entry);

  // The newest entry before `before` that begins with, or holds, a text; `npos`: none.
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
