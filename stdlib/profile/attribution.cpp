// Lines of eager kernels, and labels of pieces.
#include "stdlib/profile/attribution.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace rille::profile {
namespace {

class Attribution {
 public:
  explicit Attribution(Timeline& timeline) : t_(timeline) {}

  void run() {
    for (Track& track : t_.tracks) {
      if (track.kind == Track::Kind::device) take_kernels(track);
    }
    for (auto& [label, runs] : runs_) std::ranges::sort(runs, {}, &Run::begin);
    for (Track& track : t_.tracks) {
      if (track.kind == Track::Kind::worker) take_pieces(track);
    }
  }

 private:
  struct Run {
    int64_t begin = 0, end = 0;
    uint32_t label = 0;  // with the line of the operation
  };

  Category category(uint32_t label) const { return t_.labels[label].category; }

  void take_kernels(Track& track) {
    std::vector<const Event*> open;  // eager operations
    for (Event& event : track.events) {
      while (!open.empty() && open.back()->end() <= event.begin) open.pop_back();
      if (category(event.label) == Category::eager) open.push_back(&event);
      if (category(event.label) != Category::kernel || open.empty()) continue;
      uint32_t kernel = event.label;
      if (!t_.labels[kernel].places.empty() && has_body(t_.labels[kernel])) continue;
      event.label = at_line_of(kernel, open.back()->label);
      runs_[kernel].push_back({event.begin, event.end(), event.label});
    }
  }

  // Whether the kernel belongs to a loop or a branch, whose body has lines of its own. Any other
  // code may be shared with a compiled function of another line.
  bool has_body(const Label& label) const {
    auto module = static_cast<size_t>(label.module);
    if (label.module < 0 || module >= t_.modules.size()) return false;
    return std::ranges::any_of(t_.modules[module].steps,
                               [](const ModuleStep& step) { return step.depth > 0; });
  }

  uint32_t at_line_of(uint32_t kernel, uint32_t eager) {
    auto [at, is_new] = kernels_.try_emplace({kernel, eager}, 0);
    if (is_new) {
      Label label = t_.labels[kernel];
      label.places = t_.labels[eager].places;
      label.function.clear();
      at->second = add(std::move(label));
    }
    return at->second;
  }

  void take_pieces(Track& track) {
    for (Event& event : track.events) {
      if (category(event.label) != Category::kernel) continue;
      uint32_t kernel = event.label;
      auto runs = runs_.find(kernel);
      if (runs != runs_.end()) {
        auto next = std::ranges::upper_bound(runs->second, event.begin, {}, &Run::begin);
        bool is_inside = next != runs->second.begin() && event.begin < std::prev(next)->end;
        if (is_inside) kernel = std::prev(next)->label;
      }
      event.label = piece_of(kernel);
    }
  }

  uint32_t piece_of(uint32_t kernel) {
    auto [at, is_new] = pieces_.try_emplace(kernel, 0);
    if (is_new) {
      Label label = t_.labels[kernel];
      label.category = Category::piece;
      label.work = {};
      at->second = add(std::move(label));
    }
    return at->second;
  }

  uint32_t add(Label label) {
    t_.labels.push_back(std::move(label));
    return static_cast<uint32_t>(t_.labels.size()) - 1;
  }

  Timeline& t_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> kernels_;  // labels, by kernel and operation
  std::unordered_map<uint32_t, uint32_t> pieces_;              // labels, by that of the kernel
  std::unordered_map<uint32_t, std::vector<Run>> runs_;        // in eager operations, by kernel
};

}  // namespace

void attribute(Timeline& timeline) { Attribution(timeline).run(); }

}  // namespace rille::profile
