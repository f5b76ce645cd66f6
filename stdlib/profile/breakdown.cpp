// Time by line, layer, category, stage, and thread.
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "stdlib/profile/summary_parts.h"

namespace rille::profile {
namespace {

const Label& label_at(const Timeline& timeline, int32_t label) {
  return timeline.labels[static_cast<size_t>(label)];
}

// The number of events of each label on the main thread, with the kernels that it runs.
std::vector<int64_t> counts_of_main(const Timeline& timeline) {
  std::vector<int64_t> out(timeline.labels.size());
  std::vector<std::vector<bool>> kernels = kernels_of_main(timeline);
  int main = main_track(timeline);
  for (size_t i = 0; i < timeline.tracks.size(); ++i) {
    bool is_main = static_cast<int>(i) == main;
    const std::vector<Event>& events = timeline.tracks[i].events;
    for (size_t k = 0; k < events.size(); ++k) {
      bool counts = is_main || (k < kernels[i].size() && kernels[i][k]);
      if (counts && events[k].label < out.size()) ++out[events[k].label];
    }
  }
  return out;
}

// Collects the time of lines. The line of file "" has the time without a line.
class LineTable {
 public:
  size_t index_of(const Place& place) {
    auto [found, is_new] = index_.try_emplace({place.file, place.line}, lines_.size());
    if (is_new) lines_.push_back({place, 0, {}, 0});
    return found->second;
  }

  void add(size_t index, Part part, int64_t time) {
    lines_[index].self += time;
    lines_[index].split[part] += time;
  }

  void add_calls(size_t index, int64_t calls) { lines_[index].calls += calls; }

  std::vector<LineTime> finish() {
    std::erase_if(lines_, [](const LineTime& line) { return line.self == 0; });
    std::ranges::stable_sort(lines_, std::greater(), &LineTime::self);
    return std::move(lines_);
  }

 private:
  std::map<std::pair<std::string, int>, size_t> index_;
  std::vector<LineTime> lines_;
};

bool is_script_time(const Segment& segment) { return segment.part == Part::script; }

// The number of samples in script time by the line that runs, and the index of its line.
std::map<size_t, int64_t> sampled_lines(const Timeline& timeline,
                                        const std::vector<Segment>& segments, LineTable& table) {
  std::map<size_t, int64_t> out;
  int main = main_track(timeline);
  for (const Sample& sample : timeline.samples) {
    if (sample.track != main || sample.frames.empty()) continue;
    auto next = std::ranges::upper_bound(segments, sample.time, {}, &Segment::begin);
    if (next == segments.begin() || !is_script_time(*std::prev(next))) continue;
    uint32_t leaf = sample.frames.back();
    bool has_line = leaf < timeline.labels.size() && !timeline.labels[leaf].places.empty();
    if (has_line) ++out[table.index_of(timeline.labels[leaf].places.front())];
  }
  return out;
}

// Distributes the time of the script over the sampled lines, in proportion to their samples.
void add_sampled(LineTable& table, const std::map<size_t, int64_t>& samples, int64_t time) {
  double all = 0, before = 0;
  for (const auto& [line, count] : samples) all += static_cast<double>(count);
  int64_t given = 0;
  for (const auto& [line, count] : samples) {
    before += static_cast<double>(count);
    auto until =
        before >= all ? time : static_cast<int64_t>(static_cast<double>(time) * before / all);
    table.add(line, Part::script, until - given);
    given = until;
  }
}

// Splits "layers[2].attn" in "layers", "[2]", ".attn".
std::vector<std::string> layer_parts(const std::string& path) {
  std::vector<std::string> out;
  for (size_t i = 0; i < path.size(); ++i) {
    bool is_new = out.empty() || path[i] == '.' || path[i] == '[';
    if (is_new) out.emplace_back();
    out.back() += path[i];
  }
  return out;
}

class LayerTree {
 public:
  LayerTree() { nodes_.push_back({}); }

