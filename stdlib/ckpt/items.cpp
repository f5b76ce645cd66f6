// ckpt.save_items, load_items: a directory of named items.
#include <algorithm>
#include <cctype>

#include "stdlib/ckpt/load.h"
#include "stdlib/ckpt/save.h"
#include "stdlib/file.h"
#include "stdlib/file/folder.h"
#include "stdlib/file/new_folder.h"
#include "stdlib/json.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"
#include "vm/struct.h"
#include "vm/tree.h"

namespace rille {
namespace {

constexpr std::string_view list_name = "items.json";

// The formats of the library and their file extensions; "own" is a custom format of a script.
struct ItemFormat {
  std::string_view name, end;
};
constexpr ItemFormat item_formats[] = {
    {"tree", ".safetensors"}, {"json", ".json"}, {"text", ".txt"}, {"own", ".bin"}};

std::string file_of(const std::string& name, std::string_view format) {
  const auto* found = std::ranges::find(item_formats, format, &ItemFormat::name);
  return str(name, found == std::end(item_formats) ? "" : found->end);
}

using NamedItems = std::vector<std::pair<std::string, Value>>;

// The entries of a record, a struct or a dict.
NamedItems entries_of(const Value& from, std::string_view parameter) {
  NamedItems out;
  if (from.is_nil()) return out;
  for (size_t i = 0; i < from.items().size(); ++i) {
    if (!from.is_dict()) {
      out.emplace_back(from.layout()->names[i], from.items()[i]);
      continue;
    }
    const auto* word = std::get_if<std::string>(&from.branch().keys->list[i]);
    if (word == nullptr) {
      throw labelled(Error(Code::type, str("`", parameter, "`: a key is ",
                                           std::get<int64_t>(from.branch().keys->list[i]),
                                           ", expected a string")),
                     parameter);
    }
    out.emplace_back(*word, from.items()[i]);
  }
  return out;
}

const Value* find(const NamedItems& all, std::string_view name) {
  auto found = std::ranges::find(all, name, &NamedItems::value_type::first);
  return found == all.end() ? nullptr : &found->second;
}

// Names of items become file names.
void check_name(const std::string& name) {
  bool fits = !name.empty() && name.size() <= 100 && name[0] != '.' &&
              std::ranges::all_of(name, [](unsigned char c) {
                return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c >= 0x80;
              });
  if (fits) return;
  throw labelled(
      Error(Code::value, str("item name \"", name, "\" is not valid, expected 1 to 100 letters, ",
                             "digits, `_`, `-`, or dots, without a leading dot")),
      "items");
}

// A custom format of a script: a record of the functions `write` and `read`, or a struct with these
// methods.
class CustomFormat {
 public:
  CustomFormat(State& state, const Value& value, const std::string& name)
      : state_(state), value_(value), name_(name) {}

  Value call_of(std::string_view method, const Values& args) const {
    const Value* field = value_.field(method);
    if (field != nullptr && field->is_function()) return call(field->function(), args);
    bool is_instance = struct_type(value_.layout()) != nullptr;
    if (is_instance && has_method(state_, value_, method)) {
      return call_method(state_, value_, method, args)[0];
    }
    throw labelled(
        Error(Code::type, str("the format of item `", name_, "` has no function `", method, "`"))
            .help("a format is a record `(write = x => …, read = (bytes, like) => …)`, or a struct "
                  "with both methods"),
        "formats");
  }

 private:
  State& state_;
  const Value& value_;
  const std::string& name_;
};

std::string format_of(const Value* given, const std::string& name) {
  if (given == nullptr || given->is_nil()) return "tree";
  if (given->is_string()) {
    const auto* found = std::ranges::find(item_formats, given->string(), &ItemFormat::name);
    if (found != std::end(item_formats) && found->name != "own") return given->string();
  } else if (given->is_branch() && given->layout() != nullptr) {
    return "own";
  }
  throw labelled(Error(Code::value, str("the format of item `", name, "` is ", form_text(*given),
                                        ", expected \"tree\", ",
                                        "\"json\", \"text\", or a value with `write` and `read`")),
                 "formats");
}

class ItemsWriter {
 public:
  ItemsWriter(State& state, NewFolder& folder) : state_(state), folder_(folder) {}

