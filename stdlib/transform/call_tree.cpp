// Walks over a call: build its key, replace its leaves.
#include "stdlib/transform/call_tree.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "vm/run/running.h"
#include "vm/tree.h"

namespace rille {
namespace {

enum class KeyTag : uint64_t {
  nil,
  absent,
  truth,
  text,
  leaf,
  branch,
  constant,
  function,
  again,
  number,
  real,
  range,
  object
};

// Numbers objects in the order of their first visit. Most calls visit one or two functions, which
// need no hash table.
class ObjectNumbering {
 public:
  // The number of objects that were visited before this one. The object is new if that is the
  // number of all objects.
  size_t number_of(const void* object) {
    if (few_.size() < max_few) {
      auto found = std::ranges::find(few_, object);
      auto at = static_cast<size_t>(found - few_.begin());
      if (found == few_.end()) few_.push_back(object);
      return at;
    }
    if (all_.empty()) {
      for (size_t i = 0; i < few_.size(); ++i) all_.emplace(few_[i], i);
    }
    return all_.try_emplace(object, all_.size()).first->second;
  }

 private:
  static constexpr size_t max_few = 16;

  SmallVector<const void*, max_few> few_;
  std::unordered_map<const void*, size_t> all_;
};

// Defines the order in which every walk visits a call: the arguments, then the captures of the
// function. A closure that is visited again becomes a back reference.
class CacheKeyBuilder {
 public:
  explicit CacheKeyBuilder(CallTree& parts) : parts_(parts) {}

  void visit(const Value& value, int argument, bool state) {
    polls_.step();
    std::visit([&](const auto& x) { on(x, argument, state); }, value.any());
  }

  void closure(const Function& f) {
    Closure closure = closure_of(f);
    size_t number = seen_.number_of(closure.object);
    if (number < parts_.functions.size()) return word(KeyTag::again), key_.add(number);
    parts_.functions.push_back(f);
    if (closure.prototype == nullptr) return pinned(closure.object, f);
    word(KeyTag::function);
    key_.add(closure.prototype);
    key_.add(closure.captures.size());
    for (const auto& [name, value] : closure.captures) visit(value, -1, false);
  }

 private:
  void word(KeyTag tag) { key_.add(static_cast<uint64_t>(tag)); }

  // Identified by its address alone. The key owns the object, so the address stays unique.
  void pinned(const void* address, const Function& holder) {
    word(KeyTag::object);
    key_.add(address);
    key_.pins.emplace_back(holder);
  }

