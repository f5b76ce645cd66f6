// ckpt.check_stream: checks that a stream resumes correctly.
#include "stdlib/ckpt/load.h"
#include "stdlib/ckpt/save.h"
#include "stdlib/data/streams.h"
#include "vm/tree.h"

namespace rille {
namespace {

constexpr std::string_view who = "ckpt.check_stream";

Value through(State& state, const std::string& path, const Value& stream, const Value& like) {
  TreeSnapshot snapshot = snapshot_of(state, stream, {});
  write_safetensors(path, std::move(snapshot.arrays), std::move(snapshot.words));
  return load_tree(state, *open_safetensors(path), {.like = like}, path);
}

// The next items of a copy of a stream, at most `most`.
Values rest_of(State& state, const Value& stream, int64_t most) {
  Stream copy(stream);
  return next_items(state, copy, most);
}

void compare(const Values& wanted, const Values& got, size_t place) {
  for (size_t i = place; i < wanted.size(); ++i) {
    bool is_there = i - place < got.size();
    if (is_there && same(wanted[i], got[i - place])) continue;
    throw Error(Code::value,
                str(who, ": saved after ", place, " items and restored, the stream returned ",
                    is_there ? "a different item " : "no item ", i))
        .help("store all state that `next` depends on in fields of the stream");
  }
  if (got.size() + place == wanted.size()) return;
  throw Error(Code::value,
              str(who, ": saved after ", place, " items and restored, the stream returned ",
                  got.size() + place - wanted.size(), " items too many"));
}

int64_t check_stream(State& state, const std::string& path, const Value& source, int64_t n) {
  need_above_zero(n, who, "n");
  Value begin = stream_of(state, source, who).value();
  Values wanted = rest_of(state, begin, n);
  if (wanted.empty()) {
    throw Error(Code::value, str(who, ": `source` is empty, expected at least one item")).label(1);
  }
  Stream walk(begin);
  for (size_t place = 0; place <= wanted.size(); ++place) {
    Value loaded = through(state, path, walk.value(), begin);
    compare(wanted, rest_of(state, loaded, n - static_cast<int64_t>(place)), place);
    if (place < wanted.size()) walk.next(state);
  }
  return static_cast<int64_t>(wanted.size()) + 1;
}

}  // namespace

extern const Builtin ckpt_check_stream_builtin = {
    .signature = "ckpt.check_stream(path: str, source: any, n: int = 20) -> int",
    .brief =
        "Checks that a stream resumes correctly from a checkpoint. Saves the stream after each of "
        "its first `n` items, restores it, and compares the remaining items.",
    .params = {{"path", "File to write; it is overwritten for each position."},
               {"source",
                "Stream, usually one defined by a script, or a value that `data.stream` accepts. "
                "Its position does not change."},
               {"n", "Number of items to check, > 0; fewer if the stream ends earlier."}},
    .returns = "the number of positions at which the stream was saved",
    .errors =
        "error[value] if a restored stream returns different items, with the position and the "
        "item, or if `n` is not above 0 or `source` is empty; the errors of the stream, of saving, "
        "and of loading",
    .example =
        "struct Odd { var n; fn next(inout self) = if self.n < 7 { self.n += 2; self.n } else { "
        "nil } }\n"
        "ckpt.check_stream(\"place.safetensors\", Odd(1))  #> 4",
    .source = "Grain's assert_equal_output_after_checkpoint",
    .call = bind<&check_stream>,
    .purity = Purity::host,
};

}  // namespace rille
