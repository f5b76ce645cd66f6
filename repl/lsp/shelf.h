// Shelf: what the server knows of builtins.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "repl/names.h"
#include "vm/state.h"

namespace rille::lsp {

// A state that runs nothing, for its records.
class Shelf {
 public:
  Shelf();
  const lang::Names& names() const { return *names_; }
  const lang::Known* find(std::string_view path) const { return names_->find(path); }
  std::vector<std::string> members(std::string_view module) const {
    return names_->members(module);
  }

  // What `rille help NAME` says; "" where it says nothing.
  std::string help(const std::string& name) const;
  std::string signature(const std::string& name) const;  // "" of what is no function or struct
  std::string brief(const std::string& name) const;
  // Names of global functions that a value may be given to as `x.f()`.
  const std::vector<std::string>& methods() const { return methods_; }

 private:
  State state_;
  std::unique_ptr<BuiltinNames> names_;
  std::vector<std::string> methods_;
};

}  // namespace rille::lsp
