// ckpt.load: a checkpoint as a tree, whole or in part.
#include "stdlib/ckpt/load.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <variant>

#include "stdlib/ckpt/entries.h"
#include "stdlib/ckpt/pattern.h"
#include "stdlib/ckpt/slots.h"
#include "stdlib/text/pattern.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/run/running.h"
#include "vm/struct.h"

namespace rille {
namespace {

std::vector<Named> names_of(const Checkpoint& checkpoint, const std::optional<Value>& skeleton) {
  std::vector<Named> out;
  if (!skeleton) {
    int64_t at = 0;
    for (const CheckpointEntry& entry : checkpoint.entries()) out.emplace_back(entry.name, at++);
    return out;
  }
  for (TreeSlot& slot : slots_of(*skeleton)) out.emplace_back(slot_name(slot.name), slot.value);
  return out;
}

// A string, or a tuple of strings.
std::vector<std::string> texts_of(const Value& value) {
  std::vector<std::string> out;
  if (value.is_string()) out.push_back(value.string());
  if (value.is_branch()) take(value, out);
  return out;
}

std::vector<Named> chosen(std::vector<Named> named, const Value& only, const std::string& path) {
  if (only.is_nil()) return named;
  std::vector<Pattern> patterns;
  for (const std::string& text : texts_of(only)) patterns.emplace_back(text);
  std::vector<Named> out;
  for (Named& item : named) {
    poll();
    bool fits = std::ranges::any_of(patterns, [&](const Pattern& p) { return p.fits(item.first); });
    if (fits) out.push_back(std::move(item));
  }
  if (out.empty()) {
    throw Error(Code::value, str("\"", path, "\" has nothing of the names ", text(only)))
        .help("ckpt.list(path) shows the names that are there");
  }
  return out;
}

// A pattern or a regular expression, and what it becomes.
struct Rule {
  std::string from, by;
  std::variant<Pattern, TextPattern> form;
  bool is_used = false;

