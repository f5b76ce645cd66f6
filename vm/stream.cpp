// Stream: the next item, of C++ or of a script.
#include "vm/stream.h"

#include "vm/running.h"
#include "vm/stack.h"
#include "vm/state.h"

namespace rille {

bool is_stream(const Value& value) { return is_stream(value.layout()); }

Value Stream::next(State& state) {
  check_stack();
  Polls polls;
  polls.step();
  if (open_ == nullptr) {
    if (!is_stream(value_)) {
      throw Error(Code::type, str("a stream is needed, got ", kind_text(value_)));
    }
    if (const Struct* record = struct_of(value_)) open_ = record->open(value_);
  }
  if (open_ != nullptr) return open_->next(state);
  Values out = call_method(state, value_, "next", {});
  value_ = std::move(out[1]);
  return std::move(out[0]);
}

}  // namespace rille
