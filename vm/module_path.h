// ModulePath: where in a model a layer is.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace rille {

struct Branch;  // vm/value.h

// The fields, items and keys that lead from a model to a layer in it, outermost first. Immutable:
// paths share what they begin with. Empty: the model itself, and whatever is in no model.
class ModulePath {
 public:
  ModulePath() = default;
  // One step further in: to an item of the tuple, record, instance or dict that is at this path.
  ModulePath step(const Branch& branch, size_t item) const;
  ModulePath field(const std::string& name) const;
  ModulePath item(size_t index) const;

  bool empty() const { return last_ == nullptr; }
  std::string text() const;     // layers[2].attn, as a script writes it
  std::string pattern() const;  // layers/2/attn, as rules and filters match it
  size_t hash() const;
  bool operator==(const ModulePath& other) const;

 private:
  struct Step;
  ModulePath with(std::string shown, std::string word) const;

  std::shared_ptr<const Step> last_;
};

}  // namespace rille
