// Writes pages of generated captures. usage: pages KIND FILE
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <random>
#include <string>

#include "stdlib/profile/page.h"

namespace rille::profile {
namespace {

// Adds kernels of a transformer to a capture, and runs them.
class Model {
 public:
  explicit Model(Timeline& out) : out_(out) {
    out_.modules.push_back({.name = "step", .id = 1, .arena_bytes = 0});
  }

  // A kernel that reads what the last one computed, and one of `operands`.
  int kernel(const std::string& op, const std::string& layer, int line, double flops,
             double bytes) {
    Module& module = out_.modules[0];
    int step = static_cast<int>(module.steps.size());
    std::string name = op.substr(0, op.find(' ')) + "." + std::to_string(step);
    Place place{"examples/gpt/train.rille", line};
    Work work{flops, bytes * 0.7, bytes * 0.3, std::max(flops / 1.6e12, bytes / 9e10)};
    ModuleStep it{.name = name, .ops = op, .nodes = {}, .work = work};
    it.is_memory_bound = flops / 1.6e12 < bytes / 9e10;
    it.threads = 4;
    int weight = -1;
    if (op.starts_with("dot")) {
      weight = node({"w" + std::to_string(step), "param", "f32", {768, 3072}, {}, "", layer});
      module.nodes[static_cast<size_t>(weight)].param = step;
    }
    for (int i = 0; i < 1 + step % 4; ++i) {
      ModuleNode value{(i ? "add." : name.substr(0, name.find('.')) + "_") + std::to_string(step) +
                           (i ? "_" + std::to_string(i) : ""),
                       i ? "add" : op.substr(0, op.find(' ')),
                       "f32",
                       {8, 256, 768},
                       {},
                       "axis=1",
                       layer,
                       place,
                       step};
      if (last_ >= 0) value.operands.push_back(last_);
      if (weight >= 0 && i == 0) value.operands.push_back(weight);
      size_t far = static_cast<size_t>(step);
      if (i == 0 && step > 20 && step % 10 > 7) value.operands[0] = step_node_[far - 3];
      if (i == 0 && step > 180) value.operands[0] = step_node_[far - 90];  // an update
      if (i == 0 && step > 95) value.operands.push_back(step_node_[step < 180 ? 183 - far : 0]);
      last_ = node(value);
      it.nodes.push_back(last_);
    }
    step_node_.push_back(last_);
    module.buffers.push_back({ModuleBuffer::Home::arena, last_,
                              (step < 150 ? step : 299 - step) * 300000, 300000, step,
                              step < 150 ? 299 - step : step + 2});
    module.arena_bytes =
        std::max(module.arena_bytes, module.buffers.back().offset + module.buffers.back().bytes);
    module.peak_bytes = module.arena_bytes + 400'000'000;
    module.steps.push_back(it);
    out_.labels.push_back({.name = name,
                           .category = Category::kernel,
                           .ops = op,
                           .function = "step",
                           .layer = layer,
                           .places = {place, {"examples/gpt/model.rille", line + 4}},
                           .module = 0,
                           .step = step,
                           .work = work,
                           .threads = 4});
    return static_cast<int>(out_.labels.size()) - 1;
  }

  void layer(const std::string& name, bool backward) {
    double k = backward ? 2 : 1, tokens = 2 * 256, d = 768;
    double mb = tokens * d * 4;
    const char* norm = backward ? "layer_norm_grad + mul + sum" : "layer_norm + mul + add";
    kernel(norm, name + ".norm1", 31, k * 8 * tokens * d, k * 2 * mb);
    kernel("dot + add", name + ".attn.qkv", 33, k * 2 * tokens * d * 3 * d,
           k * (4 * mb + 3 * d * d * 4));
    kernel("transpose", name + ".attn", 35, 0, k * 6 * mb);
    kernel("dot", name + ".attn", 36, k * 2 * tokens * 256 * d, k * (2 * mb + tokens * 256 * 48));
    kernel("softmax + mask", name + ".attn", 37, k * 6 * tokens * 256 * 12,
           k * tokens * 256 * 12 * 8);
    kernel("dot", name + ".attn", 38, k * 2 * tokens * 256 * d, k * (2 * mb + tokens * 256 * 48));
    kernel("dot + add + residual", name + ".attn.proj", 40, k * 2 * tokens * d * d, k * 3 * mb);
    kernel(norm, name + ".norm2", 42, k * 8 * tokens * d, k * 2 * mb);
    kernel("dot + add + gelu", name + ".mlp.up", 44, k * 2 * tokens * d * 4 * d, k * 6 * mb);
    kernel("dot + add + residual", name + ".mlp.down", 45, k * 2 * tokens * 4 * d * d, k * 6 * mb);
  }

