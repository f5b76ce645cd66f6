// ckpt.load: a checkpoint as a tree, whole or in part.
#include "stdlib/ckpt/load.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <variant>

#include "stdlib/ckpt/part.h"
#include "stdlib/ckpt/pattern.h"
#include "stdlib/ckpt/slots.h"
#include "stdlib/text/pattern.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/run/running.h"
#include "vm/struct.h"

namespace rille {
namespace {

// What stands under a name: the number of an entry, or a string, bool or nil.
using Named = std::pair<std::string, Value>;

const int64_t* entry_in(const Value& value) { return std::get_if<int64_t>(&value.any()); }

std::string slot_name(const std::string& name) {
  return name.empty() ? std::string(whole_tree) : name;
}

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

// Entries that are read once however many places want them.
class Reader {
 public:
  Reader(const Checkpoint& checkpoint) : checkpoint_(checkpoint) {}

  // What will be asked for, read together.
  void read_ahead(const std::vector<int64_t>& entries) {
    std::set<int64_t> apart(entries.begin(), entries.end());
    std::vector<size_t> which(apart.begin(), apart.end());
    std::vector<Array> arrays = checkpoint_.read_all(which);
    for (size_t i = 0; i < which.size(); ++i) {
      read_.emplace(static_cast<int64_t>(which[i]), std::move(arrays[i]));
    }
  }

  Array array(int64_t entry) {
    auto [found, is_new] = read_.try_emplace(entry);
    if (is_new) found->second = checkpoint_.read(static_cast<size_t>(entry));
    return found->second;
  }
  Array box(int64_t entry, const ArrayPart& part) const {
    return checkpoint_.read_box(static_cast<size_t>(entry), part.start, part.stop());
  }
  const CheckpointEntry& entry(int64_t number) const {
    return checkpoint_.entries()[static_cast<size_t>(number)];
  }
  // What cannot be read has no type that could differ from another.
  void need_readable(int64_t number) const {
    if (entry(number).is_foreign) checkpoint_.read(static_cast<size_t>(number));
  }
  // A leaf as it was saved: host numbers are numbers again.
  Value leaf(int64_t number) {
    Array x = array(number);
    return entry(number).is_weak ? Value::from_array(x.with_weak(true)) : Value(x);
  }

 private:
  const Checkpoint& checkpoint_;
  std::map<int64_t, Array> read_;
};

[[noreturn]] void refuse_function(const std::string& name) {
  throw Error(Code::value, str(name, " was a function of a script, which no checkpoint holds"))
      .help("ckpt.load(path, like = tree) takes the functions of `like`, `only` loads other names");
}

Value as_saved(State& state, Reader& reader, std::vector<Named> named,
               const std::optional<Value>& skeleton, bool is_whole) {
  std::vector<int64_t> wanted;
  for (const Named& item : named) {
    if (item.second.is_absent()) refuse_function(item.first);
    if (const int64_t* entry = entry_in(item.second)) wanted.push_back(*entry);
  }
  reader.read_ahead(wanted);
  for (Named& item : named) {
    if (const int64_t* entry = entry_in(item.second)) item.second = reader.leaf(*entry);
  }
  if (!skeleton || !is_whole) return tree_of_names(state, named);
  Values values;
  for (Named& item : named) values.push_back(std::move(item.second));
  return with_slots(*skeleton, values);
}

// --- in the structure of another tree -------------------------------------------------------

// Two words are a key where one is wanted: other programs do not mark it.
bool is_key_of(const Type& found, const Type& like) {
  if (like.dtype() != Dtype::key || found.dtype() != Dtype::u32) return false;
  Shape shape = like.shape();
  shape.emplace_back(2);
  return found.shape() == shape;
}

// A number of the host takes any float of the file, or any int.
bool is_number_of(const Type& found, const Array& like) {
  bool is_number = like.is_weak() && like.rank() == 0 && found.rank() == 0;
  bool are_floats = is_float(like.dtype()) && is_float(found.dtype());
  bool are_ints = is_integer(like.dtype()) && is_integer(found.dtype());
  return is_number && (are_floats || are_ints);
}

// What stands under a name, or under the same steps in other words: a record's `a.w` for a dict's
// `a["w"]`, since other programs know but one of these.
class Names {
 public:
  explicit Names(const std::vector<Named>& named) {
    for (const Named& item : named) {
      exact_[item.first] = &item;
      auto [place, is_new] = plain_.try_emplace(plain_name(item.first), &item);
      if (!is_new) place->second = nullptr;
    }
  }
  const Named* find(const std::string& name) const {
    auto found = exact_.find(name);
    if (found != exact_.end()) return found->second;
    auto other = plain_.find(plain_name(name));
    return other == plain_.end() ? nullptr : other->second;
  }

 private:
  std::map<std::string, const Named*> exact_, plain_;
};

class Fitting {
 public:
  Fitting(Reader& reader, const LoadWish& wish, const std::string& path)
      : reader_(reader), wish_(wish), path_(path), like_(without_parts(wish.like)) {}

  Value run(const std::vector<Named>& named) {
    Names there(named);
    std::vector<TreeSlot> slots = slots_of(like_.tree);
    std::vector<std::string> lacking;
    for (const TreeSlot& slot : slots) {
      const Named* found = there.find(slot_name(slot.name));
      bool has = found != nullptr && entry_in(found->second) != nullptr;
      if (slot.is_stored_leaf() && !has) lacking.push_back(slot_name(slot.name));
      if (slot.is_stored_leaf() && has) wanted_.insert(found->first);
      if (slot.is_data) data_.push_back(slot.name);
    }
    refuse_missing(lacking);
    refuse_extra(named);
    read_alike(slots, there);
    Values values;
    for (size_t i = 0; i < slots.size(); ++i) {
      auto part = like_.parts.find(i);
      bool is_part = part != like_.parts.end();
      values.push_back(is_part ? part_for(part->second, there.find(slot_name(slots[i].name)))
                               : value_for(slots[i], there));
    }
    return with_slots(like_.tree, values);
  }

