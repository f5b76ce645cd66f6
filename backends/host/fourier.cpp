// Fourier transforms: cached plans, and runs.
#include <list>
#include <memory>
#include <mutex>

#include "backends/host/matrices.h"
#include "jit/op.h"
#include "vm/memory/account.h"

namespace rille {
namespace {

// An LRU cache of plans, bounded by the total of their sizes to a few dozen MB.
template <class T>
class FourierPlanCache {
 public:
  using PlanRef = std::shared_ptr<const FourierPlan<T>>;

  PlanRef find(size_t n, bool is_complex) {
    if (PlanRef known = kept(n, is_complex)) return known;
    PlanRef made = std::make_shared<const FourierPlan<T>>(fourier_plan<T>(n, is_complex));
    if (n > max_numbers) return made;
    std::lock_guard lock(mutex_);
    size_t numbers = n;
    items_.push_front({n, is_complex, made});
    for (auto item = std::next(items_.begin()); item != items_.end();) {
      numbers += item->n;
      item = numbers > max_numbers ? items_.erase(item) : std::next(item);
    }
    return made;
  }

 private:
  static constexpr size_t max_numbers = size_t{1} << 22;
  struct PlanEntry {
    size_t n;
    bool is_complex;
    PlanRef plan;
  };

  PlanRef kept(size_t n, bool is_complex) {
    std::lock_guard lock(mutex_);
    for (auto item = items_.begin(); item != items_.end(); ++item) {
      if (item->n != n || item->is_complex != is_complex) continue;
      items_.splice(items_.begin(), items_, item);
      return item->plan;
    }
    return nullptr;
  }

  std::mutex mutex_;
  std::list<PlanEntry> items_;
};

template <class T>
void run_lines(const Node& node, Fourier<T>& code, const char* x, char* y, int64_t lines) {
  static FourierPlanCache<T> plans;
  FourierKind kind = fourier_kind(node.attrs.string("kind"));
  auto n = static_cast<size_t>(node.attrs.integer("n"));
  // The buffers of a pass, the twiddle factors of a new plan, and the convolution with a chirp.
  constexpr size_t most = 12;
  Charge scratch(most * n * sizeof(Phasor<T>));
  code(*plans.find(n, !is_of_reals(kind)), kind, reinterpret_cast<const T*>(x),
       reinterpret_cast<T*>(y), lines);
}

}  // namespace

void run_fourier(const Node& node, const Graph& graph, std::span<char* const> in, char* out) {
  Type type = graph.type(node.in[0]), made = graph.type(node.out[0]);
  if (type.count() == 0 || made.count() == 0) return;
  int64_t lines = type.count() / type.ints().back();
  const Matrices& all = matrices();
  Dtype part = has_parts(type) ? part_of(type.dtype()) : type.dtype();
  if (part == Dtype::f32) {
    run_lines(node, *all.fourier_f32, in[0], out, lines);
  } else {
    run_lines(node, *all.fourier_f64, in[0], out, lines);
  }
}

}  // namespace rille