  // Writes an item and returns its format for the list of items.
  std::string write(const std::string& name, const Value& item, const Value* given) {
    std::string format = format_of(given, name), file = file_of(name, format);
    if (format == "tree") {
      TreeSnapshot snapshot = snapshot_of(state_, item, {});
      write_safetensors(folder_.place(file), std::move(snapshot.arrays), std::move(snapshot.words));
    } else if (format == "json") {
      folder_.append(file, json_text(state_, item));
    } else {
      bool is_own = format == "own";
      Value made = is_own ? CustomFormat(state_, *given, name).call_of("write", {item}) : item;
      folder_.append(file, bytes_of(made, name, is_own));
      if (is_own && made.is_string()) return "own text";
    }
    return format;
  }

 private:
  static std::string bytes_of(const Value& made, const std::string& name, bool is_own) {
    if (made.is_string()) return made.string();
    bool are_bytes = made.is_array() && made.array().dtype() == Dtype::u8;
    if (is_own && are_bytes) {
      return {reinterpret_cast<const char*>(made.array().data()), made.array().byte_size()};
    }
    throw Error(Code::type, str("item `", name, "`: ", is_own ? "`write` returned " : "got ",
                                kind_text(made), ", expected a string", is_own ? " or u8[n]" : ""));
  }

  State& state_;
  NewFolder& folder_;
};

bool is_items(const std::string& path) {
  return is_file(joined_path(path, std::string(list_name)));
}

void save_items(State& state, const std::string& path, const Value& items, const Value& formats) {
  NamedItems given = entries_of(items, "items"), how = entries_of(formats, "formats");
  for (const auto& [name, format] : how) {
    if (find(given, name) != nullptr) continue;
    throw labelled(
        Error(Code::value, str("`formats` names item `", name, "`, which is not in `items`")),
        "formats");
  }
  NewFolder folder(path, ".items-", is_items);
  ItemsWriter writer(state, folder);
  NamedItems list;
  for (const auto& [name, item] : given) {
    check_name(name);
    list.emplace_back(name, writer.write(name, item, find(how, name)));
  }
  Value whole = Value::record(
      state, {{"rille_items", int64_t{1}}, {"items", Value::record(state, std::move(list))}});
  folder.append(std::string(list_name), json_text(state, whole));
  folder.finish();
}

[[noreturn]] void refuse_list(const std::string& path) {
  throw Error(Code::io,
              str("\"", joined_path(path, std::string(list_name)), "\" is not a list of items"))
      .help("`ckpt.save_items` writes directories of items; `ckpt.load` reads other checkpoints");
}

// The items in the list of a directory, with their formats.
NamedItems listed_items(const std::string& path) {
  std::string file = joined_path(path, std::string(list_name));
  Value list = json_value(read_utf8(file).view(), [&](const std::string&) { refuse_list(path); });
  if (!list.is_dict()) refuse_list(path);
  const Value* items = nullptr;
  NamedItems top = entries_of(list, "path");
  items = find(top, "items");
  bool fits = find(top, "rille_items") != nullptr && items != nullptr && items->is_dict();
  if (!fits) refuse_list(path);
  NamedItems out = entries_of(*items, "path");
  for (const auto& [name, format] : out) {
    check_name(name);
    if (!format.is_string()) refuse_list(path);
  }
  return out;
}

class ItemsReader {
 public:
  ItemsReader(State& state, std::string path) : state_(state), path_(std::move(path)) {}

  Value read(const std::string& name, const std::string& format, const Value* like,
             const Value* handler) const {
    bool is_own = format.starts_with("own");
    std::string file = joined_path(path_, file_of(name, is_own ? "own" : format));
    if (format == "tree") {
      LoadOptions wish{.like = like == nullptr ? Value() : *like};
      return load_tree(state_, *open_safetensors(file), wish, file);
    }
    if (format == "json") {
      return json_value(read_utf8(file).view(), [&](const std::string& why) {
        throw Error(Code::io, str("\"", file, "\": ", why));
      });
    }
    if (format == "text") return std::string(read_utf8(file).view());
    if (!is_own) refuse_list(path_);
    Value given = format == "own text" ? Value(std::string(read_utf8(file).view()))
                                       : Value(bytes_in_file(file));
    // Without a handler the stored bytes are returned.
    if (handler == nullptr || handler->is_nil()) return given;
    return CustomFormat(state_, *handler, name).call_of("read", {given, like ? *like : Value()});
  }

 private:
  static Array bytes_in_file(const std::string& file) {
    FileContents contents = read_file(file);
    std::string_view all = contents.view();
    Array out(Type(Dtype::u8, {Extent(static_cast<int64_t>(all.size()))}));
    std::ranges::copy(all, reinterpret_cast<char*>(out.edit_data()));
    return out;
  }

