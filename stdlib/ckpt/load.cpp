// ckpt.load: reads a checkpoint, or a part, into a tree.
#include "stdlib/ckpt/load.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <variant>

#include "stdlib/ckpt/entries.h"
#include "stdlib/ckpt/slots.h"
#include "stdlib/text/name_pattern.h"
#include "stdlib/text/pattern.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/run/recorder.h"
#include "vm/run/running.h"
#include "vm/struct.h"

namespace rille {
namespace {

std::vector<NamedEntry> names_of(const Checkpoint& checkpoint,
                                 const std::optional<Value>& skeleton) {
  std::vector<NamedEntry> out;
  if (!skeleton) {
    int64_t at = 0;
    for (const CheckpointEntry& entry : checkpoint.entries()) out.emplace_back(entry.name, at++);
    return out;
  }
  for (TreeSlot& slot : slots_of(*skeleton)) out.emplace_back(slot_name(slot.name), slot.value);
  return out;
}

// The strings of a string or of a tuple of strings.
std::vector<std::string> texts_of(const Value& value) {
  std::vector<std::string> out;
  if (value.is_string()) out.push_back(value.string());
  if (value.is_branch()) take(value, out);
  return out;
}

std::vector<NamedEntry> chosen(std::vector<NamedEntry> named, const Value& only,
                               const std::string& path) {
  if (only.is_nil()) return named;
  std::vector<NamePattern> patterns;
  for (const std::string& text : texts_of(only)) patterns.emplace_back(text);
  std::vector<NamedEntry> out;
  for (NamedEntry& item : named) {
    poll();
    bool fits =
        std::ranges::any_of(patterns, [&](const NamePattern& p) { return p.fits(item.first); });
    if (fits) out.push_back(std::move(item));
  }
  if (out.empty()) {
    throw Error(Code::value, str("`only` ", text(only), " matches no array in \"", path, "\""))
        .help("`ckpt.list(path)` lists the names");
  }
  return out;
}

// A pattern or a regular expression, and its replacement.
struct RenameRule {
  std::string from, by;
  std::variant<NamePattern, TextPattern> form;
  bool is_used = false;

