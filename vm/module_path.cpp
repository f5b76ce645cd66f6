// ModulePath: a linked list of steps, the last one first.
#include "vm/module_path.h"

#include <functional>
#include <utility>

#include "vm/text.h"
#include "vm/tree/walk.h"
#include "vm/value.h"

namespace rille {

struct ModulePath::PathStep {
  std::string shown;  // "layers", "[2]", `["w"]`
  std::string word;   // "layers", "2", "w"
  ModulePath before;
  size_t hash;

  bool operator==(const PathStep& other) const {
    return hash == other.hash && shown == other.shown && before == other.before;
  }
};

ModulePath ModulePath::with(std::string shown, std::string word) const {
  size_t hash = (this->hash() ^ std::hash<std::string>()(shown)) * 0x9e3779b97f4a7c15U;
  ModulePath out;
  out.last_ =
      std::make_shared<const PathStep>(PathStep{std::move(shown), std::move(word), *this, hash});
  return out;
}

ModulePath ModulePath::field(const std::string& name) const { return with(name, name); }

ModulePath ModulePath::item(size_t index) const {
  return with(str("[", index, "]"), std::to_string(index));
}

ModulePath ModulePath::step(const Branch& branch, size_t item) const {
  if (branch.keys != nullptr) {
    return with(rille::step("", branch, item), rille::text(value_of(branch.keys->list[item])));
  }
  return branch.layout == nullptr ? this->item(item) : field(branch.layout->names[item]);
}

size_t ModulePath::hash() const { return empty() ? 0 : last_->hash; }

bool ModulePath::operator==(const ModulePath& other) const {
  if (last_ == other.last_) return true;
  return !empty() && !other.empty() && *last_ == *other.last_;
}

std::string ModulePath::text() const {
  if (empty()) return "";
  bool has_dot = !last_->before.empty() && !last_->shown.starts_with('[');
  return str(last_->before.text(), has_dot ? "." : "", last_->shown);
}

std::string ModulePath::pattern() const {
  if (empty()) return "";
  return str(last_->before.pattern(), last_->before.empty() ? "" : "/", last_->word);
}

}  // namespace rille