 private:
  bool keeps_missing() const { return wish_.keeps_missing || !wish_.only.is_nil(); }

  static std::string list_text(const std::vector<std::string>& names) {
    constexpr size_t most = 5;
    std::string out;
    for (size_t i = 0; i < names.size() && i < most; ++i) out += str(i > 0 ? ", " : "", names[i]);
    return names.size() > most ? str(out, " and ", names.size() - most, " more") : out;
  }

  void refuse_missing(const std::vector<std::string>& names) const {
    if (names.empty() || keeps_missing()) return;
    throw Error(Code::io, str("\"", path_, "\" has no array ", list_text(names)))
        .help(
            "`rename` says what stands there under other names; with missing = \"keep\" these "
            "stay what they are in `like`");
  }

  void refuse_extra(const std::vector<Named>& named) const {
    if (wish_.skips_extra) return;
    std::vector<std::string> names;
    for (const auto& [name, value] : named) {
      bool is_extra = entry_in(value) != nullptr && !wanted_.contains(name) && !is_data(name);
      if (is_extra) names.push_back(name);
    }
    if (names.empty()) return;
    throw Error(Code::io, str("\"", path_, "\" has arrays that `like` has not: ", list_text(names)))
        .help("extra = \"skip\" leaves them out, `only` says which are wanted");
  }

  // What is taken as it is, together; where a type differs nothing needs to be read yet.
  void read_alike(const std::vector<TreeSlot>& slots, const Names& there) {
    std::vector<int64_t> wanted;
    for (const TreeSlot& slot : slots) {
      const Named* found = slot.is_stored_leaf() ? there.find(slot_name(slot.name)) : nullptr;
      const int64_t* entry = found == nullptr ? nullptr : entry_in(found->second);
      if (entry == nullptr) continue;
      const Type& type = reader_.entry(*entry).type;
      const Array& like = slot.value.as_array();
      bool is_other = !is_number_of(type, like) && !is_key_of(type, like.type());
      if (type == like.type()) wanted.push_back(*entry);
      if (type != like.type() && is_other && !wish_.change) return;  // which is refused soon
    }
    reader_.read_ahead(wanted);
  }

  // Whether an array belongs to the data of a stream, which older files hold.
  bool is_data(std::string_view name) const {
    return std::ranges::any_of(data_, [&](const std::string& data) {
      bool begins = name.starts_with(data);
      return begins &&
             (name.size() == data.size() || name[data.size()] == '.' || name[data.size()] == '[');
    });
  }

  Value value_for(const TreeSlot& slot, const Names& there) {
    if (slot.is_data) return slot.value;
    const Named* found = there.find(slot_name(slot.name));
    if (found == nullptr) return slot.value;
    const int64_t* entry = entry_in(found->second);
    if (slot.value.is_leaf()) {
      if (entry == nullptr) return slot.value;
      return Value::from_array(taken_as(slot.value.as_array(), *entry, found->first));
    }
    bool is_lost = found->second.is_absent() || slot.value.is_function();
    return entry == nullptr && !is_lost ? found->second : slot.value;
  }

  // Of the array the box alone is read.
  Value part_for(const Value& like, const Named* found) {
    const int64_t* entry = found == nullptr ? nullptr : entry_in(found->second);
    if (entry == nullptr) return like;
    ArrayPart part = part_from(like);
    Type whole = part.x.type().with(shape_of(part.shape));
    if (reader_.entry(*entry).type == whole) return part_with(like, reader_.box(*entry, part));
    throw Error(Code::shape, str(found->first, " is ", reader_.entry(*entry).type, " in \"", path_,
                                 "\" but the part is of ", whole));
  }

  Array taken_as(const Array& like, int64_t number, const std::string& name) {
    reader_.need_readable(number);
    const Type found = reader_.entry(number).type;
    if (is_number_of(found, like)) {
      Array x = reader_.array(number);
      return is_float(like.dtype()) ? Array(x.number()) : Array(x.integer());
    }
    if (is_key_of(found, like.type())) {
      Array x = reader_.array(number), out(like.type());
      std::memcpy(out.edit_data(), x.data(), x.byte_size());
      return out;
    }
    if (found == like.type()) return reader_.array(number).with_weak(like.is_weak());
    if (wish_.change) return changed(like, number, name);
    throw Error(Code::shape,
                str(name, " is ", found, " in \"", path_, "\" but the tree needs ", like.type()))
        .help("change = (name, x, like) => … makes an array of like's type of it");
  }

  Array changed(const Array& like, int64_t number, const std::string& name) {
    Value made =
        call(*wish_.change, {Value(name), Value(reader_.array(number)), Value::from_array(like)});
    bool fits = made.is_leaf() && made.as_array().type() == like.type();
    if (fits) return made.as_array().with_weak(like.is_weak());
    throw Error(Code::shape, str("`change` gave ", kind_text(made), " for ", name,
                                 ", but the tree needs ", like.type()));
  }

  Reader& reader_;
  const LoadWish& wish_;
  const std::string& path_;
  TreeParts like_;
  std::set<std::string, std::less<>> wanted_;
  std::vector<std::string> data_;  // paths of the data of streams, which `like` has
};

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
  Reader reader(checkpoint);
  if (!wish.like.is_nil()) return Fitting(reader, wish, path).run(named);
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
