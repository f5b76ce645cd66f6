// Output: where print nodes write when a run comes to them.
#pragma once

#include <functional>
#include <string_view>

namespace rille {

// While it lives, what runs of this thread print goes to `write`; scopes nest. Without one it goes
// to standard output.
class OutputScope {
 public:
  explicit OutputScope(std::function<void(std::string_view)> write);
  ~OutputScope();
  OutputScope(const OutputScope&) = delete;
  OutputScope& operator=(const OutputScope&) = delete;

 private:
  friend void write_output(std::string_view text);
  std::function<void(std::string_view)> write_;
  OutputScope* outer_;
};

void write_output(std::string_view text);

}  // namespace rille