  std::optional<std::string> renamed(const std::string& name) const {
    if (const auto* pattern = std::get_if<NamePattern>(&form)) return pattern->renamed(name, by);
    return std::get<TextPattern>(form).replaced(name, by);
  }
};

[[noreturn]] void no_rule() {
  throw Error(Code::type,
              "`rename` must be a dict of patterns, such as dict((\"enc[*].w\",), "
              "(\"layers[*].weight\",)), or a tuple of pairs of a regular expression and its "
              "replacement, such as ((r\"^enc\\.(\\d+)\", r\"layers[\\1]\"),)");
}

std::vector<RenameRule> rules_of(const Value& rename) {
  std::vector<RenameRule> out;
  if (rename.is_nil()) return out;
  for (size_t i = 0; i < rename.items().size(); ++i) {
    const Value& item = rename.items()[i];
    if (rename.is_dict()) {
      const auto* from = std::get_if<std::string>(&rename.branch().keys->list[i]);
      if (from == nullptr || !item.is_string()) no_rule();
      out.push_back({*from, item.string(), NamePattern(*from)});
      continue;
    }
    bool is_pair = item.is_tuple() && item.items().size() == 2 && item.items()[0].is_string() &&
                   item.items()[1].is_string();
    if (!is_pair) no_rule();
    const std::string& from = item.items()[0].string();
    out.push_back({from, item.items()[1].string(), TextPattern(from)});
  }
  return out;
}

// Applies the first rule that matches the name.
std::string renamed(std::string name, std::vector<RenameRule>& rules) {
  for (RenameRule& rule : rules) {
    poll();
    auto other = rule.renamed(name);
    if (!other) continue;
    rule.is_used = true;
    return slot_name(*other);
  }
  return name;
}

std::vector<NamedEntry> renamed(std::vector<NamedEntry> named, const Value& rename,
                                const std::string& path) {
  std::vector<RenameRule> rules = rules_of(rename);
  std::set<std::string> seen;
  for (NamedEntry& item : named) {
    item.first = renamed(std::move(item.first), rules);
    if (!seen.insert(item.first).second) {
      throw Error(Code::value,
                  str("`rename` maps two arrays of \"", path, "\" to the name ", item.first));
    }
  }
  auto idle = std::ranges::find(rules, false, &RenameRule::is_used);
  if (idle == rules.end()) return named;
  throw Error(Code::value,
              str("the `rename` pattern \"", idle->from, "\" matches no array in \"", path, "\""))
      .help("`ckpt.list(path)` lists the names");
}

[[noreturn]] void refuse_function(const std::string& name) {
  throw Error(Code::value, str(name, " was a function of a script, which checkpoints do not store"))
      .help("`ckpt.load(path, like = model)` takes functions from `like`; `only` selects names");
}

Value as_saved(State& state, EntryReader& reader, std::vector<NamedEntry> named,
               const std::optional<Value>& skeleton, bool is_whole) {
  std::vector<int64_t> wanted;
  for (const NamedEntry& item : named) {
    if (is_lost(item.second)) refuse_function(item.first);
    if (const int64_t* entry = entry_in(item.second)) wanted.push_back(*entry);
  }
  reader.read_ahead(wanted);
  for (NamedEntry& item : named) {
    if (const int64_t* entry = entry_in(item.second)) item.second = reader.leaf(*entry);
    item.second = Value(item.second.unwrapped());  // instances are loaded as records
  }
  if (!skeleton || !is_whole) return tree_of_names(state, named);
  Values values;
  for (NamedEntry& item : named) values.push_back(std::move(item.second));
  return with_slots(*skeleton, values);
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Value load(State& state, std::string path, Value like, Value only, Value rename,
           std::string missing, std::string extra, std::optional<Function> change,
           std::optional<int64_t> step, std::string item) {
  RecordedSpan recorded(SpanCategory::checkpoint, "ckpt.load");
  std::unique_ptr<Checkpoint> checkpoint =
      open_checkpoint(path, {.step = step, .item = std::move(item)});
  LoadOptions wish{.like = std::move(like),
                   .only = std::move(only),
                   .rename = std::move(rename),
                   .keeps_missing = missing == "keep",
                   .skips_extra = extra == "skip",
                   .change = std::move(change)};
  return load_tree(state, *checkpoint, wish, path);
}

}  // namespace

Value load_tree(State& state, const Checkpoint& checkpoint, const LoadOptions& wish,
                const std::string& path) {
  std::optional<Value> skeleton = checkpoint.skeleton(state);
  std::vector<NamedEntry> named = names_of(checkpoint, skeleton);
  named = renamed(chosen(std::move(named), wish.only, path), wish.rename, path);
  EntryReader reader(checkpoint);
  if (!wish.like.is_nil()) return load_like(state, reader, wish, path, named, skeleton);
  bool is_whole = wish.only.is_nil() && wish.rename.is_nil();
  return as_saved(state, reader, std::move(named), skeleton, is_whole);
}

extern const Builtin ckpt_load_builtin = {
    .signature =
        "ckpt.load(path: str, like: tree = nil, only: str or (str, ...) = nil, rename: dict or "
        "tuple = nil, on_missing: \"error\" or \"keep\" = \"error\", on_extra: \"error\" or "
        "\"skip\" = \"error\", convert: fn(name, x, like) = nil, step: int = nil, item: str = "
        "\"\") -> any",
    .brief =
        "Reads a checkpoint, or a part of it, into a tree. Arrays that are not requested are not "
        "read.",
    .params =
        {{"path",
          "A safetensors or GGUF file, the index of a sharded safetensors checkpoint, a directory "
          "with one such index or file, a directory of steps, or an Orbax or zarr directory. A "
          "dict of Orbax or zarr becomes a record if all keys are identifiers, and has int keys if "
          "all keys are ints. Lists become tuples, and Python numbers become host scalars."},
         {"like",
          "Tree with the expected structure, whose names, shapes, and dtypes are checked. It "
          "may have a `tree.Spec` in place of an array: `tree.spec(model)` and the result of "
          "`eval_shape` load a model without creating it first. Functions are taken from "
          "`like`, and for a `ckpt.shard` only its slice is returned. If nil, the tree has the "
          "structure as saved, with structs as records. The structure of a file of another "
          "program follows the dots and brackets in the names."},
         {"only",
          "Pattern or patterns of names in the file. \"params\" selects everything below it; in "
          "\"layers[*].w\", `*` matches within one path component, and `**` across components. "
          "Other leaves keep their values from `like`. If nil, everything is loaded."},
         {"rename",
          "Maps names in the file to names in the tree. Either a dict of patterns, "
          "dict((\"enc[*].w\",), (\"layers[*].weight\",)), or a tuple of pairs of a PCRE2 regular "
          "expression and its replacement, ((r\"^enc\\.(\\d+)\", r\"layers[\\1]\"),). The first "
          "entry that matches a name applies. If nil, names are unchanged."},
         {"on_missing",
          "Policy for arrays of `like` that are not in the file: `\"error\"` raises error[io], "
          "`\"keep\"` keeps the value of `like`."},
         {"on_extra",
          "Policy for arrays of the file that are not in `like`: `\"error\"` raises error[io], "
          "`\"skip\"` ignores them."},
         {"convert",
          "Conversion for arrays whose type differs from `like`, called with the name, the array "
          "of the file, and the array or spec in `like`. It must return an array of the type in "
          "`like`. If nil, a different type raises error[shape]."},
         {"step", "Step to load from a directory of steps. If nil, the newest step is used."},
         {"item",
          "Name of the item in an Orbax step. If empty, the step has one tree without a name."}},
    .returns =
        "a tree with the structure of `like`, or with the structure as saved. Checksums are "
        "verified in files written by Rille, in OCDBT, and in zarr with zlib, gzip, or crc32c. "
        "GGUF, safetensors files of other programs, other zarr arrays, and JSON have no checksums, "
        "so corrupted numbers in them are not detected",
    .errors =
        "error[io] with the names if the file is not valid, lacks an array, or has an extra array; "
        "error[shape] if a type differs from `like`; error[value] if a pattern matches no name, or "
        "if a function of a script was saved and `like` has no function in its position; "
        "error[limit] if a regular expression takes 2,000,000 steps for one name",
    .example =
        "ckpt.save(\"model.safetensors\", (w = zeros(3), b = 0.5))\n"
        "ckpt.load(\"model.safetensors\", like = (w = ones(3), b = 1.0))  #> (b = 0.5, w = [0, 0, "
        "0])\n"
        "ckpt.load(\"model.safetensors\", only = \"b\")  #> (b = 0.5)\n"
        "ckpt.load(\"model.safetensors\", like = (w = tree.Spec((3,), f32), b = 1.0)).w  #> [0, "
        "0, 0]",
    .source = "the safetensors format; Orbax 0.12.8; zarr 2 and 3; OCDBT; GGUF 2 and 3",
    .call = bind<&load>,
    .purity = Purity::host,
};

}  // namespace rille