  std::optional<std::string> renamed(const std::string& name) const {
    if (const auto* pattern = std::get_if<Pattern>(&form)) return pattern->renamed(name, by);
    return std::get<TextPattern>(form).replaced(name, by);
  }
};

[[noreturn]] void no_rule() {
  throw Error(
      Code::type,
      "`rename` is a dict of patterns, dict((\"enc[*].w\",), (\"layers[*].weight\",)), or a "
      "tuple of pairs of regular expressions and what they become, "
      "((r\"^enc\\.(\\d+)\", r\"layers[\\1]\"),)");
}

std::vector<Rule> rules_of(const Value& rename) {
  std::vector<Rule> out;
  if (rename.is_nil()) return out;
  for (size_t i = 0; i < rename.items().size(); ++i) {
    const Value& item = rename.items()[i];
    if (rename.is_dict()) {
      const auto* from = std::get_if<std::string>(&rename.branch().keys->list[i]);
      if (from == nullptr || !item.is_string()) no_rule();
      out.push_back({*from, item.string(), Pattern(*from)});
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

// The first rule that fits a name counts.
std::string renamed(std::string name, std::vector<Rule>& rules) {
  for (Rule& rule : rules) {
    poll();
    auto other = rule.renamed(name);
    if (!other) continue;
    rule.is_used = true;
    return slot_name(*other);
  }
  return name;
}

std::vector<Named> renamed(std::vector<Named> named, const Value& rename, const std::string& path) {
  std::vector<Rule> rules = rules_of(rename);
  std::set<std::string> seen;
  for (Named& item : named) {
    item.first = renamed(std::move(item.first), rules);
    if (!seen.insert(item.first).second) {
      throw Error(Code::value, str("by `rename` two arrays of \"", path, "\" are ", item.first));
    }
  }
  auto idle = std::ranges::find(rules, false, &Rule::is_used);
  if (idle == rules.end()) return named;
  throw Error(Code::value,
              str("\"", path, "\" has no name that the rule \"", idle->from, "\" of `rename` fits"))
      .help("ckpt.list(path) shows the names that are there");
}

[[noreturn]] void refuse_function(const std::string& name) {
  throw Error(Code::value, str(name, " was a function of a script, which no checkpoint holds"))
      .help("ckpt.load(path, like = tree) takes the functions of `like`, `only` loads other names");
}

Value as_saved(State& state, EntryReader& reader, std::vector<Named> named,
               const std::optional<Value>& skeleton, bool is_whole) {
  std::vector<int64_t> wanted;
  for (const Named& item : named) {
    if (is_lost(item.second)) refuse_function(item.first);
    if (const int64_t* entry = entry_in(item.second)) wanted.push_back(*entry);
  }
  reader.read_ahead(wanted);
  for (Named& item : named) {
    if (const int64_t* entry = entry_in(item.second)) item.second = reader.leaf(*entry);
    item.second = Value(item.second.unwrapped());  // of an instance a record is made
  }
  if (!skeleton || !is_whole) return tree_of_names(state, named);
  Values values;
  for (Named& item : named) values.push_back(std::move(item.second));
  return with_slots(*skeleton, values);
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Value load(State& state, std::string path, Value like, Value only, Value rename,
           std::string missing, std::string extra, std::optional<Function> change,
           std::optional<int64_t> step, std::string item) {
  std::unique_ptr<Checkpoint> checkpoint =
      open_checkpoint(path, {.step = step, .item = std::move(item)});
  LoadWish wish{.like = std::move(like),
                .only = std::move(only),
                .rename = std::move(rename),
                .keeps_missing = missing == "keep",
                .skips_extra = extra == "skip",
                .change = std::move(change)};
  return load_tree(state, *checkpoint, wish, path);
}

}  // namespace

Value load_tree(State& state, const Checkpoint& checkpoint, const LoadWish& wish,
                const std::string& path) {
  std::optional<Value> skeleton = checkpoint.skeleton(state);
  std::vector<Named> named = names_of(checkpoint, skeleton);
  named = renamed(chosen(std::move(named), wish.only, path), wish.rename, path);
  EntryReader reader(checkpoint);
  if (!wish.like.is_nil()) return load_like(state, reader, wish, path, named, skeleton);
  bool is_whole = wish.only.is_nil() && wish.rename.is_nil();
  return as_saved(state, reader, std::move(named), skeleton, is_whole);
}

extern const Builtin ckpt_load_builtin = {
    .signature =
        "ckpt.load(path: str, like: tree = nil, only: str or (str, ...) = nil, rename: "
        "dict or tuple = nil, missing: \"error\" or \"keep\" = \"error\", extra: \"error\" or "
        "\"skip\" = \"error\", change: fn(name, x, like) = nil, step: int = nil, item: "
        "str = \"\") -> any",
    .brief = "Reads a checkpoint as a tree: all of it, or a part, of which alone bytes are read.",
    .params =
        {{"path",
          "a file of safetensors or GGUF, an index of several, or a folder with one index or one "
          "such file, a folder of steps, a folder of Orbax or zarr: the dicts "
          "of these are records where all keys are words, have ints for keys where all are ints; "
          "lists are tuples, numbers of Python host numbers"},
         {"like",
          "a tree of the structure wanted, whose names and types are checked; its functions "
          "stay, and of a `ckpt.part` its box alone is read. nil: records, tuples and dicts as "
          "they were saved (structs as records), of "
          "other programs' files by the dots and brackets of the names"},
         {"only",
          "patterns of names in the file: \"params\" and all below, \"layers[*].w\"; `*` "
          "stays within a step, `**` does not. What else `like` has stays as it is there"},
         {"rename",
          "patterns of names in the file and what they are in the tree: dict((\"enc[*].w\",), "
          "(\"layers[*].weight\",)); or a tuple of pairs of regular expressions of PCRE2 and what "
          "they "
          "become: ((r\"^enc\\.(\\d+)\", r\"layers[\\1]\"),). The first that fits counts"},
         {"missing", "\"keep\": what the file lacks stays as it is in `like`"},
         {"extra", "\"skip\": what `like` lacks is left out"},
         {"change",
          "where types differ: given the name, the array of the file and that of "
          "`like`, gives one of the latter's type"},
         {"step", "which of the steps in a folder; nil: the newest"},
         {"item", "which of the items of a step, in folders of Orbax"}},
    .returns =
        "a tree like `like`, else as it was saved. Our own files, OCDBT, and zarr by zlib, gzip or "
        "crc32c have checksums, which are checked; GGUF, safetensors of others, other zarr and "
        "JSON "
        "have none: a number that was damaged there is read as it stands",
    .errors =
        "error[io] with the names where the file is not sound, lacks an array or has one too many; "
        "error[shape] where a type differs from like's; error[value] where nothing fits a pattern, "
        "or a "
        "function of a script was saved and `like` has none for its place; "
        "error[limit] where a regular expression takes 2,000,000 steps for a name",
    .example =
        "ckpt.save(\"model.safetensors\", (w = zeros(3), b = 0.5))\n"
        "ckpt.load(\"model.safetensors\", like = (w = ones(3), b = 1.0))  #> (b = 0.5, w = "
        "[0, 0, 0])\n"
        "ckpt.load(\"model.safetensors\", only = \"b\")  #> (b = 0.5)",
    .source = "the safetensors format; Orbax 0.12.8; zarr 2 and 3; OCDBT; GGUF 2 and 3",
    .call = bind<&load>,
    .purity = Purity::host,
};

}  // namespace rille