 private:
  int node(ModuleNode value) {
    out_.modules[0].nodes.push_back(std::move(value));
    return static_cast<int>(out_.modules[0].nodes.size()) - 1;
  }

  Timeline& out_;
  int last_ = -1;
  std::vector<int> step_node_;
};

uint32_t label(Timeline& out, const std::string& name, Category category, int line = 0) {
  Label it{.name = name, .category = category};
  if (line) it.places = {{"examples/gpt/train.rille", line}};
  out.labels.push_back(it);
  return static_cast<uint32_t>(out.labels.size() - 1);
}

Timeline base(const std::string& program) {
  Timeline out;
  out.machine = {"node7", "AMD EPYC 9R45", 4, 1.6e12, 9e10};
  out.program = program;
  out.process = 4711;
  out.start_unix_ns = 1'790'000'000'000'000'000;
  out.spaces = {"host"};
  out.tracks = {{Track::Kind::thread, "main", 4711, "", {}},
                {Track::Kind::device, "host 0", 0, "host", {}}};
  return out;
}

// Training steps of a GPT: 300 kernels in each, input, compile, checkpoint, garbage.
struct Training {
  Timeline out = base("examples/gpt/train.rille");
  std::mt19937 random{7};
  std::vector<uint32_t> kernels;
  uint32_t step = 0, run = 0, input = 0, compile = 0, trace = 0, save = 0, garbage = 0, piece = 0,
           annotation = 0, stage = 0, outer = 0, inner = 0, loss = 0;
  int64_t now = 2'000'000;
  uint64_t address = 4096;

  Training() {
    Model model{out};
    model.kernel("gather", "embed", 20, 0, 2e7);
    for (int i = 0; i < 9; ++i) model.layer("layers[" + std::to_string(i) + "]", false);
    model.kernel("dot", "head", 60, 2.0 * 512 * 768 * 16000, 8e7);
    model.kernel("cross_entropy + mean", "", 61, 512 * 16000 * 4, 6e7);
    for (int i = 8; i >= 0; --i) model.layer("layers[" + std::to_string(i) + "]", true);
    for (int i = 0; i < 117; ++i) {
      model.kernel("adamw + mul + add", "", 72, 768 * 768 * (1 + i % 4) * 12,
                   768.0 * 768 * 4 * (1 + i % 4) * 7);
    }
    for (uint32_t i = 0; i < out.labels.size(); ++i) kernels.push_back(i);
    add_labels();
    out.places = {{"examples/gpt/train.rille", 33},
                  {"examples/gpt/train.rille", 44},
                  {"examples/gpt/train.rille", 61},
                  {"examples/gpt/data.rille", 12},
                  {"examples/gpt/train.rille", 90}};
    out.bytes_before = 1'650'000'000;
    for (int i = 0; i < 4; ++i) {
      out.tracks.push_back({Track::Kind::worker, "worker " + std::to_string(i), 4800 + i, "", {}});
    }
    out.tracks.push_back({Track::Kind::data, "prefetch", 4900, "", {}});
  }

