// Structs of the library: their records as data, checks.
#include <algorithm>
#include <memory>

#include "vm/running.h"
#include "vm/state.h"
#include "vm/struct.h"

namespace rille {
namespace {

Signature::Parameter field_parameter(std::string_view head, bool* is_state) {
  *is_state = head.starts_with("var ");
  if (*is_state) head.remove_prefix(4);
  return parse_parameter(head);
}

std::string text_of(const Struct& record) {
  std::string fields;
  for (const StructField& field : record.fields) {
    fields += str(fields.empty() ? "" : ", ",
                  field.head.starts_with("var ") ? field.head.substr(4) : field.head);
  }
  return str(record.name, "(", fields, ")");
}

Signature method_signature(const Struct& record, const StructMethod& method) {
  std::string_view head = method.head;
  size_t open = head.find('(') + 1;
  bool has_more = head[open] != ')';
  std::string self = method.changes_self ? "inout self" : "self";
  Signature out = parse_signature(
      str(record.name, ".", head.substr(0, open), self, has_more ? ", " : "", head.substr(open)));
  out.info.is_method = true;
  out.info.doc = std::string(method.brief);
  return out;
}

}  // namespace

const Struct::Typed& Struct::typed() const {
  if (const Typed* known = parsed.load(std::memory_order_acquire)) return *known;
  auto made = std::make_unique<Typed>();
  made->maker = parse_signature(str(name, "()"));
  for (const StructField& field : fields) {
    bool is_state = false;
    Signature::Parameter p = field_parameter(field.head, &is_state);
    if (is_state) made->state.push_back(p.name);
    made->maker.info.params.push_back({.name = p.name, .has_default = p.fallback.has_value()});
    made->maker.params.push_back(std::move(p));
  }
  made->maker.info.signature = text_of(*this);
  made->maker.info.doc = std::string(brief);
  for (const StructMethod& method : methods) {
    made->methods.push_back(method_signature(*this, method));
  }
  const Typed* none = nullptr;
  if (!parsed.compare_exchange_strong(none, made.get())) return *none;
  return *made.release();
}

std::string help(const Struct& record) {
  std::string out = str("struct ", text_of(record), "\n\n", record.brief, "\n");
  for (const StructField& field : record.fields) {
    std::string_view head = field.head;
    if (!field.text.empty())
      out += str("  ", head.substr(0, head.find(':')), ": ", field.text, "\n");
  }
  for (const StructMethod& method : record.methods) {
    out += str("  .", method.head, "\n      ", method.brief, "\n");
  }
  return str(out, "example: ", record.example, "\nsource: ", record.source, "\n");
}

const Struct* struct_of(const Value& value) {
  const Layout* layout = value.is_branch() ? value.branch().layout : nullptr;
  return layout == nullptr || layout->type == nullptr ? nullptr : layout->type->record;
}

int find_method(const Struct& record, std::string_view name) {
  int at = 0;
  for (const StructMethod& method : record.methods) {
    if (method.head.substr(0, method.head.find('(')) == name) return at;
    ++at;
  }
  return -1;
}

void check_fields(const Struct& record, const Value& instance, NamedSizes& sizes) {
  const Signature& maker = record.typed().maker;
  for (const Signature::Parameter& p : maker.params) {
    const Value* value = instance.field(p.name);
    RILLE_CHECK(value != nullptr, record.name, " without ", p.name);
    if (value->is_nil() && p.fallback && p.fallback->is_nil()) continue;
    Misfit misfit = misfit_of(p.type, *value, sizes, p.name);
    if (misfit) throw refusal(maker, p, kind_text(*value), misfit);
  }
}

namespace {

// An argument that was not given, or nil where that is the default, needs no check.
void check_argument(const Signature& signature, size_t at, Value& value, NamedSizes& sizes) {
  const Signature::Parameter& p = signature.params[at];
  if (value.is_absent()) value = p.fallback.value_or(Value());
  if (value.is_nil() && p.fallback && p.fallback->is_nil()) return;
  bool is_tuple_of_numbers = p.type.takes_arrays() && value.is_tuple();
  if (is_tuple_of_numbers) {
    Array stacked = stacked_numbers(value.items());
    if (!stacked.is_none()) value = stacked;
  }
  Misfit misfit = misfit_of(p.type, value, sizes, p.name);
  if (misfit) throw refusal(signature, p, kind_text(value), misfit).label(static_cast<int>(at));
}

// The text without the marks of arg(): what they stand for are no arguments of the script's call.
std::string unmarked(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x01') {
      ++i;  // the number
    } else if (text[i] != '\x02') {
      out += text[i];
    }
  }
  return out;
}

// An error of what a method did with its arguments: none of them is at fault.
Error from_within(const Error& error) {
  Error out(error.code(), unmarked(error.what()));
  for (const Error::Note& note : error.notes()) out.note(unmarked(note.text), note.span);
  return out;
}

}  // namespace

Values call_method(State& state, const Struct& record, size_t method, Values args) {
  const Signature& signature = record.typed().methods[method];
  args.resize(std::max(args.size(), signature.params.size()), Absent());
  NamedSizes sizes;
  check_fields(record, args[0], sizes);
  for (size_t i = 1; i < signature.params.size(); ++i) check_argument(signature, i, args[i], sizes);
  try {
    return record.methods.begin()[method].run(state, std::move(args));
  } catch (const Error& error) {
    if (error.placed() || !error.span().empty()) throw;
    throw from_within(error);
  }
}

// --- members and Values ---------------------------------------------------------------------

void take(const Value& from, Value& to) { to = from; }
void take(const Value& from, Array& to) { to = from.is_nil() ? Array() : from.as_array(); }
void take(const Value& from, double& to) { to = from.as_array().number(); }
void take(const Value& from, int64_t& to) {
  Array x = from.as_array();
  State* state = running().state;
  bool is_asked = x.is_traced() && state != nullptr && state->need_value;
  if (is_asked) state->need_value(x);  // traced again with this number fixed
  to = x.integer();
}
void take(const Value& from, bool& to) { to = from.as_array().number() != 0; }
void take(const Value& from, std::string& to) { to = from.string(); }
void take(const Value& from, Function& to) { to = from.function(); }
void take(const Value& from, Values& to) { to = from.is_nil() ? Values() : from.items(); }
void take(const Value& from, Ints& to) {
  to.clear();
  if (from.is_nil()) return;
  if (!from.is_tuple()) return to.push_back(from.as_array().integer());
  for (const Value& item : from.items()) to.push_back(item.as_array().integer());
}

void read_fields(const Struct& record, const Value& instance, void* object) {
  const Signature& maker = record.typed().maker;
  size_t at = 0;
  for (const StructField& field : record.fields) {
    field.read(object, *instance.field(maker.params[at++].name));
  }
}

namespace {

Value filled(const Struct& record, const Layout* layout, const void* object) {
  const Signature& maker = record.typed().maker;
  Values items(layout->names.size());
  size_t at = 0;
  for (const StructField& field : record.fields) {
    int place = layout->find(maker.params[at++].name);
    items[static_cast<size_t>(place)] = field.show(object);
  }
  return Value::branch(layout, std::move(items));
}

}  // namespace

Value make_instance(State& state, const Struct& record, const void* object) {
  return filled(record, state.layout_of_struct(record), object);
}

Value changed_instance(const Struct& record, const Value& old, const void* object) {
  return filled(record, old.branch().layout, object);
}

}  // namespace rille
