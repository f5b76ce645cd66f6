// nn.split_rngs, fork_rngs, reseed: streams of a model.
#include <algorithm>
#include <functional>
#include <set>

#include "stdlib/array.h"
#include "stdlib/rngs.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {
namespace {

constexpr int stream_trees_deepest = 1000;

// The tree with its streams changed, in the order of their paths.
Value with_streams(const Value& tree, const std::function<void(KeyStream&)>& change,
                   int depth = 0) {
  if (depth > stream_trees_deepest) {
    throw Error(Code::limit, str("the model is deeper than ", stream_trees_deepest, " levels"));
  }
  if (!tree.is_branch()) return tree;
  if (struct_of(tree) == &KeyStream::record()) {
    auto stream = record_from<KeyStream>(tree);
    change(stream);
    return changed_instance(KeyStream::record(), tree, &stream);
  }
  Values items = tree.items();
  for (Value& item : items) item = with_streams(item, change, depth + 1);
  return Value::like(tree.branch(), std::move(items));
}

std::set<std::string> names_in(const Value& tree) {
  std::set<std::string> out;
  with_streams(tree, [&](KeyStream& stream) { out.insert(stream.name); });
  return out;
}

Error no_stream(const Value& model, const std::string& name, std::string_view parameter) {
  std::vector<std::string> known;
  for (const std::string& each : names_in(model)) known.push_back(str("`", each, "`"));
  Error error(Code::name, str("no stream of the model is named `", name, "`"));
  error.help(known.empty() ? "it has no nn.Stream" : str("there are ", join(known, ", ")));
  return labelled(std::move(error), parameter);
}

// Of the names that `only` says; nil: of all.
std::set<std::string> chosen(const Value& model, const Value& only) {
  std::set<std::string> there = names_in(model);
  if (only.is_nil()) return there;
  std::set<std::string> out;
  for (const Value& name : only.is_tuple() ? only.items() : Values{only}) {
    if (there.count(name.string()) == 0) throw no_stream(model, name.string(), "only");
    out.insert(name.string());
  }
  return out;
}

void need_one(const KeyStream& stream) {
  if (stream.base.type().rank() == 0) return;
  throw Error(Code::shape, str("the stream `", stream.name, "` is split already: it has ",
                               stream.base.type(), " for its key"));
}

// What `make` gives of the next key of each, while the model's own streams go on.
Value renewed(Value& model, const Value& only, const std::function<KeyStream(Array)>& make) {
  std::set<std::string> names = chosen(model, only);
  Value out = with_streams(model, [&](KeyStream& stream) {
    if (names.count(stream.name) == 0) return;
    need_one(stream);
    std::string name = stream.name;
    stream = make(stream.key());
    stream.name = name;
  });
  model = with_streams(model, [&](KeyStream& stream) {
    if (names.count(stream.name) != 0) stream.key();
  });
  return out;
}

Value split_rngs(Value& model, const Shape& splits, const Value& only) {
  return renewed(model, only, [&](const Array& key) {
    return KeyStream{.base = rng::split(key, splits), .count = zeros(splits, Dtype::i64)};
  });
}

Value fork_rngs(Value& model, const Value& only) {
  return renewed(model, only, [](const Array& key) { return KeyStream{.base = key}; });
}

Value reseed(State& state, const Value& model, const Value& seeds) {
  Rngs fresh = Rngs::of(state, seeds);
  std::set<std::string> there = names_in(model), names;
  for (const DictKey& key : fresh.streams.branch().keys->list) {
    const auto& name = std::get<std::string>(key);
    if (there.count(name) == 0) throw no_stream(model, name, "seeds");
    names.insert(name);
  }
  return with_streams(model, [&](KeyStream& stream) {
    if (names.count(stream.name) == 0) return;
    Array key = fresh.key(stream.name);
    bool is_one = stream.base.type().rank() == 0;
    Shape shape = stream.base.shape();
    stream.base = is_one ? key : rng::split(key, shape);
    stream.count = is_one ? Array(int64_t{0}) : zeros(shape, Dtype::i64);
  });
}

constexpr std::string_view model_text =
    "a model, nn.Rngs or any tree with nn.Stream in it; a place, whose streams give one key each";
constexpr std::string_view only_text = "names of streams; nil: all";
constexpr std::string_view stream_trees_errors_text =
    "error[name] where no stream has a name of `only`, error[shape] where one is split already, "
    "error[limit] beyond 1000 levels";

}  // namespace

extern const Builtin nn_split_rngs_builtin = {
    .signature =
        "nn.split_rngs(inout model: tree, splits: shape, only: str or (str, ...) or nil = nil) -> "
        "tree",
    .brief = "The model with each stream split into several, for vmap over models.",
    .params = {{"model", model_text},
               {"splits", "how many, or the shape of their keys"},
               {"only", only_text}},
    .errors = stream_trees_errors_text,
    .example =
        "var r = nn.rngs(0)\n"
        "vmap(r => { var r = r; rng.uniform(&r, (2,)) })(nn.split_rngs(&r, 3)).shape  #> (3, 2)",
    .source = "flax.nnx.split_rngs: rng.split of a stream's next key",
    .call = bind<&split_rngs>,
};

extern const Builtin nn_fork_rngs_builtin = {
    .signature = "nn.fork_rngs(inout model: tree, only: str or (str, ...) or nil = nil) -> tree",
    .brief = "The model with streams of its streams' next keys, which draw apart from them.",
    .params = {{"model", model_text}, {"only", only_text}},
    .errors = stream_trees_errors_text,
    .example =
        "var r = nn.rngs(0)\n"
        "let other = nn.fork_rngs(&r)\n"
        "same(other.streams[\"default\"].base, nn.rngs(0).streams[\"default\"].key())  #> true",
    .source = "flax.nnx.fork_rngs",
    .call = bind<&fork_rngs>,
};

extern const Builtin nn_reseed_builtin = {
    .signature = "nn.reseed(model: tree, seeds: record or dict) -> tree",
    .brief = "The model with its streams begun anew from other seeds, by their names.",
    .params = {{"model", "a model, nn.Rngs or any tree with nn.Stream in it"},
               {"seeds",
                "an int or a key for each name; streams of one name, in the order of "
                "their paths, take keys of it one after another, split ones split them"}},
    .errors = "error[name] where no stream has a name, error[type] where it has no int or key",
    .example =
        "let drop = nn.Dropout(0.5, nn.Stream(rng.key(1), name = \"dropout\"))\n"
        "nn.reseed(drop, (dropout = 7)).stream.base == rng.fold_in(rng.key(7), 0)  #> true",
    .source = "flax.nnx.reseed with policy = \"match_shape\"",
    .call = bind<&reseed>,
};

}  // namespace rille
