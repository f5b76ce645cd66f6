// Values of the C interface: conversions from and to C.
#include <cstdlib>
#include <cstring>
#include <set>

#include "repl/embed/handles.h"
#include "vm/call.h"
#include "vm/tree.h"
#include "vm/words/visible.h"

namespace rille::embed {
namespace {

void need_own(const State& state, const Value& value) {
  const Function* f = nullptr;
  if (value.is_function()) f = &value.function();
  if (const auto* opaque = std::get_if<OpaqueValue>(&value.any())) f = &opaque->held;
  if (f != nullptr) {
    bool is_own = false;
    try {
      is_own = &f->state() == &state;
    } catch (const Bug&) {
      throw UsageError("the state of a function was freed");
    }
    if (!is_own) throw UsageError("a function of one state is passed to another");
  }
  if (!value.is_branch()) return;
  for (const Value& item : value.items()) need_own(state, item);
}

}  // namespace

std::string name_at(const char* const* names, size_t at, std::set<std::string>& seen) {
  std::string name = &given(names, at, "a name");
  if (first_bad(name) != name.size()) throw UsageError("a name is not valid UTF-8");
  if (!seen.insert(name).second) throw UsageError(str("the name \"", name, "\" is given twice"));
  return name;
}

rille_value* made(Value value) { return new rille_value(std::move(value)); }

Values values_of(const rille_state* state, const rille_value* const* items, size_t count) {
  Values out;
  out.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    const Value& value = given(items, i, "an item").value;
    if (state != nullptr) need_own(state->state(), value);
    out.push_back(value);
  }
  return out;
}

}  // namespace rille::embed

rille_value::rille_value(rille::Value given) : value(std::move(given)) {
  if (!value.is_leaf()) return;
  array = value.as_array();
  if (!array.is_traced()) shape = array.type().ints();
}

using namespace rille;         // NOLINT(google-build-using-namespace): this file's own
using namespace rille::embed;  // NOLINT(google-build-using-namespace)

namespace {

[[noreturn]] void refuse(const char* wanted, const Value& value) {
  throw Error(Code::type, str("expected ", wanted, ", got ", kind_text(value)));
}

const Array& scalar_of(const rille_value* given_value, const char* wanted) {
  const rille_value& value = given(given_value, "the value");
  if (!value.value.is_leaf() || value.array.is_traced()) refuse(wanted, value.value);
  return value.array;
}

// Returns the name of an item of a record or of a dict whose key is a string; otherwise null.
const std::string* name_at(const Value& value, size_t at) {
  if (value.is_dict()) return std::get_if<std::string>(&value.branch().keys->list[at]);
  const Layout* layout = value.layout();
  return layout == nullptr ? nullptr : &layout->names[at];
}

rille_value* or_null(const Value& value) {
  try {
    return made(value);
  } catch (const std::exception&) {
    return nullptr;
  }
}

}  // namespace

