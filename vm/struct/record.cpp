// Structs of the library: their records as data, and checks.
#include <algorithm>

#include "vm/run/running.h"
#include "vm/state.h"
#include "vm/struct.h"

namespace rille {
namespace {

constexpr std::string_view marks[] = {"var ", "const "};

// Removes the mark of a field: "rate: real = 0.5" for "const rate: real = 0.5".
std::string_view unmarked(std::string_view head) {
  for (std::string_view mark : marks) {
    if (head.starts_with(mark)) return head.substr(mark.size());
  }
  return head;
}

std::string text_of(const Struct& record) {
  std::string fields;
  for (const StructField& field : record.fields) {
    fields += str(fields.empty() ? "" : ", ", unmarked(field.head));
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

const Struct::ParsedStruct& Struct::typed() const {
  return parsed.get([this] {
    ParsedStruct made;
    made.maker = parse_signature(str(name, "()"));
    for (const StructField& field : fields) {
      Signature::Parameter p = parse_parameter(unmarked(field.head));
      if (field.head.starts_with("var ")) made.state.push_back(p.name);
      if (field.head.starts_with("const ")) made.constants.push_back(p.name);
      made.maker.info.params.push_back({.name = p.name, .has_default = p.fallback.has_value()});
      made.maker.params.push_back(std::move(p));
    }
    made.maker.info.signature = text_of(*this);
    made.maker.info.doc = std::string(brief);
    for (const StructMethod& method : methods) {
      made.methods.push_back(method_signature(*this, method));
    }
    return made;
  });
}

const Struct* struct_of(const Value& value) {
  const StructType* type = struct_type(value.layout());
  return type == nullptr ? nullptr : type->record;
}

int find_method(const Struct& record, std::string_view name) {
  int at = 0;
  for (const StructMethod& method : record.methods) {
    if (method.head.substr(0, method.head.find('(')) == name) return at;
    ++at;
  }
  return -1;
}

// --- members and Values ---------------------------------------------------------------------

namespace {

// A number that must be static in C++: if it is traced, the function is traced again with the
// number specialized.
Array asked(const Value& from) {
  Array x = from.as_array();
  State* state = running().state;
  if (x.is_traced() && state != nullptr) state->need_value(x);
  return x;
}

}  // namespace

void take(const Value& from, Value& to) { to = from; }
void take(const Value& from, Array& to) { to = from.is_nil() ? Array() : from.as_array(); }
void take(const Value& from, double& to) { to = asked(from).number(); }
void take(const Value& from, int64_t& to) { to = asked(from).integer(); }
void take(const Value& from, bool& to) { to = asked(from).number() != 0; }
void take(const Value& from, std::string& to) { to = from.string(); }
void take(const Value& from, Function& to) { to = from.function(); }
void take(const Value& from, Values& to) { to = from.is_nil() ? Values() : from.items(); }
void take(const Value& from, Ints& to) {
  to.clear();
  if (from.is_nil()) return;
  if (!from.is_tuple()) return to.push_back(asked(from).integer());
  for (const Value& item : from.items()) to.push_back(asked(item).integer());
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

// The instance after a method. Static fields are not changed and keep the form in which they were
// passed, such as one integer for a tuple.
Value changed_instance(const Struct& record, const Value& old, const void* object) {
  const Branch& before = old.branch();
  const Signature& maker = record.typed().maker;
  Values items = before.items;
  size_t at = 0;
  for (const StructField& field : record.fields) {
    auto place = static_cast<size_t>(before.layout->find(maker.params[at++].name));
    if (!before.layout->is_const(place)) items[place] = field.show(object);
  }
  return Value::branch(before.layout, std::move(items));
}

}  // namespace rille
