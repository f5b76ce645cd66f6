// RelocatedExecutable: shared machine code at other lines.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backends/host/executable.h"
#include "jit/ir.h"
#include "jit/origin.h"

namespace rille {

// The origins of a graph, by those of an equal graph.
using OriginMap = std::vector<std::pair<Origin, Origin>>;  // sorted

// Whether the nodes of two equal graphs (jit/equal.h) have the same origins.
bool same_origins(const Graph& a, const Graph& b);

// Maps the origins of `from` to those of the equal graph `to`.
OriginMap origin_map(const Graph& from, const Graph& to);

// The machine code of an equal graph from another place of a script: profiles show the lines of
// this graph.
class RelocatedExecutable : public Executable {
 public:
  RelocatedExecutable(std::shared_ptr<HostExecutable> code, OriginMap origins)
      : code_(std::move(code)), origins_(std::move(origins)) {}

  const HostExecutable* code() const { return code_.get(); }
  void run(std::span<const RunInput> in, std::span<Array> out) override;
  std::span<const Type> params() const override { return code_->params(); }
  size_t results() const override { return code_->results(); }
  size_t arena_bytes() const override { return code_->arena_bytes(); }
  std::string plan_text() const override { return code_->plan_text(); }
  std::vector<StageTime> stages() const override { return {{cached_code, 0}}; }

 private:
  const Plan& relocated_plan();

  std::shared_ptr<HostExecutable> code_;
  OriginMap origins_;
  PlanLabels labels_;
  std::once_flag once_;
  std::optional<Plan> plan_;  // made in the first run that is recorded
};

}  // namespace rille
