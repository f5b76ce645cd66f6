// BuiltinIndex: the records of builtins, for the server.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "repl/names.h"
#include "vm/state.h"

namespace rille::lsp {

// Holds a State for its records of builtins; no script runs in it.
class BuiltinIndex {
 public:
  BuiltinIndex();
  const lang::Names& names() const { return *names_; }
  const lang::BuiltinRecord* find(std::string_view path) const { return names_->find(path); }
  std::vector<std::string> members(std::string_view module) const {
    return names_->members(module);
  }

  // Returns the text of `rille help NAME`, or "" if the name is unknown.
  std::string help(const std::string& name) const;
  std::string signature(const std::string& name) const;  // "" unless a function or a struct
  std::string brief(const std::string& name) const;
  // Returns the names of global functions that can be called as `x.f()`.
  const std::vector<std::string>& methods() const { return methods_; }

 private:
  State state_;
  std::unique_ptr<BuiltinNames> names_;
  std::vector<std::string> methods_;
};

}  // namespace rille::lsp