  int node_of(const std::string& path) {
    int at = 0;
    for (const std::string& part : layer_parts(path)) at = child_of(at, part);
    return at;
  }

  void add(int node, const LayerTime& time) {
    nodes_[static_cast<size_t>(node)].layer.self += time.self;
    for (; node >= 0; node = nodes_[static_cast<size_t>(node)].layer.parent) {
      LayerTime& layer = nodes_[static_cast<size_t>(node)].layer;
      layer.total += time.self;
      layer.flops += time.flops;
      layer.bytes += time.bytes;
    }
  }

  std::vector<LayerTime> depth_first() const {
    std::vector<LayerTime> out;
    std::vector<std::pair<int, int>> pending = {{0, -1}};  // a node, and its parent in `out`
    while (!pending.empty()) {
      auto [node, parent] = pending.back();
      pending.pop_back();
      const LayerNode& from = nodes_[static_cast<size_t>(node)];
      LayerTime layer = from.layer;
      layer.parent = parent;
      layer.depth = parent < 0 ? 0 : out[static_cast<size_t>(parent)].depth + 1;
      out.push_back(layer);
      int here = static_cast<int>(out.size()) - 1;
      std::vector<int> children = from.children;
      std::ranges::stable_sort(children, {}, [this](int child) {
        return nodes_[static_cast<size_t>(child)].layer.total;
      });
      for (int child : children) pending.push_back({child, here});  // the longest is next
    }
    return out;
  }

 private:
  struct LayerNode {
    LayerTime layer;
    std::vector<int> children = {};
  };

  int child_of(int parent, const std::string& part) {
    auto [found, is_new] = index_.try_emplace({parent, part}, static_cast<int>(nodes_.size()));
    if (is_new) {
      LayerTime layer;
      layer.path = nodes_[static_cast<size_t>(parent)].layer.path + part;
      layer.name = part.front() == '.' ? part.substr(1) : part;
      layer.parent = parent;
      nodes_.push_back({layer});
      nodes_[static_cast<size_t>(parent)].children.push_back(found->second);
    }
    return found->second;
  }

