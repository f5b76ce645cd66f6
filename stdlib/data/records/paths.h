// Paths that a reader is given: one, or several in order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stdlib/file.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille {

using Paths = std::vector<std::string>;

// A string, or a tuple of them; error[value] where there is none.
Paths paths_of(const Value& given, std::string_view who);

// error[trace]: what stands in a file would be baked into the code.
void need_no_trace(const State& state, std::string_view what);

// What `who` writes: a stream, or what data.stream takes, item by item.
Values all_items(State& state, const Value& source, std::string_view who);

// The bytes of an item of those, u8[n] or a string; error[type] names its number.
std::string_view record_bytes(const Value& item, std::string_view who, size_t number);

// A file that is read from front to back, a piece at a time; error[io] of its own where it changed.
class PieceFile {
 public:
  explicit PieceFile(const std::string& path, size_t ahead = size_t{1} << 18)
      : file_(path), ahead_(ahead) {}
  int64_t bytes() const { return file_.bytes(); }
  // Fewer than `size` only at the end of the file. They stay until the next call.
  std::string_view view(int64_t at, size_t size);

 private:
  OpenFile file_;
  size_t ahead_;
  std::string piece_;
  int64_t begin_ = 0;  // of the piece
};

}  // namespace rille
