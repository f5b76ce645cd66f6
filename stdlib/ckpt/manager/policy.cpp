// Retention policies: the steps that are kept.
#include "stdlib/ckpt/manager/policy.h"

#include <algorithm>
#include <cmath>

namespace rille {

std::vector<int64_t> by_metric(const std::vector<SavedStep>& steps, const std::string& name,
                               bool is_min) {
  std::vector<std::pair<double, int64_t>> order;
  for (const SavedStep& saved : steps) {
    auto found = saved.metrics.find(name);
    if (found == saved.metrics.end() || std::isnan(found->second)) continue;
    order.emplace_back(is_min ? found->second : -found->second, -saved.step);
  }
  std::ranges::sort(order);
  std::vector<int64_t> out;
  for (const auto& [value, step] : order) out.push_back(-step);
  return out;
}

std::set<int64_t> kept_steps(const std::vector<SavedStep>& steps, const RetentionPolicy& rule) {
  std::set<int64_t> out;
  std::optional<double> last;
  for (size_t i = 0; i < steps.size(); ++i) {
    const SavedStep& saved = steps[i];
    bool is_new = !rule.newest || static_cast<int64_t>(steps.size() - i) <= *rule.newest;
    bool is_multiple = rule.multiples && saved.step % *rule.multiples == 0;
    bool is_later = rule.seconds && (!last || saved.time >= *last + *rule.seconds);
    if (is_later) last = saved.time;
    if (is_new || is_multiple || is_later) out.insert(saved.step);
  }
  if (rule.best.empty()) return out;
  std::vector<int64_t> best = by_metric(steps, rule.best, rule.is_min);
  best.resize(std::min(best.size(), static_cast<size_t>(rule.best_count)));
  out.insert(best.begin(), best.end());
  return out;
}

}  // namespace rille
