// Names: the builtins as the resolver sees them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lang/resolve.h"
#include "vm/state.h"

namespace rille {

class BuiltinNames : public lang::Names {
 public:
  // `values` are builtin names that are no functions: pi, inf.
  BuiltinNames(const State& state, const std::vector<std::string>& values);

  const lang::Known* find(std::string_view path) const override;
  std::vector<std::string> members(std::string_view module) const override;
  lang::Binding* earlier(std::string_view name) const override;
  std::vector<std::string> earlier_names() const override;

  // At the prompt: what the cells so far have bound. The trees that own the bindings are kept by
  // the caller.
  std::map<std::string, lang::Binding*, std::less<>> cells;

 private:
  void add(lang::Known known);
  std::map<std::string, lang::Known, std::less<>> known_;
};

}  // namespace rille