  void on(const Nil&, int, bool) { word(KeyTag::nil); }
  void on(const MissingArgument&, int, bool) { word(KeyTag::absent); }
  void on(bool x, int, bool) {
    word(KeyTag::truth);
    key_.add(uint64_t{x});
  }
  void on(int64_t x, int argument, bool state) { on(Array(x), argument, state); }
  void on(double x, int argument, bool state) { on(Array(x), argument, state); }
  void on(const std::string& x, int, bool) {
    word(KeyTag::text);
    key_.add(x);
  }
  void on(const Array& x, int argument, bool state) {
    word(KeyTag::leaf);
    key_.add(x.type().id());
    key_.add(uint64_t{x.is_weak()});
    parts_.leaves.push_back({x, argument, state});
  }
  void on(const BranchRef& x, int argument, bool state) {
    branch(*x, [&](size_t i) {
      bool marked = x->layout != nullptr && x->layout->is_state(i);
      visit(x->items[i], argument, state || marked);
    });
  }
  template <class F>
  void branch(const Branch& x, F on_item) {
    word(KeyTag::branch);
    key_.add(x.layout);
    key_.add(x.items.size());
    key_.add(uint64_t{x.keys != nullptr});
    if (x.keys != nullptr) {
      for (const DictKey& key : x.keys->list) std::visit([&](const auto& k) { on_key(k); }, key);
    }
    for (size_t i = 0; i < x.items.size(); ++i) on_item(i);
  }
  void on(const StaticValue& x, int argument, bool state) {
    word(KeyTag::constant);
    constant(x.value(), argument, state);
  }
  // Numbers are compared by their bits.
  void constant(const Value& value, int argument, bool state) {
    if (value.is_branch()) {
      branch(value.branch(), [&](size_t i) { constant(value.items()[i], argument, state); });
    } else if (const auto* whole = std::get_if<int64_t>(&value.any())) {
      on_key(*whole);
    } else if (const auto* real = std::get_if<double>(&value.any())) {
      word(KeyTag::real);
      key_.add(std::bit_cast<uint64_t>(*real));
    } else {
      visit(value, argument, state);
    }
  }
  void on_key(int64_t key) {
    word(KeyTag::number);
    key_.add(std::bit_cast<uint64_t>(key));
  }
  void on_key(const std::string& key) { on(key, -1, false); }
  void on(const Function& x, int, bool) { closure(x); }
  // A range is identified by its bounds, and a traced bound by its handle. All other values that
  // live in Lua alone are immutable.
  void on(const OpaqueValue& x, int, bool) {
    Value inside = contents_of(x);
    if (inside.is_nil()) return pinned(closure_of(x.held).object, x.held);
    word(KeyTag::range);
    for (const Value& bound : inside.items()) {
      const auto* known = std::get_if<int64_t>(&bound.any());
      word(known != nullptr ? KeyTag::number : KeyTag::object);
      if (known == nullptr) key_.pins.push_back(bound);
      key_.add(known != nullptr ? std::bit_cast<uint64_t>(*known)
                                : reinterpret_cast<uintptr_t>(bound.array().body()));
    }
  }

  CallTree& parts_;
  PollCounter polls_;
  CacheKey& key_ = parts_.key;
  ObjectNumbering seen_;
};

// Records the layers that a walk visits. If `is_outermost`, paths that an enclosing trace has set
// are ignored.
class LayerRecorder {
 public:
  explicit LayerRecorder(bool is_outermost) : is_outermost_(is_outermost) {}

  // The path of a branch that the walk reaches at `path`.
  ModulePath enter(const Branch& branch, const ModulePath& path) {
    ModulePath here = is_outermost_ || branch.path.empty() ? path : branch.path;
    if (struct_type(branch.layout) != nullptr) found.push_back(here);
    return here;
  }

  LayerPaths found = {};

 private:
  bool is_outermost_;
};

// Walks in the order of CacheKeyBuilder, replaces the leaves, and sets the paths of instances.
class LeafReplacer {
 public:
  LeafReplacer(const Values& leaves, TracerSubstitution& captures, bool is_outermost)
      : layers(is_outermost), leaves_(leaves), captures_(captures) {}

  Value visit(const Value& value, const ModulePath& path = {}) {
    polls_.step();
    if (value.is_leaf()) return leaves_[next_++];
    if (value.is_branch()) return branch(value.branch(), path);
    auto on_function = [this](const Function& f) { closure(f); };
    each_function(value, on_function);
    return value;
  }

  LayerRecorder layers;

 private:
  Value branch(const Branch& branch, const ModulePath& path) {
    ModulePath here = layers.enter(branch, path);
    Values items;
    for (size_t i = 0; i < branch.items.size(); ++i) {
      bool leads_on = branch.items[i].is_branch();
      items.push_back(visit(branch.items[i], leads_on ? here.step(branch, i) : ModulePath()));
    }
    Value out = Value::like(branch, std::move(items));
    bool is_layer = struct_type(branch.layout) != nullptr;
    return is_layer && here != branch.path ? out.at_path(here) : out;
  }

 public:
  void closure(const Function& f) {
    Closure closure = closure_of(f);
    if (!seen_.insert(closure.object).second) return;
    Values after;
    for (const auto& [name, value] : closure.captures) after.push_back(visit(value));
    if (!after.empty()) captures_.put(f, after);
  }

