// ModulePath: the path of a layer in a model.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace rille {

struct Branch;  // vm/value.h

// The fields, items, and keys from a model to one of its layers, outermost first. Immutable: paths
// share their prefixes. Empty for the model itself, and for values that are not in a model.
class ModulePath {
 public:
  ModulePath() = default;
  // The path of an item of the tuple, record, instance, or dict at this path.
  ModulePath step(const Branch& branch, size_t item) const;
  ModulePath field(const std::string& name) const;
  ModulePath item(size_t index) const;

  bool empty() const { return last_ == nullptr; }
  std::string text() const;     // layers[2].attn, as in scripts
  std::string pattern() const;  // layers/2/attn, as matched by rules and filters
  size_t hash() const;
  bool operator==(const ModulePath& other) const;

 private:
  struct PathStep;
  ModulePath with(std::string shown, std::string word) const;

  std::shared_ptr<const PathStep> last_;
};

}  // namespace rille
