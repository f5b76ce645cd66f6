// Structs of the library: layers and optimizers as instances.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vm/function.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille {

// A struct that C++ defines and scripts use like one of their own: its fields are a tree, it
// jits, differentiates, saves and prints. A method takes self and its arguments and gives its
// result, then self where it is `changes_self`, then its other inout parameters.
struct LibraryStruct {
  struct Method {
    std::string_view name;
    std::vector<FunctionInfo::Parameter> params;  // without self
    bool changes_self = false;
    Values (*call)(State&, Values) = nullptr;
  };
  std::string_view name;                     // "nn.Linear"
  std::vector<std::string_view> fields;      // as they print
  std::vector<std::string_view> state = {};  // those that no gradient reaches
  std::vector<Method> methods = {};
};

using Fields = std::vector<std::pair<std::string, Value>>;

// An instance; the struct is made in the State at the first call.
Value make_instance(State& state, const LibraryStruct& type, Fields fields);

bool is_instance(const Value& value, const LibraryStruct& type);

// A field of an instance that has it.
const Value& field_of(const Value& instance, std::string_view name);
void set_field(Value& instance, std::string_view name, Value value);

}  // namespace rille
