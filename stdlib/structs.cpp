// Structs of the library: made once a State, by name.
#include "stdlib/structs.h"

#include <algorithm>

namespace rille {
namespace {

struct Made {
  std::vector<std::pair<const LibraryStruct*, StructType*>> types;
};

FunctionInfo info_of(const LibraryStruct& type, const LibraryStruct::Method& method) {
  FunctionInfo info;
  info.name = str(type.name, ".", method.name);
  info.params = method.params;
  FunctionInfo::Parameter self{.name = "self", .is_inout = method.changes_self};
  info.params.insert(info.params.begin(), self);
  info.is_method = true;
  return info;
}

StructType* type_in(State& state, const LibraryStruct& type) {
  auto& types = state.part<Made>().types;
  for (auto& [known, made] : types) {
    if (known == &type) return made;
  }
  std::vector<std::string> order(type.fields.begin(), type.fields.end());
  std::vector<std::string> marked(type.state.begin(), type.state.end());
  StructType* made = state.new_struct(std::string(type.name), order, marked);
  types.emplace_back(&type, made);
  for (const auto& method : type.methods) {
    Closure closure{.prototype = &method};
    auto run = [&state, call = method.call](const Captures&, Values args) {
      for (Value& arg : args) {
        if (arg.is_absent()) arg = Value();
      }
      return call(state, std::move(args));
    };
    Function f = make_native(state, info_of(type, method), run, std::move(closure));
    state.set_method(made, method.name, f);
  }
  return made;
}

}  // namespace

Value make_instance(State& state, const LibraryStruct& type, Fields fields) {
  StructType* made = type_in(state, type);
  std::ranges::sort(fields, {}, &std::pair<std::string, Value>::first);
  std::vector<std::string> names;
  Values items;
  for (auto& [name, value] : fields) {
    names.push_back(name);
    items.push_back(std::move(value));
  }
  return Value::branch(state.layout(std::move(names), made), std::move(items));
}

bool is_instance(const Value& value, const LibraryStruct& type) {
  const Layout* layout = value.is_branch() ? value.branch().layout : nullptr;
  return layout != nullptr && layout->type != nullptr && layout->type->name == type.name;
}

const Value& field_of(const Value& instance, std::string_view name) {
  const Value* found = instance.is_branch() ? instance.field(name) : nullptr;
  if (found == nullptr) {
    throw Error(Code::type,
                str("needs an instance with the field ", name, ", got ", kind_text(instance)));
  }
  return *found;
}

void set_field(Value& instance, std::string_view name, Value value) {
  Values items = instance.items();
  int at = instance.branch().layout->find(name);
  RILLE_CHECK(at >= 0, "an instance without ", name);
  items[static_cast<size_t>(at)] = std::move(value);
  instance = Value::branch(instance.branch().layout, std::move(items));
}

}  // namespace rille