  void add_labels() {
    step = label(out, "train", Category::step, 88);
    run = label(out, "step", Category::run, 90);
    input = label(out, "batch", Category::input, 89);
    trace = label(out, "trace step", Category::trace, 90);
    compile = label(out, "compile step", Category::compile, 90);
    save = label(out, "ckpt.save", Category::checkpoint, 95);
    garbage = label(out, "collect", Category::garbage);
    piece = label(out, "piece", Category::piece);
    annotation = label(out, "log metrics", Category::annotation, 93);
    stage = label(out, "tokenize", Category::input, 12);
    outer = label(out, "train.rille:86 main", Category::script, 86);
    inner = label(out, "train.rille:90 step", Category::script, 90);
    loss = label(out, "data.rille:12 tokenize", Category::script, 12);
  }

  double noise(double sigma) { return std::exp(std::normal_distribution<>{0, sigma}(random)); }
  void add(size_t track, int64_t begin, int64_t length, uint32_t what, int64_t payload = 0) {
    out.tracks[track].events.push_back({begin, length, what, payload});
  }
  void allocate(int64_t time, int64_t bytes, int place, uint32_t what, std::vector<uint64_t>& to) {
    out.allocations.push_back({time, bytes, address, place, static_cast<int32_t>(what), 0});
    to.push_back(address);
    address += static_cast<uint64_t>(bytes);
    sizes.push_back(bytes);
  }
  std::vector<int64_t> sizes;

  void release(int64_t time, uint64_t at, int64_t bytes) {
    out.allocations.push_back({time, -bytes, at, -1, -1, 0});
  }

  // The kernels of one call; returns when the last one ends.
  int64_t kernels_from(int64_t at) {
    std::vector<uint64_t> live;
    sizes.clear();
    for (size_t i = 0; i < kernels.size(); ++i) {
      const Label& it = out.labels[kernels[i]];
      double efficiency = it.ops.starts_with("transpose") ? 0.3
                          : it.ops.starts_with("dot")     ? 0.62
                                                          : 0.8;
      auto length = static_cast<int64_t>(it.work.seconds / efficiency * 1e9 * noise(0.05)) + 800;
      if (i % 3 == 0 && i < 150) {
        allocate(at, 6'000'000 + 90'000 * static_cast<int64_t>(i), static_cast<int>(i / 3 % 3),
                 kernels[i], live);
      }
      if (i >= 150 && !live.empty() && i % 3 == 0) {
        release(at, live.back(), sizes.back());
        live.pop_back();
        sizes.pop_back();
      }
      add(1, at, length, kernels[i]);
      for (size_t worker = 0; worker < 4 && length > 60'000; ++worker) {
        add(2 + worker, at + 900,
            static_cast<int64_t>(static_cast<double>(length - 2000) *
                                 (0.9 + 0.02 * static_cast<double>(worker))),
            piece);
      }
      at += length + 1200;
    }
    while (!live.empty()) {
      release(at, live.back(), sizes.back());
      live.pop_back();
      sizes.pop_back();
    }
    return at;
  }