extern "C" {

rille_kind rille_kind_of(const rille_value* value) {
  if (value == nullptr || value->value.is_nil()) return RILLE_NIL;
  const Value& it = value->value;
  if (it.is_dict()) return RILLE_DICT;
  if (it.is_tuple()) return RILLE_TUPLE;
  if (it.is_branch()) return RILLE_RECORD;
  if (it.is_array()) return RILLE_ARRAY;
  if (it.is_string()) return RILLE_STRING;
  if (it.is_function()) return RILLE_FUNCTION;
  if (std::holds_alternative<bool>(it.any())) return RILLE_BOOL;
  if (std::holds_alternative<int64_t>(it.any())) return RILLE_INT;
  return std::holds_alternative<double>(it.any()) ? RILLE_FLOAT : RILLE_OTHER;
}

rille_value* rille_copy(const rille_value* value) {
  return value == nullptr ? nullptr : or_null(value->value);
}

void rille_value_free(rille_value* value) {
  delete value;
  sweep();
}

char* rille_text(const rille_value* value) {
  char* out = nullptr;
  rille_error_free(guarded([&] {
    std::string shown = text(given(value, "the value").value);
    out = static_cast<char*>(std::malloc(shown.size() + 1));
    if (out != nullptr) std::memcpy(out, shown.c_str(), shown.size() + 1);
  }));
  return out;
}

void rille_text_free(char* text) { std::free(text); }

rille_error* rille_to_bool(const rille_value* value, int* out) {
  return guarded([&] {
    const auto* truth = std::get_if<bool>(&given(value, "the value").value.any());
    if (truth != nullptr) {
      given(out, "out") = *truth ? 1 : 0;
    } else {
      given(out, "out") = scalar_of(value, "a bool").number() != 0 ? 1 : 0;
    }
  });
}

rille_error* rille_to_int(const rille_value* value, int64_t* out) {
  return guarded([&] { given(out, "out") = scalar_of(value, "an int").integer(); });
}

rille_error* rille_to_float(const rille_value* value, double* out) {
  return guarded([&] { given(out, "out") = scalar_of(value, "a number").number(); });
}

rille_error* rille_to_string(const rille_value* value, const char** text, size_t* bytes) {
  return guarded([&] {
    const Value& it = given(value, "the value").value;
    if (!it.is_string()) refuse("a string", it);
    given(text, "text") = it.string().c_str();
    if (bytes != nullptr) *bytes = it.string().size();
  });
}

rille_error* rille_to_array(const rille_value* value, rille_array* out) {
  return guarded([&] {
    const Array& array = scalar_of(value, "an array");
    rille_array all = RILLE_ARRAY_INIT;
    size_t known = std::min(given(out, "out").size, sizeof all);
    if (known < sizeof all.size) throw UsageError("the field `size` of the rille_array is not set");
    all.size = known;
    all.dtype = static_cast<rille_dtype>(array.dtype());
    all.rank = array.rank();
    all.shape = value->shape.data();
    all.data = array.data();
    all.bytes = array.byte_size();
    std::memcpy(out, &all, known);
  });
}

size_t rille_count(const rille_value* value) {
  return value != nullptr && value->value.is_branch() ? value->value.items().size() : 0;
}

rille_error* rille_item(const rille_value* value, size_t at, rille_value** out) {
  return guarded([&] {
    given(value, "the value");
    size_t count = rille_count(value);
    if (at >= count)
      throw Error(Code::index, str("index ", at, " is out of range for ", count, " items"));
    given(out, "out") = made(value->value.items()[at].unwrapped());
  });
}

rille_error* rille_field(const rille_value* value, const char* name, rille_value** out) {
  return guarded([&] {
    given(value, "the value");
    std::string_view wanted = &given(name, "name");
    for (size_t i = 0; i < rille_count(value); ++i) {
      const std::string* found = name_at(value->value, i);
      if (found == nullptr || *found != wanted) continue;
      given(out, "out") = made(value->value.items()[i].unwrapped());
      return;
    }
    throw Error(Code::name, str(form_text(value->value), " has no `", wanted, "`"));
  });
}

const char* rille_name(const rille_value* value, size_t at) {
  if (at >= rille_count(value)) return "";
  const std::string* name = name_at(value->value, at);
  return name == nullptr ? "" : name->c_str();
}

rille_value* rille_nil(void) { return or_null(Value()); }
rille_value* rille_bool(int value) { return or_null(Value(value != 0)); }
rille_value* rille_int(int64_t value) { return or_null(Value(value)); }
rille_value* rille_float(double value) { return or_null(Value(value)); }

rille_error* rille_string(const char* text, size_t bytes, rille_value** out) {
  return guarded([&] {
    std::string_view all(&given(text, "text"), bytes);
    if (first_bad(all) != all.size()) throw Error(Code::value, "the string is not valid UTF-8");
    given(out, "out") = made(Value(std::string(all)));
  });
}

rille_error* rille_tuple(const rille_value* const* items, size_t count, rille_value** out) {
  return guarded([&] { given(out, "out") = made(Value::tuple(values_of(nullptr, items, count))); });
}

rille_error* rille_record(rille_state* state, const char* const* names,
                          const rille_value* const* items, size_t count, rille_value** out) {
  return in_state(state, CallKind::look, [&](rille_state& in) {
    Values values = values_of(state, items, count);
    std::vector<std::pair<std::string, Value>> fields;
    std::set<std::string> seen;
    for (size_t i = 0; i < count; ++i) {
      fields.emplace_back(rille::embed::name_at(names, i, seen), std::move(values[i]));
    }
    given(out, "out") = made(Value::record(in.state(), std::move(fields)));
  });
}

rille_error* rille_dict(const char* const* keys, const rille_value* const* items, size_t count,
                        rille_value** out) {
  return guarded([&] {
    auto all = std::make_shared<DictKeys>();
    std::set<std::string> seen;
    for (size_t i = 0; i < count; ++i) {
      all->list.emplace_back(rille::embed::name_at(keys, i, seen));
    }
    given(out, "out") = made(Value::dict(std::move(all), values_of(nullptr, items, count)));
  });
}
}
