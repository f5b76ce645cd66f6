// ModulePath: its steps, as a list from the last to the first.
#include "vm/module_path.h"

#include <functional>
#include <utility>

#include "vm/text.h"
#include "vm/tree/walk.h"
#include "vm/value.h"

namespace rille {

struct ModulePath::Step {
  std::string shown;  // "layers", "[2]", `["w"]`
  std::string word;   // "layers", "2", "w"
  ModulePath before;
  size_t hash;

  bool operator==(const Step& other) const {
    return hash == other.hash && shown == other.shown && before == other.before;
  }
};

namespace {

std::string word_of(const Branch& branch, size_t item) {
  if (branch.keys != nullptr) return text(value_of(branch.keys->list[item]));
  return branch.layout == nullptr ? std::to_string(item) : branch.layout->names[item];
}

}  // namespace

ModulePath ModulePath::step(const Branch& branch, size_t item) const {
  std::string shown = rille::step("", branch, item);
  size_t hash = (this->hash() ^ std::hash<std::string>()(shown)) * 0x9e3779b97f4a7c15U;
  ModulePath out;
  out.last_ = std::make_shared<const Step>(Step{shown, word_of(branch, item), *this, hash});
  return out;
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