  void one_step(int number) {
    int64_t begin = now, t = now + 20'000;
    std::vector<uint64_t> batch;
    auto wait = static_cast<int64_t>(38e6 * noise(0.4));
    add(0, t, wait, input, 8 * 257 * 4);
    add(6, begin - 1'000'000, wait + 500'000, stage, 8 * 257 * 4);
    allocate(t + wait / 2, 300'000 + 1000 * number, 3, input, batch);  // never released
    t += wait + 30'000;
    std::vector<Event> inside;
    int64_t call = t;
    if (number == 0) {
      inside.push_back({t + 5000, 60'000'000, trace});
      inside.push_back({t + 61'000'000, 240'000'000, compile});
      t += 302'000'000;
    }
    int64_t end = kernels_from(t + 40'000) + 15'000;
    add(0, call, end - call, run);
    for (const Event& it : inside) out.tracks[0].events.push_back(it);
    t = end + 10'000;
    add(0, t, 600'000, annotation);
    if (number % 10 == 3) add(0, t + 100'000, 300'000, garbage);
    t += 700'000;
    if (number == 25) {
      add(0, t, 90'000'000, save, 1'200'000'000);
      t += 90'500'000;
    }
    out.tracks[0].events.push_back({begin, t - begin, step, number});
    for (int64_t at = begin; at < t; at += 10'000'000) {
      bool is_input = at < begin + wait;
      out.samples.push_back({at, 0, {outer, is_input ? loss : inner}});
    }
    now = t + 200'000;
  }

  void run_steps(int count) {
    for (int i = 0; i < count; ++i) one_step(i);
    for (Track& track : out.tracks) {
      std::ranges::stable_sort(track.events, [](const Event& a, const Event& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.duration > b.duration;
      });
    }
    std::ranges::stable_sort(out.allocations, {}, &Allocation::time);
    out.duration = now;
    out.counters = {{"cycles", kernels[2], 3.4e10}, {"instructions", kernels[2], 8.1e10}};
    out.energy_joules = 812.5;
    int64_t used = out.bytes_before;
    for (const Allocation& it : out.allocations) {
      used += it.bytes;
      out.peak_bytes = std::max(out.peak_bytes, used);
    }
  }
};

const std::vector<std::string> advice{
    "The input takes 9 % of a step: `data.prefetch(2)` runs its stages on a thread of their own.",
    "`transpose.3` reaches 30 % of the memory rate: the axis order of `q` at "
    "examples/gpt/train.rille:35 makes it copy."};

const char* const hostile_text =
    "</script><script>window.broken=1</script><img src=x onerror=window.broken=2> \" ' & "
    "\xff\xfe\x01 \u2028 \u202e {{x}} ${y} --> <!-- ";

Timeline hostile() {
  Timeline out = base(hostile_text);
  out.machine.host = out.machine.cpu = hostile_text;
  for (int i = 0; i < span_categories; ++i) {
    Label it{.name = hostile_text,
             .category = static_cast<Category>(i),
             .ops = hostile_text,
             .function = hostile_text,
             .layer = hostile_text,
             .places = {{hostile_text, i}},
             .module = i % 3 - 1,
             .step = i % 4 - 1,
             .work = {1e6 * i, i ? 1e5 : -1, 2e5, NAN}};
    out.labels.push_back(it);
  }
  Module module{.name = hostile_text, .id = ~uint64_t{0}};
  module.nodes = {{hostile_text,
                   hostile_text,
                   hostile_text,
                   {-1, 0},
                   {7, -3, 0},
                   hostile_text,
                   hostile_text,
                   {hostile_text, 1},
                   0,
                   -1}};
  module.steps = {{hostile_text, hostile_text, 0, NAN, {0, 5, -1}, {}, true, 0}};
  module.buffers = {{ModuleBuffer::Home::arena, 9, -5, 100, -1, 99}};
  out.modules = {module, {}};
  for (uint32_t i = 0; i < 20; ++i) {
    out.tracks[i % 2].events.push_back({i * 7, i % 5 ? 30 : 0, i % 2 ? 3 : i, -int64_t{i}});
  }
  out.tracks[0].events.push_back({900, INT64_MAX / 4096, 1'000'000, INT64_MIN});
  out.tracks.push_back({Track::Kind::worker, hostile_text, 0, hostile_text, {{5, 0, 3, 0}}});
  out.places = {{hostile_text, -4}};
  out.spaces = {hostile_text, hostile_text};
  out.allocations = {{0, 100, 1, 0, 3, 0},
                     {0, -100, 1, 0, 3, 0},
                     {1, -50, 9, 4, 400, 7},
                     {1, 0, 3, -1, -1, 1},
                     {2, 70, 1, 0, 0, 1}};
  out.samples = {{0, 9, {13, 999}}, {1, 0, {}}};
  out.counters = {{hostile_text, 3, NAN}, {"x", 77, 1}};
  out.is_complete = false;
  out.dropped = 12;
  return out;
}

// A million events: short kernels of 400 labels within runs within steps.
Timeline million() {
  Timeline out = base("million.rille");
  for (int i = 0; i < 400; ++i) {
    out.labels.push_back({.name = "op" + std::to_string(i % 23) + "." + std::to_string(i),
                          .category = Category::kernel,
                          .ops = "add + mul",
                          .function = "f" + std::to_string(i % 5),
                          .layer = "layers[" + std::to_string(i % 12) + "].mlp",
                          .places = {{"a.rille", i}},
                          .work = {1e4 + i, 1e4, 2e3, 1e-7}});
  }
  uint32_t step = label(out, "train", Category::step), run = label(out, "f", Category::run);
  std::mt19937 random{3};
  int64_t now = 1000;
  for (int64_t i = 0; i < 3000; ++i) {
    int64_t begin = now;
    out.tracks[0].events.push_back({begin, 0, step, i});
    size_t at = out.tracks[0].events.size() - 1;
    for (int call = 0; call < 3; ++call) {
      int64_t first = now;
      size_t here = out.tracks[0].events.size();
      out.tracks[0].events.push_back({now, 0, run, 0});
      for (int k = 0; k < 110; ++k) {
        int64_t length = 300 + static_cast<int64_t>(random() % 4000);
        out.tracks[1].events.push_back({now, length, static_cast<uint32_t>(random() % 400), 0});
        now += length + static_cast<int64_t>(random() % 200);
      }
      out.tracks[0].events[here].duration = now - first;
      now += 900;
    }
    for (int a = 0; a < 30; ++a) {
      out.allocations.push_back({begin + a, 1000, static_cast<uint64_t>(i * 100 + a), -1, 3, 0});
    }
    for (int a = 0; a < 30; ++a) {
      out.allocations.push_back({now, -1000, static_cast<uint64_t>(i * 100 + a), -1, 3, 0});
    }
    out.tracks[0].events[at].duration = now - begin;
    now += 500;
  }
  out.duration = now;
  return out;
}

// A graph of 2,400 nodes in 600 steps, with branches and a loop.
Timeline wide() {
  Timeline out = base("wide.rille");
  Model model{out};
  for (int i = 0; i < 600; ++i) model.kernel(i % 3 ? "add + mul" : "dot + add", "", i, 1e6, 1e5);
  Module& module = out.modules[0];
  std::mt19937 random{5};
  for (size_t i = 40; i < module.nodes.size(); ++i) {
    ModuleNode& node = module.nodes[i];
    if (node.step >= 0 && random() % 4 == 0)
      node.operands[0] = static_cast<int>(i - 1 - random() % 30);
  }
  while (module.nodes.size() < 2400) {
    size_t step = random() % module.steps.size();
    module.steps[step].nodes.push_back(static_cast<int>(module.nodes.size()));
    module.nodes.push_back({"exp." + std::to_string(module.nodes.size()),
                            "exp",
                            "f32",
                            {8},
                            {module.steps[step].nodes[0]},
                            "",
                            "",
                            {},
                            static_cast<int>(step),
                            -1});
  }
  for (size_t i = 200; i < 260; ++i) module.steps[i].depth = 1, module.steps[i].turns = 32;
  return out;
}

Timeline capture(const std::string& kind) {
  if (kind == "wide") return wide();
  if (kind == "empty") return {};
  if (kind == "hostile") return hostile();
  if (kind == "million") return million();
  Training training;
  training.run_steps(50);
  return training.out;
}

// Writes the page of a capture to a file, and prints its size and time.
int write_page(int count, char** words) {
  if (count != 3) return 2;
  Timeline timeline = capture(words[1]);
  auto begin = std::chrono::steady_clock::now();
  std::string text =
      page(timeline,
           std::string(words[1]) == "hostile" ? std::vector<std::string>{hostile_text} : advice);
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::ofstream(words[2], std::ios::binary) << text;
  size_t events = 0;
  for (const Track& it : timeline.tracks) events += it.events.size();
  std::printf("%zu events, %zu bytes, %.3f s\n", events, text.size(), took.count());
  return 0;
}

}  // namespace
}  // namespace rille::profile

int main(int count, char** words) { return rille::profile::write_page(count, words); }
