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
  // `values` are builtin names that are no functions: pi, inf.
  BuiltinNames(const State& state, const std::vector<std::string>& values);

  const lang::Known* find(std::string_view path) const override;
  std::vector<std::string> members(std::string_view module) const override;
  lang::Binding* earlier(std::string_view name) const override;
  std::vector<std::string> earlier_names() const override;

  void add(const Builtin& record);     // a function of a host, which none of these names has
  void add(const std::string& value);  // likewise

  Cells cells;  // at the prompt: what they have bound so far

 private:
  // A record is read when its name is asked for, once: most programs use few.
  using Entry = std::variant<const Builtin*, const Struct*, lang::Known>;
  mutable std::map<std::string, Entry, std::less<>> known_;
};

}  // namespace rille