 private:
  const Values& leaves_;
  TracerSubstitution& captures_;
  std::unordered_set<const void*> seen_;
  size_t next_ = 0;
  PollCounter polls_;
};

// Walks in the order of CacheKeyBuilder and records the paths only.
class LayerWalk {
 public:
  void visit(const Value& value, const ModulePath& path = {}) {
    polls_.step();
    auto on_function = [this](const Function& f) { closure(f); };
    if (!value.is_branch()) return each_function(value, on_function);
    const Branch& branch = value.branch();
    ModulePath here = layers.enter(branch, path);
    for (size_t i = 0; i < branch.items.size(); ++i) {
      bool leads_on = branch.items[i].is_branch();
      visit(branch.items[i], leads_on ? here.step(branch, i) : ModulePath());
    }
  }

  void closure(const Function& f) {
    Closure closure = closure_of(f);
    if (!seen_.insert(closure.object).second) return;
    for (const auto& [name, value] : closure.captures) visit(value);
  }

  LayerRecorder layers{false};

 private:
  std::unordered_set<const void*> seen_ = {};
  PollCounter polls_;
};

// Walks in the order of CacheKeyBuilder and collects the owners of the addresses in the key.
class OwnerCollector {
 public:
  void visit(const Value& value) {
    polls_.step();
    if (value.is_branch()) {
      if (value.branch().layout_held != nullptr) found.push_back(value.branch().layout_held);
      for (const Value& item : value.items()) visit(item);
    } else if (value.is_function()) {
      closure(value.function());
    } else if (value.is_static()) {
      visit(value.unwrapped());
    }
  }

  void closure(const Function& f) {
    Closure closure = closure_of(f);
    if (!seen_.insert(closure.object).second) return;
    if (auto holder = holder_of(f)) found.push_back(std::move(holder));
    for (const auto& [name, value] : closure.captures) visit(value);
  }

  std::vector<std::shared_ptr<const void>> found = {};

 private:
  std::unordered_set<const void*> seen_ = {};
  PollCounter polls_;
};

}  // namespace

std::vector<std::shared_ptr<const void>> holders_of(const Function& f, const Values& args) {
  OwnerCollector holding;
  for (const Value& arg : args) holding.visit(arg);
  holding.closure(f);
  return std::move(holding.found);
}

void CacheKey::add(std::string_view text) {
  add(text.size());
  for (size_t i = 0; i < text.size(); i += 8) {
    uint64_t piece = 0;
    std::memcpy(&piece, text.data() + i, std::min<size_t>(8, text.size() - i));
    add(piece);
  }
}

size_t CacheKeyHash::operator()(const CacheKey& key) const {
  uint64_t h = key.words.size();
  for (uint64_t word : key.words) h = (h ^ word) * 0x9E3779B97F4A7C15ull ^ (h >> 29);
  return h;
}

std::vector<Array> CallTree::values() const {
  std::vector<Array> out;
  out.reserve(leaves.size());
  for (const Leaf& leaf : leaves) out.push_back(leaf.value);
  return out;
}

CallTree take_apart(const Function& f, const Values& args) {
  CallTree parts;
  parts.leaves.reserve(args.size() + 2);
  CacheKeyBuilder keying(parts);
  parts.key.add(args.size());
  for (size_t i = 0; i < args.size(); ++i) keying.visit(args[i], static_cast<int>(i), false);
  keying.closure(f);
  return parts;
}

CaptureSwap::CaptureSwap(const Function& f, const Values& args, const Values& leaves)
    : captures_(f.state()) {
  LeafReplacer replacing(leaves, captures_, f.state().tracing <= 1);
  for (const Value& arg : args) args_.push_back(replacing.visit(arg));
  replacing.closure(f);
  layers_ = std::move(replacing.layers.found);
}

LayerPaths layers_of(const Function& f, const Values& args) {
  LayerWalk walk;
  for (const Value& arg : args) walk.visit(arg);
  walk.closure(f);
  return std::move(walk.layers.found);
}

}  // namespace rille
