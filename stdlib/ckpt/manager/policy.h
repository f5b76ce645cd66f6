// Retention policies of steps.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace rille {

using Metrics = std::map<std::string, double, std::less<>>;

// A step in a directory.
struct SavedStep {
  int64_t step;
  double time = 0;  // time of the save, in seconds since 1970
  Metrics metrics = {};
  bool has_parts = false;  // whether several processes saved it
};

// A retention policy: a step is kept if any rule selects it. Without `newest` every step is kept.
struct RetentionPolicy {
  std::optional<int64_t> newest = {};     // the number of newest steps
  std::optional<int64_t> multiples = {};  // steps that are multiples of this number
  std::optional<double> seconds = {};     // one step for each span of this length
  std::string best = {};                  // metric of the `best_count` best steps; "" for none
  bool is_min = true;
  int64_t best_count = 1;
};

// The steps ranked by metric, the best first; of equal ones the newest first. Steps without the
// metric, or with NaN, are omitted.
std::vector<int64_t> by_metric(const std::vector<SavedStep>& steps, const std::string& name,
                               bool is_min);

// The steps to keep, of steps in ascending order.
std::set<int64_t> kept_steps(const std::vector<SavedStep>& steps, const RetentionPolicy& rule);

}  // namespace rille
