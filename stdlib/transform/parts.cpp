// The walks over a call: its key, and its leaves replaced.
#include "stdlib/transform/parts.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "vm/call.h"

namespace rille {
namespace {

enum class Tag : uint64_t { nil, truth, text, leaf, branch, function, again, other };

// The one order in which a call is walked: arguments, then the function's captures; a closure that
// is met again is a back reference.
class Keying {
 public:
  explicit Keying(Parts& parts) : parts_(parts) {}

  void visit(const Value& value, int argument, bool state) {
    std::visit([&](const auto& x) { on(x, argument, state); }, value.any());
  }

  void closure(const Function& f) {
    Closure closure = closure_of(f);
    auto [seen, fresh] = seen_.try_emplace(closure.object, seen_.size());
    if (!fresh) return word(Tag::again), word(seen->second);
    word(Tag::function);
    word(std::bit_cast<uint64_t>(closure.prototype));
    word(closure.captures.size());
    for (const auto& [name, value] : closure.captures) visit(value, -1, false);
  }

 private:
  void word(uint64_t x) { parts_.key.push_back(x); }
  void word(Tag tag) { word(static_cast<uint64_t>(tag)); }

  void on(const Nil&, int, bool) { word(Tag::nil); }
  void on(bool x, int, bool) {
    word(Tag::truth);
    word(x ? 1 : 0);
  }
  void on(int64_t x, int argument, bool state) { on(Array(x), argument, state); }
  void on(double x, int argument, bool state) { on(Array(x), argument, state); }
  void on(const std::string& x, int, bool) {
    word(Tag::text);
    word(x.size());
    for (size_t i = 0; i < x.size(); i += 8) {
      uint64_t piece = 0;
      std::copy_n(x.data() + i, std::min<size_t>(8, x.size() - i), reinterpret_cast<char*>(&piece));
      word(piece);
    }
  }
  void on(const Array& x, int argument, bool state) {
    word(Tag::leaf);
    word(std::bit_cast<uint64_t>(x.type().id()));
    word(x.is_weak() ? 1 : 0);
    parts_.leaves.push_back({x, argument, state});
  }
  void on(const BranchRef& x, int argument, bool state) {
    word(Tag::branch);
    word(std::bit_cast<uint64_t>(x->layout));
    word(x->items.size());
    word(x->keys != nullptr ? 1 : 0);
    if (x->keys != nullptr) {
      for (const DictKey& key : x->keys->list) std::visit([&](const auto& k) { on_key(k); }, key);
    }
    for (size_t i = 0; i < x->items.size(); ++i) {
      bool marked = x->layout != nullptr && x->layout->is_state(i);
      visit(x->items[i], argument, state || marked);
    }
  }
  void on_key(int64_t key) {
    word(Tag::leaf);
    word(std::bit_cast<uint64_t>(key));
  }
  void on_key(const std::string& key) { on(key, -1, false); }
  void on(const Function& x, int, bool) { closure(x); }
  void on(const Opaque& x, int, bool) {
    word(Tag::other);
    word(std::bit_cast<uint64_t>(closure_of(x.held).object));
  }

  Parts& parts_;
  std::unordered_map<const void*, uint64_t> seen_;
};

// The same walk, putting leaves in.
class Replacing {
 public:
  Replacing(const std::vector<Value>& leaves, std::vector<std::pair<Function, Values>>& old)
      : leaves_(leaves), old_(old) {}

  Value visit(const Value& value) {
    if (value.is_leaf()) return leaves_[next_++];
    if (value.is_branch()) {
      Values items;
      for (const Value& item : value.items()) items.push_back(visit(item));
      return Value::like(value.branch(), std::move(items));
    }
    if (value.is_function()) closure(value.function());
    return value;
  }

  void closure(const Function& f) {
    Closure closure = closure_of(f);
    if (std::ranges::count(seen_, closure.object) > 0) return;
    seen_.push_back(closure.object);
    Values before, after;
    for (const auto& [name, value] : closure.captures) {
      before.push_back(value);
      after.push_back(visit(value));
    }
    if (before.empty()) return;
    old_.emplace_back(f, std::move(before));
    set_captures(f, after);
  }

 private:
  const std::vector<Value>& leaves_;
  std::vector<std::pair<Function, Values>>& old_;
  std::vector<const void*> seen_;
  size_t next_ = 0;
};

}  // namespace

std::vector<Array> Parts::values() const {
  std::vector<Array> out;
  out.reserve(leaves.size());
  for (const Leaf& leaf : leaves) out.push_back(leaf.value);
  return out;
}

Parts take_apart(const Function& f, const Values& args) {
  Parts parts;
  Keying keying(parts);
  for (size_t i = 0; i < args.size(); ++i) keying.visit(args[i], static_cast<int>(i), false);
  keying.closure(f);
  return parts;
}

Standing::Standing(const Function& f, const Values& args, const std::vector<Value>& leaves) {
  Replacing replacing(leaves, old_);
  for (const Value& arg : args) args_.push_back(replacing.visit(arg));
  replacing.closure(f);
}

Standing::~Standing() {
  for (auto it = old_.rbegin(); it != old_.rend(); ++it) set_captures(it->first, it->second);
}

}  // namespace rille
