// Checks that names are defined before their use.
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jit/stablehlo/scope.h"
#include "vm/run/running.h"

namespace rille {
namespace {

class HloVerifier {
 public:
  // For functions and bodies: a region sees the names around it, and may shadow them.
  void region(const HloRegion& region, const HloOp& around) {
    if (region.params.size() != region.types.size()) {
      refuse(around, str("a region has ", region.params.size(), " params and ", region.types.size(),
                         " param types"));
    }
    size_t own = ++regions_, begin = hidden_.size();
    for (const std::string& name : region.params) define(name, own, around);
    for (const HloOp& op : region.ops) {
      for (const std::string& name : op.in) {
        if (auto found = known_.find(name); found == known_.end() || found->second == 0) {
          refuse_unknown(name, op);
        }
      }
      for (const HloRegion& inner : op.regions) this->region(inner, op);
      for (const std::string& name : op.out) define(name, own, op);
    }
    for (; hidden_.size() > begin; hidden_.pop_back()) {
      known_[hidden_.back().first] = hidden_.back().second;
    }
  }

 private:
  void define(std::string_view name, size_t own, const HloOp& op) {
    polls_.step(hidden_.size() * sizeof hidden_[0] + known_.size() * 64);
    size_t& at = known_[name];
    if (at == own) refuse(op, str(hlo_shown(name), " is defined twice"), Code::name);
    hidden_.emplace_back(name, at);
    at = own;
  }

  // The region that currently defines a name; 0: none.
  std::unordered_map<std::string_view, size_t> known_ = {};
  std::vector<std::pair<std::string_view, size_t>> hidden_ = {};  // restored after a region
  size_t regions_ = 0;
  PollCounter polls_;
};

}  // namespace

std::string_view hlo_shown(std::string_view name) {
  return name.ends_with("#0") ? name.substr(0, name.size() - 2) : name;
}

void refuse_unknown(std::string_view name, const HloOp& op) {
  refuse(op, str(hlo_shown(name), " is not defined"), Code::name);
}

void verify_names(const HloOp& function) {
  for (const HloRegion& region : function.regions) HloVerifier().region(region, function);
}

}  // namespace rille