  State& state_;
  std::string path_;
};

// Selects all items if `only` is nil, otherwise the named ones, in the order of `only`.
NamedItems wanted_of(NamedItems there, const Value& only, const std::string& path) {
  if (only.is_nil()) return there;
  std::vector<std::string> names;
  if (only.is_string()) names.push_back(only.string());
  if (only.is_branch()) take(only, names);
  NamedItems out;
  for (const std::string& name : names) {
    const Value* format = find(there, name);
    if (format == nullptr) {
      throw labelled(Error(Code::io, str("\"", path, "\" has no item `", name, "`")), "only");
    }
    out.emplace_back(name, *format);
  }
  return out;
}

Value load_items(State& state, const std::string& path, const Value& like, const Value& only,
                 const Value& formats) {
  NamedItems likes = entries_of(like, "like"), how = entries_of(formats, "formats");
  NamedItems there = listed_items(path);
  for (const auto& [name, value] : likes) {
    if (find(there, name) != nullptr) continue;
    throw labelled(Error(Code::io, str("\"", path, "\" has no item `", name, "`")), "like");
  }
  ItemsReader reader(state, path);
  NamedItems out;
  for (const auto& [name, format] : wanted_of(std::move(there), only, path)) {
    out.emplace_back(name, reader.read(name, format.string(), find(likes, name), find(how, name)));
  }
  return Value::record(state, std::move(out));
}

}  // namespace

extern const Builtin ckpt_save_items_builtin = {
    .signature =
        "ckpt.save_items(path: str, items: record or dict, formats: record or dict = nil) "
        "-> nil",
    .brief = "Writes named items to a directory, each in a format of its own.",
    .params =
        {{"path", "Directory on a local disk. A directory of items is replaced atomically."},
         {"items",
          "Values to save, by name. Names have at most 100 letters, digits, `_`, `-`, and dots, "
          "and do not begin with a dot."},
         {"formats",
          "Format of each item: `\"tree\"` (a safetensors file as `ckpt.save` writes it), "
          "`\"json\"` (numbers, strings, bools, nil, and trees of them), `\"text\"` (a string), or "
          "a custom format. A custom format is a record (write = x => …, read = (bytes, like) => "
          "…) or a struct with these methods; `write` returns a string or u8[n]. An item without a "
          "format is written as `\"tree\"`."}},
    .errors =
        "error[io] if the directory cannot be written or contains other files, which stay "
        "unchanged; error[value] if a name or a format is not valid; any error that `write` "
        "raises, and then nothing is written",
    .example =
        "let upper = (write = x => \"<{x}>\", read = (t, like) => t)\n"
        "ckpt.save_items(\"run_1\", (model = (w = zeros(3),), note = 7, conf = (lr = 0.1,)),\n"
        "                (note = upper, conf = \"json\"))\n"
        "ckpt.load_items(\"run_1\", only = (\"note\", \"model\"))  "
        "#> (model = (w = [0, 0, 0]), note = \"<7>\")",
    .source = "Orbax's CompositeCheckpointHandler and CheckpointHandlerRegistry",
    .call = bind<&save_items>,
    .purity = Purity::host,
};

extern const Builtin ckpt_load_items_builtin = {
    .signature =
        "ckpt.load_items(path: str, like: record or dict = nil, only: str or (str, ...) "
        "= nil, formats: record or dict = nil) -> record",
    .brief = "Reads named items from a directory. Only files of the selected items are read.",
    .params =
        {{"path", "Directory that `ckpt.save_items` wrote."},
         {"like",
          "Template of each item, by name. For a tree it is the `like` of `ckpt.load`; for a "
          "custom format it is the second argument of `read`."},
         {"only", "Name or names of the items to read. If nil, all items are read."},
         {"formats",
          "Custom formats with a function `read`, by item name. An item of a custom format that "
          "is not listed is returned as the stored string or u8[n]."}},
    .returns = "record of the items; JSON objects become dicts, and JSON lists become tuples",
    .errors =
        "error[io] if the directory is not a directory of items or has no item of that name, or as "
        "`ckpt.load` raises it; any error that `read` raises",
    .example =
        "ckpt.save_items(\"run_2\", (model = (w = ones(2),), seen = 5), (seen = \"json\",))\n"
        "ckpt.load_items(\"run_2\", like = (model = (w = zeros(2),),)).model.w  #> [1, 1]",
    .source = "Orbax's CompositeCheckpointHandler",
    .call = bind<&load_items>,
    .purity = Purity::host,
};

}  // namespace rille
