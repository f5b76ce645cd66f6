// ckpt.check_stream: whether a stream goes on as it was.
#include "stdlib/ckpt/load.h"
#include "stdlib/ckpt/save.h"
#include "stdlib/data/streams.h"
#include "vm/tree.h"

namespace rille {
namespace {

constexpr std::string_view who = "ckpt.check_stream";

Value through(State& state, const std::string& path, const Value& stream, const Value& like) {
  Snapshot snapshot = snapshot_of(state, stream, {});
  write_safetensors(path, std::move(snapshot.arrays), std::move(snapshot.words));
  return load_tree(state, *open_safetensors(path), {.like = like}, path);
}

// What is left of a stream, as far as `most`.
Values rest_of(State& state, const Value& stream, int64_t most) {
  Stream copy(stream);
  return next_items(state, copy, most);
}

void compare(const Values& wanted, const Values& got, size_t place) {
  for (size_t i = place; i < wanted.size(); ++i) {
    bool is_there = i - place < got.size();
    if (is_there && same(wanted[i], got[i - place])) continue;
    throw Error(Code::value,
                str(who, ": saved behind ", place, " items and loaded, the stream gives ",
                    is_there ? "another item " : "no item ", i))
        .help("all that `next` goes by has to be in fields of the stream");
  }
  if (got.size() + place == wanted.size()) return;
  throw Error(Code::value,
              str(who, ": saved behind ", place, " items and loaded, the stream gives ",
                  got.size() + place - wanted.size(), " items more"));
}

int64_t check_stream(State& state, const std::string& path, const Value& source, int64_t n) {
  need_above_zero(n, who, "n");
  Value begin = stream_of(state, source, who).value();
  Values wanted = rest_of(state, begin, n);
  if (wanted.empty()) throw Error(Code::value, str(who, " has no item to look at")).label(1);
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
    .brief = "Checks that a stream, saved behind any item and loaded, goes on with the same items.",
    .params = {{"path", "a file that it may write, once for each place"},
               {"source", "a stream, of a script above all; it stays where it is"},
               {"n", "how many items are looked at, > 0, fewer where it ends before"}},
    .returns = "at how many places it was saved",
    .errors =
        "error[value] with the place and the item where it goes on with another; what the stream, "
        "saving and loading raise",
    .example =
        "struct Odd { var n; fn next(inout self) = if self.n < 7 { self.n += 2; self.n } else { "
        "nil } }\n"
        "ckpt.check_stream(\"place.safetensors\", Odd(1))  #> 4",
    .source = "Grain's assert_equal_output_after_checkpoint",
    .call = bind<&check_stream>,
    .purity = Purity::host,
};

}  // namespace rille
