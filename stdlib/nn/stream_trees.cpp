// nn.split_rngs, fork_rngs, reseed: RNG streams of a model.
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

// Returns the tree with `change` applied to its streams, in path order.
Value with_streams(const Value& tree, const std::function<void(KeyStream&)>& change,
                   int depth = 0) {
  if (depth > stream_trees_deepest) {
    throw Error(Code::limit,
                str(calling_name("nn.split_rngs"), ": `model` exceeds the maximum depth of ",
                    stream_trees_deepest, " levels"));
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
  Error error(Code::name,
              str(calling_name("nn.split_rngs"), ": `model` has no stream named `", name, "`"));
  error.help(known.empty() ? "`model` contains no nn.RngStream"
                           : str("its streams are ", join(known, ", ")));
  return labelled(std::move(error), parameter);
}

// Returns the stream names in `only`, or all names if it is nil.
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
  throw Error(Code::shape,
              str(calling_name("nn.split_rngs"), ": stream `", stream.name,
                  "` is already split, its base is ", stream.base.type(), ", expected one key"));
}

// Returns the model with the selected streams replaced by `make` of their next key, and advances
// the streams of the model that was passed.
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
    "Model, `nn.Rngs`, or any tree that contains nn.RngStream. Passed with `&`, its selected "
    "streams advance by one key each.";
constexpr std::string_view only_text = "Names of the selected streams. If nil, all streams are.";
constexpr std::string_view stream_trees_errors_text =
    "error[name] if no stream has a name in `only`; error[shape] if a selected stream is already "
    "split; error[limit] if `model` is deeper than 1000 levels";

}  // namespace

extern const Builtin nn_split_rngs_builtin = {
    .signature =
        "nn.split_rngs(inout model: tree, splits: shape, only: str or (str, ...) or nil = nil) -> "
        "tree",
    .brief =
        "Returns the model with each RNG stream split into several, for vmap over models. The base "
        "of each new stream is rng.split of the stream's next key.",
    .params = {{"model", model_text},
               {"splits", "Number of keys per stream, or the shape of its array of keys."},
               {"only", only_text}},
    .errors = stream_trees_errors_text,
    .example =
        "var r = nn.rngs(0)\n"
        "vmap(r => { var r = r; rng.uniform(&r, (2,)) })(nn.split_rngs(&r, 3)).shape  #> (3, 2)",
    .source = "flax.nnx.split_rngs",
    .call = bind<&split_rngs>,
};

extern const Builtin nn_fork_rngs_builtin = {
    .signature = "nn.fork_rngs(inout model: tree, only: str or (str, ...) or nil = nil) -> tree",
    .brief =
        "Returns the model with forked RNG streams. The base of each new stream is the original "
        "stream's next key, so that both generate independent keys.",
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
    .brief = "Returns the model with its RNG streams restarted from new seeds, by stream name.",
    .params = {{"model", "Model, `nn.Rngs`, or any tree that contains nn.RngStream."},
               {"seeds",
                "New seed (int) or key for each stream name. Streams with the same name receive "
                "successive keys, in path order; a split stream receives a key split to its shape. "
                "Other streams are unchanged."}},
    .errors =
        "error[name] if no stream has a name in `seeds`; error[type] if a seed is not an int or a "
        "key",
    .example =
        "let drop = nn.Dropout(0.5, nn.RngStream(rng.key(1), name = \"dropout\"))\n"
        "nn.reseed(drop, (dropout = 7)).stream.base == rng.fold_in(rng.key(7), 0)  #> true",
    .source = "flax.nnx.reseed with policy = \"match_shape\"",
    .call = bind<&reseed>,
};

}  // namespace rille
