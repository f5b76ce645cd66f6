// Kernels and eager operations: time, rates, and limits.
#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "stdlib/profile/summary_parts.h"

namespace rille::profile {
namespace {

constexpr double ns = 1e-9;

// Identifies a kernel by what its own label and those of its pieces have in common.
using KernelKey = std::tuple<int, int, std::string, std::string, int>;

KernelKey key_of(const Label& label) {
  Place place = label.places.empty() ? Place{} : label.places.front();
  return {label.module, label.step, label.module < 0 ? label.name : std::string(), place.file,
          place.line};
}

bool is_row(const Label& label) {
  return label.category == Category::kernel || label.category == Category::eager;
}

// The compilations of the thread that runs the kernels of a track, without those inside of others.
std::vector<Interval> compilations_of(const Timeline& timeline, const Track& track) {
  int thread = main_track(timeline);
  for (size_t i = 0; i < timeline.tracks.size(); ++i) {
    const Track& other = timeline.tracks[i];
    bool is_own = other.kind == Track::Kind::thread && other.number == track.thread;
    if (is_own) thread = static_cast<int>(i);
  }
  std::vector<Interval> out;
  if (thread < 0) return out;
  for (const Event& event : timeline.tracks[static_cast<size_t>(thread)].events) {
    if (event.label >= timeline.labels.size()) continue;
    Category category = timeline.labels[event.label].category;
    bool compiles = category == Category::trace || category == Category::compile;
    bool is_outer = out.empty() || event.begin >= out.back().end;
    if (compiles && is_outer) out.push_back({event.begin, event.end()});
  }
  return out;
}

int64_t overlap(const Event& event, const std::vector<Interval>& intervals) {
  int64_t out = 0;
  auto at = std::ranges::upper_bound(intervals, event.begin, {}, &Interval::end);
  for (; at != intervals.end() && at->begin < event.end(); ++at) {
    int64_t inside = std::min(at->end, event.end()) - std::max(at->begin, event.begin);
    out += std::max<int64_t>(inside, 0);
  }
  return out;
}

// Adds calls and times of the kernels and eager operations of a track. An eager operation may
// compile its code, which is another part of the time.
void add_kernels(const Timeline& timeline, const Track& track, std::vector<KernelTime>& by_label) {
  std::vector<const Event*> open;
  std::vector<Interval> compilations = compilations_of(timeline, track);
  for (const Event& event : track.events) {
    if (event.label >= by_label.size()) continue;
    if (!is_row(timeline.labels[event.label])) continue;
    int64_t duration = std::max<int64_t>(event.duration, 0);
    while (!open.empty() && open.back()->end() <= event.begin) open.pop_back();
    if (!open.empty()) {
      int64_t inside = std::min(event.end(), open.back()->end()) - event.begin;
      by_label[open.back()->label].self -= std::max<int64_t>(inside, 0);
    }
    KernelTime& kernel = by_label[event.label];
    bool is_best = kernel.calls == 0 || static_cast<double>(duration) < kernel.best;
    if (is_best) kernel.best = static_cast<double>(duration);
    ++kernel.calls;
    kernel.self += duration;
    kernel.total += duration;
    bool is_eager = timeline.labels[event.label].category == Category::eager;
    if (is_eager) kernel.self -= overlap(event, compilations);
    open.push_back(&event);
  }
}

// The sum of the times of the pieces of each kernel. All events of workers are pieces: a capture
// gives them the label of their kernel.
std::map<KernelKey, int64_t> piece_times(const Timeline& timeline) {
  std::vector<int64_t> by_label(timeline.labels.size());
  for (const Track& track : timeline.tracks) {
    if (track.kind == Track::Kind::device || track.kind == Track::Kind::data) continue;
    for (const Event& event : track.events) {
      if (event.label >= by_label.size()) continue;
      bool is_piece = track.kind == Track::Kind::worker ||
                      timeline.labels[event.label].category == Category::piece;
      if (!is_piece) continue;
      by_label[event.label] += event.duration;
    }
  }
  std::map<KernelKey, int64_t> out;
  for (size_t i = 0; i < by_label.size(); ++i) {
    if (by_label[i] > 0) out[key_of(timeline.labels[i])] += by_label[i];
  }
  return out;
}

// Sets the rates, and the distance from the limits of the machine. `work` is the mean of all runs.
// The work of a loop that has kernels inside is not comparable with its time.
void set_rates(const Machine& machine, const Work& work, KernelTime& kernel) {
  double seconds = kernel.mean * ns, flops = work.flops, bytes = work.bytes();
  if (kernel.self < kernel.total || seconds <= 0) return;
  if (flops >= 0) kernel.flops_per_s = flops / seconds;
  if (bytes >= 0) kernel.bytes_per_s = bytes / seconds;
  kernel.planned = work.seconds;
  if (kernel.planned > 0) kernel.ratio = seconds / kernel.planned;
  double computing = machine.flops_per_s > 0 ? std::max(flops, 0.0) / machine.flops_per_s : 0;
  double moving = machine.bytes_per_s > 0 ? std::max(bytes, 0.0) / machine.bytes_per_s : 0;
  if (std::max(computing, moving) <= 0) return;
  kernel.bound = moving >= computing ? Bound::memory : Bound::compute;
  kernel.fraction = std::max(computing, moving) / seconds;
}

// Identifies a kernel in all compilations of its function. The last number counts the kernels of a
// module of which everything else is equal.
using RowKey =
    std::tuple<Category, std::string, std::string, std::string, std::string, int, size_t>;

std::vector<RowKey> row_keys(const Timeline& timeline, const std::vector<KernelTime>& by_label) {
  std::vector<size_t> order(by_label.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) { return timeline.labels[i].step; });
  std::map<std::pair<RowKey, int>, size_t> counts;
  std::vector<RowKey> out(by_label.size());
  for (size_t i : order) {
    const Label& label = timeline.labels[i];
    if (by_label[i].calls == 0) continue;
    Place place = label.places.empty() ? Place{} : label.places.front();
    RowKey key{label.category,
               label.function,
               label.ops.empty() ? label.name : label.ops,
               label.layer,
               place.file,
               place.line,
               0};
    size_t count = counts[{key, label.module}]++;
    if (label.module >= 0) std::get<size_t>(key) = count;
    out[i] = std::move(key);
  }
  return out;
}

// The mean of a planned quantity, weighted by runs; -1 if a label lacks it.
double mean_work(const Timeline& timeline, const std::vector<KernelTime>& by_label,
                 const KernelTime& row, double Work::* of) {
  double sum = 0;
  for (uint32_t label : row.labels) {
    double work = timeline.labels[label].work.*of;
    if (work < 0) return -1;
    sum += work * static_cast<double>(by_label[label].calls);
  }
  return sum / static_cast<double>(row.calls);
}

void add_label(KernelTime& row, uint32_t label, const KernelTime& of_label) {
  row.best = row.labels.empty() ? of_label.best : std::min(row.best, of_label.best);
  row.labels.push_back(label);
  row.calls += of_label.calls;
  row.self += std::max<int64_t>(of_label.self, 0);
  row.total += of_label.total;
}

// Sets what follows from the sums.
void finish_row(const Timeline& timeline, const std::vector<KernelTime>& by_label,
                const std::map<KernelKey, int64_t>& pieces, KernelTime& row) {
  row.label = *std::ranges::max_element(row.labels, {},
                                        [&](uint32_t label) { return by_label[label].self; });
  const Label& label = timeline.labels[row.label];
  row.is_eager = label.category == Category::eager;
  row.mean = static_cast<double>(row.self) / static_cast<double>(row.calls);
  if (!label.places.empty()) row.place = label.places.front();
  Work work;
  for (double Work::* of :
       {&Work::flops, &Work::bytes_read, &Work::bytes_written, &Work::seconds}) {
    work.*of = mean_work(timeline, by_label, row, of);
  }
  auto calls = static_cast<double>(row.calls);
  row.flops = std::max(work.flops, 0.0) * calls;
  row.bytes = std::max(work.bytes(), 0.0) * calls;
  set_rates(timeline.machine, work, row);
  int64_t busy = 0;
  double room = 0;
  for (uint32_t index : row.labels) {
    auto found = pieces.find(key_of(timeline.labels[index]));
    if (found == pieces.end()) continue;
    busy += found->second;
    room +=
        static_cast<double>(by_label[index].total) * std::max(timeline.labels[index].threads, 1);
  }
  if (room > 0) row.utilization = static_cast<double>(busy) / room;
}

}  // namespace

std::string_view name_of(Bound bound) {
  constexpr std::string_view names[] = {"unknown", "compute", "memory"};
  return names[static_cast<size_t>(bound)];
}

std::vector<KernelTime> kernels_of(const Timeline& timeline) {
  std::vector<KernelTime> by_label(timeline.labels.size());
  for (const Track& track : timeline.tracks) {
    bool has_rows = track.kind == Track::Kind::device || track.kind == Track::Kind::thread;
    if (has_rows) add_kernels(timeline, track, by_label);
  }
  std::map<KernelKey, int64_t> pieces = piece_times(timeline);
  std::vector<RowKey> keys = row_keys(timeline, by_label);
  std::map<RowKey, size_t> rows;
  std::vector<KernelTime> out;
  for (size_t i = 0; i < by_label.size(); ++i) {
    if (by_label[i].calls == 0) continue;
    auto [found, is_new] = rows.try_emplace(keys[i], out.size());
    if (is_new) out.emplace_back();
    add_label(out[found->second], static_cast<uint32_t>(i), by_label[i]);
  }
  for (KernelTime& row : out) finish_row(timeline, by_label, pieces, row);
  std::ranges::stable_sort(out, std::greater(), &KernelTime::self);
  return out;
}

}  // namespace rille::profile
