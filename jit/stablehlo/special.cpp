// CHLO: functions that StableHLO composes.
#include "jit/op.h"
#include "jit/stablehlo/scope.h"

namespace rille {
namespace {

constexpr HloRule rules[] = {
    {"chlo.none", nullptr},
};

}  // namespace

std::span<const HloRule> special_rules() { return {rules, 0}; }

}  // namespace rille
