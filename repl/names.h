// Names: the builtins as the resolver sees them.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "lang/resolve.h"
#include "repl/cells.h"
#include "vm/state.h"

namespace rille {

struct Builtin;
struct Struct;

class BuiltinNames : public lang::Names {
 public:
  // `values` are the builtin names that are not functions: pi, inf.
  BuiltinNames(const State& state, const std::vector<std::string>& values);

  const lang::BuiltinRecord* find(std::string_view path) const override;
  std::vector<std::string> members(std::string_view module) const override;
  lang::Binding* earlier(std::string_view name) const override;
  std::vector<std::string> earlier_names() const override;

  // Add a function or a value of a host program. The name must not exist yet.
  void add(const Builtin& record);
  void add(const std::string& value);

  Cells cells;  // the cells of a prompt

 private:
  // A record is converted at the first lookup of its name: most programs use few.
  using Entry = std::variant<const Builtin*, const Struct*, lang::BuiltinRecord>;
  mutable std::map<std::string, Entry, std::less<>> known_;
};

}  // namespace rille