  std::vector<LayerNode> nodes_;
  std::map<std::pair<int, std::string>, int> index_;
};

// The union of the spans of a track, and the category of its longest outer spans.
BackgroundTime busy_of(const Timeline& timeline, int track) {
  BackgroundTime out{.track = track};
  std::array<int64_t, span_categories> times = {};
  int64_t end = 0;
  for (const Event& event : timeline.tracks[static_cast<size_t>(track)].events) {
    int64_t until = std::min(event.end(), timeline.duration);
    int64_t from = std::max(event.begin, end);
    if (event.label >= timeline.labels.size() || from >= until) continue;
    out.busy += until - from;
    times[static_cast<size_t>(timeline.labels[event.label].category)] += until - from;
    end = until;
  }
  auto longest = std::ranges::max_element(times) - times.begin();
  out.category = static_cast<Category>(longest);
  return out;
}

}  // namespace

std::vector<LineTime> lines_of(const Timeline& timeline, const std::vector<Segment>& segments) {
  LineTable table;
  std::vector<int> line_of_label(timeline.labels.size(), -1);
  std::vector<int64_t> counts = counts_of_main(timeline);
  size_t unknown = table.index_of({});
  for (size_t i = 0; i < timeline.labels.size(); ++i) {
    if (timeline.labels[i].places.empty() || counts[i] == 0) continue;
    size_t line = table.index_of(timeline.labels[i].places.front());
    line_of_label[i] = static_cast<int>(line);
    table.add_calls(line, counts[i]);
  }
  std::map<size_t, int64_t> samples = sampled_lines(timeline, segments, table);
  int64_t script = 0;
  for (const Segment& segment : segments) {
    if (is_script_time(segment) && !samples.empty()) {
      script += segment.duration();
      continue;
    }
    int line = segment.source < 0 ? -1 : line_of_label[static_cast<size_t>(segment.source)];
    table.add(line < 0 ? unknown : static_cast<size_t>(line), segment.part, segment.duration());
  }
  add_sampled(table, samples, script);
  return table.finish();
}

std::vector<LayerTime> layers_of(const Timeline& timeline, const std::vector<KernelTime>& kernels) {
  LayerTree tree;
  std::vector<const KernelTime*> in_order;  // of labels, which is the order of the model
  for (const KernelTime& kernel : kernels) {
    if (!kernel.is_eager) in_order.push_back(&kernel);
  }
  std::ranges::sort(in_order, {}, [](const KernelTime* kernel) { return kernel->label; });
  for (const KernelTime* kernel : in_order) {
    const Label& label = timeline.labels[kernel->label];
    LayerTime time;
    time.self = kernel->self;
    time.flops = kernel->flops;
    time.bytes = kernel->bytes;
    tree.add(tree.node_of(label.layer), time);
  }
  return tree.depth_first();
}

std::vector<CategoryTime> categories_of(const Timeline& timeline,
                                        const std::vector<Segment>& segments) {
  std::vector<CategoryTime> out(span_categories);
  for (size_t i = 0; i < out.size(); ++i) out[i].category = static_cast<Category>(i);
  for (const Segment& segment : segments) {
    if (segment.label < 0) continue;
    Category category = label_at(timeline, segment.label).category;
    out[static_cast<size_t>(category)].self += segment.duration();
  }
  for (const Track& track : timeline.tracks) {
    for (const Event& event : track.events) {
      if (event.label >= timeline.labels.size()) continue;
      ++out[static_cast<size_t>(timeline.labels[event.label].category)].count;
    }
  }
  return out;
}

std::vector<LabelTime> input_stages_of(const Timeline& timeline,
                                       const std::vector<Segment>& segments) {
  std::vector<int64_t> self(timeline.labels.size());
  for (const Segment& segment : segments) {
    if (segment.label < 0 || segment.part != Part::input) continue;
    self[static_cast<size_t>(segment.label)] += segment.duration();
  }
  std::vector<int64_t> counts = counts_of_main(timeline);
  std::vector<LabelTime> out;
  for (size_t i = 0; i < self.size(); ++i) {
    if (self[i] > 0) out.push_back({static_cast<uint32_t>(i), self[i], counts[i]});
  }
  std::ranges::stable_sort(out, std::greater(), &LabelTime::self);
  return out;
}

std::vector<AnnotationTime> annotations_of(const Timeline& timeline) {
  std::map<std::string, AnnotationTime> by_name;
  for (const Track& track : timeline.tracks) {
    std::map<std::string, int64_t> ends;  // of the last span of each name
    for (const Event& event : track.events) {
      if (event.label >= timeline.labels.size()) continue;
      const Label& label = timeline.labels[event.label];
      if (label.category != Category::annotation) continue;
      AnnotationTime& sum = by_name[label.name];
      ++sum.calls;
      auto [end, is_first] = ends.try_emplace(label.name, event.begin);
      if (event.begin >= end->second) sum.total += event.duration;
      end->second = std::max(end->second, event.end());
    }
  }
  std::vector<AnnotationTime> out;
  for (auto& [name, sum] : by_name) {
    sum.name = name;
    out.push_back(std::move(sum));
  }
  std::ranges::stable_sort(out, std::greater(), &AnnotationTime::total);
  return out;
}

std::vector<BackgroundTime> background_of(const Timeline& timeline) {
  std::vector<BackgroundTime> out;
  int main = main_track(timeline);
  for (size_t i = 0; i < timeline.tracks.size(); ++i) {
    Track::Kind kind = timeline.tracks[i].kind;
    bool runs_ahead = kind == Track::Kind::thread || kind == Track::Kind::data;
    if (!runs_ahead || static_cast<int>(i) == main) continue;
    BackgroundTime time = busy_of(timeline, static_cast<int>(i));
    if (time.busy > 0) out.push_back(time);
  }
  return out;
}

}  // namespace rille::profile
