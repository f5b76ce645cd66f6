// A hash of the computation of a graph, without origins.
#include <bit>
#include <unordered_map>

#include "jit/graph.h"
#include "jit/graph/hash.h"
#include "jit/op.h"
#include "vm/text.h"

namespace rille {
namespace {

class CanonicalHasher {
 public:
  explicit CanonicalHasher(const Graph& graph) : graph_(graph), number_(graph) {}

  uint64_t run() {
    define(graph_.params);
    for (const Node& node : graph_.nodes) {
      hash_.bytes(node.op->name);
      use(node.in);
      for (const Attr& attr : node.attrs.items()) put(attr);
      if (node.placement != Placement::anywhere) hash_.bytes(text(node.placement));
      for (const Region& region : node.regions) hash_.word(canonical_hash(*region));
      define(node.out);
    }
    use(graph_.results);
    return hash_.value();
  }

 private:
  // Values are numbered in order of definition, so that gaps in their ids have no effect.
  void define(const Vars& vars) {
    hash_.word(vars.size());
    for (Var v : vars) {
      number_[v] = next_++;
      put(graph_.type(v));
    }
  }
  void use(const Vars& vars) {
    hash_.word(vars.size());
    for (Var v : vars) hash_.word(static_cast<uint64_t>(number_[v]));
  }

  // A type id is an address, so the hash of the type's text is used, and cached.
  void put(Type type) {
    auto [found, fresh] = types_.try_emplace(type.id(), 0);
    if (fresh) {
      Hash one;
      one.bytes(text(type));
      found->second = one.value();
    }
    hash_.word(found->second);
  }
  void put(const Attr& attr) {
    hash_.bytes(attr.name);
    hash_.word(attr.value.index());
    if (auto* graph = std::get_if<std::shared_ptr<const Graph>>(&attr.value)) {
      hash_.word(canonical_hash(**graph));
    } else if (auto* x = std::get_if<double>(&attr.value)) {
      hash_.word(std::bit_cast<uint64_t>(*x));
    } else {
      hash_.bytes(text(attr.value));
    }
  }

  const Graph& graph_;
  VarMap<int> number_;
  std::unordered_map<const void*, uint64_t> types_;
  Hash hash_;
  int next_ = 0;
};

}  // namespace

uint64_t canonical_hash(const Graph& graph) { return CanonicalHasher(graph).run(); }

}  // namespace rille
