// data.example, data.example_bytes: tf.Example messages.
#include "stdlib/data/records/example.h"

#include <cstring>
#include <map>

#include "stdlib/array.h"
#include "vm/bind.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

// message Example { Features features = 1; }
// message Features { map<string, Feature> feature = 1; }
// message Feature { oneof kind { BytesList = 1; FloatList = 2; Int64List = 3; } }
// Each list has the field `repeated value = 1`, in which numbers may be packed.
namespace rille {
namespace {

Array ints_of(ByteCursor list) {
  std::vector<int64_t> out;
  while (!list.is_done()) {
    ProtoField field = next_field(list);
    if (field.number != 1) continue;
    if (field.wire == 0) out.push_back(static_cast<int64_t>(field.value));
    if (field.wire != 2) continue;
    for (ByteCursor packed(field.bytes, list.whence()); !packed.is_done();) {
      out.push_back(static_cast<int64_t>(packed.varint()));
    }
  }
  Array made(Type(Dtype::i64, {std::ssize(out)}));
  if (!out.empty()) std::memcpy(made.edit_data(), out.data(), out.size() * 8);
  return made;
}

Array floats_of(ByteCursor list) {
  std::string out;
  while (!list.is_done()) {
    ProtoField field = next_field(list);
    if (field.number != 1) continue;
    if (field.wire == 5) put_little(out, field.value, 4);
    if (field.wire == 2) out += field.bytes;
  }
  list.whence().need(out.size() % 4 == 0, "a list of floats is truncated");
  Array made(Type(Dtype::f32, {std::ssize(out) / 4}));
  if (!out.empty()) std::memcpy(made.edit_data(), out.data(), out.size());
  return made;
}

Value bytes_list(ByteCursor list, bool texts) {
  Values out;
  while (!list.is_done()) {
    ProtoField field = next_field(list);
    if (field.number != 1 || field.wire != 2) continue;
    if (texts) {
      bool is_text = first_bad(field.bytes) == field.bytes.size();
      list.whence().need(is_text, "a bytes feature is not UTF-8, but `texts` is true");
      out.emplace_back(std::string(field.bytes));
    } else {
      out.emplace_back(bytes_array(field.bytes));
    }
  }
  return Value::tuple(std::move(out));
}

Value feature(ByteCursor scan, bool texts) {
  Value out = Value::tuple({});  // the value of a feature without a list
  while (!scan.is_done()) {
    ProtoField field = next_field(scan);
    if (field.wire != 2) continue;
    ByteCursor list(field.bytes, scan.whence());
    if (field.number == 1) out = bytes_list(list, texts);
    if (field.number == 2) out = floats_of(list);
    if (field.number == 3) out = ints_of(list);
  }
  return out;
}

void entry(ByteCursor scan, std::map<std::string, Value>& out, bool texts) {
  std::string name;
  Value value = Value::tuple({});
  while (!scan.is_done()) {
    ProtoField field = next_field(scan);
    if (field.wire != 2) continue;
    if (field.number == 1) name = field.bytes;
    if (field.number == 2) value = feature(ByteCursor(field.bytes, scan.whence()), texts);
  }
  scan.whence().need(first_bad(name) == name.size(), "the name of a feature is not UTF-8");
  out.insert_or_assign(std::move(name), std::move(value));
}

// --- writing --------------------------------------------------------------------------------

bool is_bytes(const Value& x) {
  if (x.is_string()) return true;
  return x.is_array() && x.array().dtype() == Dtype::u8 && x.array().rank() == 1;
}

std::string_view view_of(const Value& x) {
  return x.is_string() ? std::string_view(x.string()) : bytes_of(x.array());
}

std::string bytes_feature(const Values& items) {
  std::string list;
  for (const Value& item : items) put_field(list, 1, view_of(item));
  std::string out;
  put_field(out, 1, list);
  return out;
}

std::string number_feature(const Array& x) {
  bool is_real = kind(x.dtype()) == DtypeKind::floating;
  Array flat = convert(x, is_real ? Dtype::f32 : Dtype::i64);
  std::string values, list, out;
  if (is_real) {
    values.assign(bytes_of(flat));
  } else {
    for (int64_t each : flat.as<int64_t>()) put_varint(values, static_cast<uint64_t>(each));
  }
  if (!values.empty()) put_field(list, 1, values);
  put_field(out, is_real ? 2 : 3, list);
  return out;
}

std::string feature_bytes(const Value& x, const std::string& name, std::string_view who) {
  if (is_bytes(x)) return bytes_feature({x});
  if (x.is_tuple() && std::ranges::all_of(x.items(), is_bytes)) return bytes_feature(x.items());
  bool is_known = x.is_leaf() || std::holds_alternative<bool>(x.any());
  if (is_known) {
    Array array = x.is_leaf() ? x.as_array() : Array(std::get<bool>(x.any()));
    bool fits = !array.is_traced() && array.rank() <= 1 &&
                kind(array.dtype()) != DtypeKind::complex && kind(array.dtype()) != DtypeKind::key;
    if (fits) return number_feature(array);
  }
  throw Error(Code::type, str(who, ": `", name, "` is ", kind_text(x),
                              ", expected numbers with at most one axis, bytes (u8[n]), a string, "
                              "or a tuple of strings or bytes"))
      .help("flatten an array with more axes: `reshape(x, (-1,))`");
}

std::string name_of(const Value& tree, size_t at, std::string_view who) {
  if (!tree.is_dict()) return tree.layout()->names[at];
  Value key = value_of(tree.branch().keys->list[at]);
  if (key.is_string()) return key.string();
  throw Error(Code::type,
              str(who, ": a key is ", kind_text(key), ", expected a string as feature name"));
}

Value example(const Array& bytes, bool texts) {
  FileLocation whence{"bytes", "tf.Example"};
  return read_example(bytes_of(bytes), whence, texts);
}

Array to_example(const Value& tree) {
  return bytes_array(example_bytes(tree, "data.example_bytes"));
}

}  // namespace

Value read_example(std::string_view bytes, const FileLocation& whence, bool texts) {
  std::map<std::string, Value> found;
  for (ByteCursor scan(bytes, whence); !scan.is_done();) {
    ProtoField features = next_field(scan);
    if (features.number != 1 || features.wire != 2) continue;
    for (ByteCursor inner(features.bytes, whence); !inner.is_done();) {
      ProtoField field = next_field(inner);
      if (field.number == 1 && field.wire == 2)
        entry(ByteCursor(field.bytes, whence), found, texts);
    }
  }
  auto keys = std::make_shared<DictKeys>();
  Values items;
  for (auto& [name, value] : found) {
    keys->list.emplace_back(name);
    items.push_back(std::move(value));
  }
  return Value::dict(std::move(keys), std::move(items));
}

std::string example_bytes(const Value& tree, std::string_view who) {
  std::map<std::string, std::string> features;
  for (size_t i = 0; i < tree.items().size(); ++i) {
    std::string name = name_of(tree, i, who);
    features[name] = feature_bytes(tree.items()[i], name, who);
  }
  std::string all, out;
  for (const auto& [name, bytes] : features) {
    std::string entry;
    put_field(entry, 1, std::string_view(name));
    put_field(entry, 2, bytes);
    put_field(all, 1, entry);
  }
  put_field(out, 1, all);
  return out;
}

extern const Builtin data_example_builtin = {
    .signature = "data.example(bytes: u8[n], texts: bool = false) -> dict",
    .brief = "Parses a serialized tf.Example.",
    .params = {{"bytes", "Serialized tf.train.Example."},
               {"texts",
                "If true, bytes features become strings, which must be UTF-8. If false, they "
                "become u8[n] arrays."}},
    .returns =
        "a dict of the features, sorted by name. An int64 list is i64[n], a float list is f32[n], "
        "a bytes list is a tuple of u8[n] arrays, or of strings if `texts` is true, and an empty "
        "feature is ()",
    .errors = "error[io] if the bytes are not a tf.Example, or a string is not UTF-8",
    .example =
        "data.example(data.example_bytes((word = \"ab\", x = [1.5])), texts = true)\n"
        "#> dict(word = (\"ab\",), x = [1.5])",
    .source = "tensorflow/core/example/example.proto",
    .call = bind<&example>,
    .purity = Purity::concrete,
};

extern const Builtin data_example_bytes_builtin = {
    .signature = "data.example_bytes(features: record or dict) -> u8[n]",
    .brief = "Serializes features as a tf.Example.",
    .params = {{"features",
                "Record or dict of the features by name: ints or bools (int64 list) or floats "
                "(float list), with at most one axis; a string, u8[n], or a tuple of these (bytes "
                "list)."}},
    .returns = "the serialized tf.train.Example, with the features sorted by name",
    .errors = "error[type] if a feature has another type, with its name",
    .example =
        "data.example_bytes((a = 7,))  #> [10, 12, 10, 10, 10, 1, 97, 18, 5, 26, 3, 10, 1, 7]",
    .source = "tensorflow/core/example/example.proto",
    .call = bind<&to_example>,
    .purity = Purity::concrete,
};

}  // namespace rille
