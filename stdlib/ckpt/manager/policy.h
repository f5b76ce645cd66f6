// Policies: which steps are saved, and which stay.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace rille {

using Metrics = std::map<std::string, double, std::less<>>;

// A step that is in a folder.
struct SavedStep {
  int64_t step;
  double time = 0;  // when it was saved, in seconds since 1970
  Metrics metrics = {};
  bool has_parts = false;  // files of several processes
};

// What stays: the union of all that is said here, and everything where `newest` is not.
struct KeepRule {
  std::optional<int64_t> newest = {};     // so many of the last steps
  std::optional<int64_t> multiples = {};  // those that this divides
  std::optional<double> seconds = {};     // one for each span of so many
  std::string best = {};                  // a metric: the `best_count` best; "": none
  bool is_min = true;
  int64_t best_count = 1;
};

// The best first, of equal ones the newest; steps without the metric, or with nan, are left out.
std::vector<int64_t> by_metric(const std::vector<SavedStep>& steps, const std::string& name,
                               bool is_min);

// Of steps in their order.
std::set<int64_t> kept_steps(const std::vector<SavedStep>& steps, const KeepRule& rule);

}  // namespace rille
