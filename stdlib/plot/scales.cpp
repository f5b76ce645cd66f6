// Logarithmic axes and wide legends of charts.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "stdlib/plot/chart.h"

namespace rille {

bool Chart::has_wide_legend() const {
  return std::ranges::any_of(series,
                             [](const Series& s) { return s.x.empty() && !s.name.empty(); });
}

void Chart::add_text(std::string line) {
  series.push_back({.name = std::move(line), .x = {}, .y = {}, .form = SeriesKind::points});
}

Chart with_logarithms(Chart chart) {
  auto change = [](double& v) { v = v > 0 ? std::log10(v) : std::nan(""); };
  for (Series& s : chart.series) {
    if (chart.has_log_x) std::ranges::for_each(s.x, change);
    if (chart.has_log_y) std::ranges::for_each(s.y, change);
  }
  for (ChartLabel& label : chart.labels) {
    if (chart.has_log_x) change(label.x);
    if (chart.has_log_y) change(label.y);
  }
  return chart;
}

std::vector<double> log_ticks(double low, double high, int count) {
  std::vector<double> out;
  double decades = high - low;
  double stride = std::max(1.0, std::ceil(decades / count));
  bool has_few = decades * 3 <= count;
  for (double power = std::floor(low / stride) * stride; power <= high; power += stride) {
    for (double factor : {1.0, 2.0, 5.0}) {
      double at = power + std::log10(factor);
      bool is_shown = factor == 1 || has_few;
      if (is_shown && at >= low && at <= high) out.push_back(at);
    }
  }
  // A range of less than a factor of 2 may have none.
  return out.size() < 2 ? ticks(low, high, count) : out;
}

std::string log_tick_text(double logarithm) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", std::pow(10.0, logarithm));
  return text.data();
}

}  // namespace rille
