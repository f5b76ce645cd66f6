// Describes the calls that traces were made for.
#include "stdlib/transform/call_description.h"

#include <algorithm>
#include <unordered_set>

#include "vm/call.h"
#include "vm/run/warnings.h"
#include "vm/tree.h"

namespace rille {
namespace {

constexpr size_t max_items = 6;  // maximum number of items that a line lists

// Walks in the order of take_apart() and describes each leaf and static value.
class CallDescriber {
 public:
  CallDescriber(const std::vector<bool>& fixed, std::vector<CallDescription::DescribedLeaf>& out)
      : fixed_(fixed), out_(out) {}

  void visit(const std::string& name, const Value& value) {
    if (value.is_leaf()) return leaf(name, value);
    if (value.is_branch()) return branch(name, value.branch());
    if (value.is_function()) return closure(name, value.function());
    if (!value.is_nil() && !value.is_absent()) add(name, constant_text(value));
    auto on_function = [this](const Function& f) { closure("", f); };
    each_function(value, on_function);
  }

  void closure(const std::string& name, const Function& f) {
    Closure closure = closure_of(f);
    if (!seen_.insert(closure.object).second) return;
    if (!name.empty()) add(name, f.info().name.empty() ? "a function" : f.info().name);
    for (const auto& [capture, value] : closure.captures) {
      if (!closure.is_native) visit(str("captured ", capture), value);
      if (closure.is_native) visit("", value);
    }
  }

 private:
  void add(const std::string& name, std::string what) {
    if (!name.empty()) out_.push_back({name, std::move(what)});
  }

  // The text of a float has a decimal point, because 1 and 1.0 are different constants.
  static std::string constant_text(const Value& value) {
    std::string out = text(value);
    bool is_whole_float = std::holds_alternative<double>(value.unwrapped().any()) &&
                          out.find_first_not_of("-0123456789") == out.npos;
    if (value.unwrapped().is_string()) return str("\"", out, "\"");
    return is_whole_float ? str(out, ".0") : out;
  }

  void leaf(const std::string& name, const Value& value) {
    Array x = value.as_array();
    bool is_fixed = leaves_ < fixed_.size() && fixed_[leaves_];
    ++leaves_;
    if (is_fixed) return add(name, str(rille::text(x), " (static: its value is needed)"));
    add(name, x.is_weak() ? kind_text(value) : rille::text(x.type()));
  }

  void branch(const std::string& name, const Branch& branch) {
    for (size_t i = 0; i < branch.items.size(); ++i) visit(part(name, branch, i), branch.items[i]);
    if (branch.items.empty()) add(name, "()");
  }

  static std::string part(const std::string& name, const Branch& branch, size_t i) {
    if (name.empty()) return "";
    if (branch.layout != nullptr) return str(name, ".", branch.layout->names[i]);
    if (branch.keys == nullptr) return str(name, "[", i, "]");
    const DictKey& key = branch.keys->list[i];
    const auto* word = std::get_if<std::string>(&key);
    return word != nullptr ? str(name, "[\"", *word, "\"]")
                           : str(name, "[", *std::get_if<int64_t>(&key), "]");
  }

  const std::vector<bool>& fixed_;
  std::vector<CallDescription::DescribedLeaf>& out_;
  size_t leaves_ = 0;
  std::unordered_set<const void*> seen_;
};

std::string listed(const std::vector<std::string>& items) {
  size_t shown = std::min(items.size(), max_items);
  std::string out = join(std::vector<std::string>(items.begin(), items.begin() + shown));
  return shown == items.size() ? out : str(out, " and ", items.size() - shown, " more");
}

const std::string* what_of(const CallDescription& form, const std::string& name) {
  auto found = std::ranges::find(form.items, name, &CallDescription::DescribedLeaf::name);
  return found == form.items.end() ? nullptr : &found->what;
}

// A text for each difference.
std::vector<std::string> differences(const CallDescription& form, const CallDescription& other) {
  std::vector<std::string> out;
  bool is_same_form =
      std::ranges::equal(form.items, other.items, {}, &CallDescription::DescribedLeaf::name,
                         &CallDescription::DescribedLeaf::name);
  for (size_t i = 0; i < form.items.size(); ++i) {
    const auto& [name, what] = form.items[i];
    const std::string* was = is_same_form ? &other.items[i].what : what_of(other, name);
    if (was == nullptr) out.push_back(str(name, ": ", what, ", was absent"));
    if (was != nullptr && *was != what) out.push_back(str(name, ": ", what, ", was ", *was));
  }
  if (is_same_form) return out;
  for (const auto& [name, what] : other.items) {
    if (what_of(form, name) == nullptr) out.push_back(str("no ", name, ", was ", what));
  }
  return out;
}

}  // namespace

CallDescription CallDescription::call(const Function& f, const Values& args,
                                      const std::vector<bool>& fixed) {
  CallDescription out;
  CallDescriber words(fixed, out.items);
  const auto& params = f.info().params;
  for (size_t i = 0; i < args.size(); ++i) {
    words.visit(i < params.size() ? params[i].name : str("argument ", i), args[i]);
  }
  words.closure("", f);
  return out;
}

std::string CallDescription::text() const {
  std::vector<std::string> all;
  for (const DescribedLeaf& item : items) all.push_back(str(item.name, ": ", item.what));
  return listed(all);
}

std::string CallDescription::text_beside(const std::vector<const CallDescription*>& earlier) const {
  std::vector<std::string> best;
  for (size_t i = earlier.size(); i-- > 0;) {
    std::vector<std::string> now = differences(*this, *earlier[i]);
    if (i + 1 == earlier.size() || now.size() < best.size()) best = std::move(now);
  }
  if (earlier.empty()) return text();
  return best.empty() ? "a redefinition of a name that the function reads" : listed(best);
}

void warn_of_compiles(const Function& f, const std::vector<const CallDescription*>& all) {
  const auto& show = f.state().part<Warnings>().show;
  if (!show) return;
  std::string name = f.info().name.empty() ? "a function" : str("`", f.info().name, "`");
  Error warning(Code::limit, str(name, " was compiled for ", all.size(), " different calls"),
                f.info().span);
  std::vector<const CallDescription*> earlier(all.begin(), all.end() - 1);
  warning.note(str("cause of the last compilation: ", all.back()->text_beside(earlier)));
  warning.help(
      "`jit(f).cache().made_for` lists all causes; `jit(f, dynamic = …)` compiles once for all "
      "sizes of an axis; a number that is passed as an array does not cause a recompilation");
  show(warning);
}

}  // namespace rille
