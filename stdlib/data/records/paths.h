// Paths of a reader, and records to write.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stdlib/file.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille {

using PathList = std::vector<std::string>;

// Paths from a string or a tuple of strings. Raises error[value] if the tuple is empty.
PathList paths_of(const Value& given, std::string_view who);

// Raises error[trace] while tracing, since the compiled code would contain the values that were
// read. `what` is the subject of the message.
void need_no_trace(const State& state, std::string_view what);

// Items that `who` writes, from a tuple, a stream, or a value that data.stream accepts.
Values all_items(State& state, const Value& source, std::string_view who);

// Bytes of an item that is u8[n] or a string. Raises error[type] with the index of another item.
std::string_view record_bytes(const Value& item, std::string_view who, size_t number);

// File that is read sequentially in pieces. Raises error[io] if the file has changed.
class SequentialFile {
 public:
  explicit SequentialFile(const std::string& path, size_t ahead = size_t{1} << 18)
      : file_(path), ahead_(ahead) {}
  int64_t bytes() const { return file_.bytes(); }
  // Returns `size` bytes at `at`, or fewer at the end of the file. The view is valid until the next
  // call.
  std::string_view view(int64_t at, size_t size);

 private:
  OpenFile file_;
  size_t ahead_;
  std::string piece_;
  int64_t begin_ = 0;  // offset of piece_ in the file
};

}  // namespace rille
