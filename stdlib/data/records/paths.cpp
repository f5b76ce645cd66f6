// Paths, records to write, and files read in pieces.
#include "stdlib/data/records/paths.h"

#include <algorithm>

#include "stdlib/bytes/scan.h"
#include "stdlib/data/streams.h"
#include "vm/calling.h"

namespace rille {

PathList paths_of(const Value& given, std::string_view who) {
  PathList out;
  if (given.is_string()) return {given.string()};
  for (const Value& path : given.items()) out.push_back(path.string());
  if (!out.empty()) return out;
  throw labelled(Error(Code::value, str(who, ": `path` is empty, expected at least one file")),
                 "path");
}

void need_no_trace(const State& state, std::string_view what) {
  if (is_away() || state.tracing == 0) return;
  throw Error(Code::trace, str(what,
                               " cannot be read while tracing: the compiled code would contain "
                               "the values that were read"));
}

Values all_items(State& state, const Value& source, std::string_view who) {
  if (const auto* records = std::get_if<BranchRef>(&source.any());
      records != nullptr && source.is_tuple()) {
    return (*records)->items;
  }
  Stream stream = stream_of(state, source, who, 1);
  Values out;
  PollCounter polls;
  for (;;) {
    Value item = stream.next(state);
    if (item.is_nil()) return out;
    out.push_back(std::move(item));
    polls.step(out.capacity() * sizeof(Value));
  }
}

std::string_view record_bytes(const Value& item, std::string_view who, size_t number) {
  if (item.is_string()) return item.string();
  bool is_bytes = item.is_array() && !item.array().is_traced() &&
                  item.array().dtype() == Dtype::u8 && item.array().rank() == 1;
  if (is_bytes) return bytes_of(item.array());
  throw Error(Code::type, str(who, ": item ", number, " is ", kind_text(item),
                              ", expected bytes (u8[n]) or a string"));
}

std::string_view SequentialFile::view(int64_t at, size_t size) {
  bool is_there = at >= begin_ && at - begin_ <= std::ssize(piece_) &&
                  size <= piece_.size() - static_cast<size_t>(at - begin_);
  if (!is_there) {
    auto left = static_cast<size_t>(std::max<int64_t>(bytes() - at, 0));
    piece_ = file_.read(at, std::min(std::max(size, ahead_), left));
    begin_ = at;
  }
  std::string_view all = piece_;
  return all.substr(static_cast<size_t>(at - begin_)).substr(0, size);
}

}  // namespace rille
