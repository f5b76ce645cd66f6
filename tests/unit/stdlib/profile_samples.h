// Generated timelines for tests of profiles.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// Settings of a generated program. Times are in ns.
struct SampleOptions {
  int steps = 20;
  int layers = 3;
  int threads = 2;
  double noise = 0.01;  // relative deviation of the time of a kernel
  uint64_t seed = 1;
  bool has_steps = true;          // profile.step around each iteration
  bool has_samples = false;       // of the script
  int64_t input = 100'000;        // the wait for a batch, each step
  bool has_prefetch = false;      // a thread reads ahead
  int64_t script = 20'000;        // each step
  int64_t trace = 2'000'000;      // of the first call
  int64_t compile = 5'000'000;    // of the first call
  bool recompiles = false;        // each step has another batch size
  bool recompiles_equal = false;  // each step compiles a new function for equal types
  bool has_transposed = false;    // a kernel adds a transposed operand, with long strides
  bool has_serial = false;        // a kernel runs a scan on one thread
  bool has_checkpoint = false;    // one that the main thread writes, every 10 steps
  int64_t leak = 0;               // bytes per step that are not released
  int slow_layer = -1;            // the forward kernel of this layer takes `slowdown` times as long
  double slowdown = 1.1;
};

// Writes a timeline in the order in which a program runs.
class TimelineBuilder {
 public:
  explicit TimelineBuilder(int threads, uint64_t seed = 1) : random_(seed) {
    t.machine = {"testhost", "Test CPU", threads, 200e9, 20e9};
    t.program = "/data/train.rille";
    t.process = 4242;
    t.start_unix_ns = 1'790'000'000'000'000'000;
    t.spaces = {"host"};
    t.tracks.push_back({Track::Kind::thread, "main", 4242});
    t.tracks.push_back({Track::Kind::device, "queue 0", 0, "host"});
    for (int i = 0; i < threads; ++i) {
      t.tracks.push_back({Track::Kind::worker, "worker " + std::to_string(i), 5000 + i});
    }
  }

  Timeline t;
  int64_t now = 0;

  // The index of the label of equal name, category, module, and lines, added at its first use.
  uint32_t label(const Label& label) {
    auto key = label.name + "/" + std::to_string(static_cast<int>(label.category)) + "/" +
               std::to_string(label.module);
    for (const Place& place : label.places) key += "/" + std::to_string(place.line);
    auto [found, is_new] = labels_.try_emplace(key, static_cast<uint32_t>(t.labels.size()));
    if (is_new) t.labels.push_back(label);
    return found->second;
  }

  uint32_t label(const std::string& name, Category category, Place place = {},
                 const std::string& function = "") {
    Label out{name, category};
    out.function = function;
    if (place.line > 0) out.places = {place};
    return label(out);
  }

  void wait(int64_t time) { now += time; }

  void open(uint32_t label, int64_t payload = 0) {
    open_.push_back(t.tracks[0].events.size());
    t.tracks[0].events.push_back({now, 0, label, payload});
  }

  void close() {
    Event& event = t.tracks[0].events[open_.back()];
    event.duration = now - event.begin;
    open_.pop_back();
  }

  void span(uint32_t label, int64_t time, int64_t payload = 0) {
    open(label, payload);
    wait(time);
    close();
  }

  // A kernel, with one piece for each of its threads, which take 0.95 of its time.
  void kernel(uint32_t label, double time) {
    auto duration = static_cast<int64_t>(time);
    t.tracks[1].events.push_back({now, duration, label});
    Label piece = t.labels[label];
    piece.category = Category::piece;
    uint32_t piece_label = this->label(piece);
    for (int i = 0; i < std::max(1, piece.threads); ++i) {
      auto& events = t.tracks[static_cast<size_t>(2 + i)].events;
      events.push_back({now, duration * 95 / 100, piece_label});
    }
    wait(duration);
  }

  int32_t place(const Place& place) {
    auto found = std::ranges::find(t.places, place);
    if (found == t.places.end()) found = t.places.insert(found, place);
    return static_cast<int32_t>(found - t.places.begin());
  }

  // Returns the address.
  uint64_t allocate(int64_t bytes, const Place& at) {
    uint64_t address = next_address_;
    next_address_ += static_cast<uint64_t>((bytes + 63) / 64 * 64);
    t.allocations.push_back({now, bytes, address, place(at)});
    sizes_[address] = bytes;
    return address;
  }

  void release(uint64_t address) {
    t.allocations.push_back({now, -sizes_[address], address});
    sizes_.erase(address);
  }

  // 1, with a relative deviation of about `noise`: the sum of twelve uniform numbers.
  double jitter(double noise) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(random_() >> 11) * 0x1p-53;
    return std::max(0.1, 1 + noise * sum);
  }

  Timeline finish() {
    t.duration = now;
    int64_t in_use = t.bytes_before, peak = in_use;
    for (const Allocation& entry : t.allocations) peak = std::max(peak, in_use += entry.bytes);
    t.peak_bytes = peak;
    return std::move(t);
  }

 private:
  std::mt19937_64 random_;
  std::map<std::string, uint32_t> labels_;
  std::vector<size_t> open_;
  std::map<uint64_t, int64_t> sizes_;
  uint64_t next_address_ = 0x7f0000000000;
};

// A training step of an MLP: for each layer, a forward and a backward kernel of 512 × 512 weights,
// and an update of all weights.
class TrainingSample {
 public:
  explicit TrainingSample(const SampleOptions& options)
      : options_(options), b_(options.threads, options.seed) {}

  Timeline run() {
    b_.wait(50'000);
    for (int i = 0; i < options_.layers; ++i) {
      b_.allocate(512 * 512 * 4, model(10 + i));
    }
    for (int i = 0; i < options_.steps; ++i) {
      if (options_.has_steps) {
        b_.open(b_.label("train", Category::step, model(30)), i);
      }
      step(i);
      if (options_.has_steps) b_.close();
    }
    b_.wait(30'000);
    if (options_.leak > 0) b_.span(b_.label("garbage collection", Category::garbage), 1000);
    return b_.finish();
  }

 private:
  static Place model(int line) { return {"/data/model.rille", line}; }

  void step(int i) {
    read_batch();
    int64_t script = options_.script;
    if (options_.has_samples) sample_script(script);
    b_.wait(script);
    b_.open(b_.label("step", Category::run, model(31), "step"));
    b_.wait(2'000);
    bool is_new = options_.recompiles || options_.recompiles_equal;
    if (i == 0 || is_new) compile(options_.recompiles ? 64 - i : 64);
    uint64_t batch = b_.allocate(64 * 512 * 4, model(5));
    kernels();
    b_.release(batch);
    b_.wait(1'000);
    b_.close();
    if (options_.leak > 0) b_.allocate(options_.leak, model(33));
    bool is_saved = options_.has_checkpoint && i % 10 == 9;
    if (is_saved)
      b_.span(b_.label("ckpt.save", Category::checkpoint, model(34)), 40'000'000, 3 << 20);
  }

  void read_batch() {
    b_.open(b_.label("data.batch", Category::input, model(20)));
    b_.span(b_.label("data.npy", Category::input, model(19)), options_.input * 9 / 10, 64 * 2048);
    b_.wait(options_.input / 10);
    b_.close();
    if (!options_.has_prefetch) return;
    Track* data = &b_.t.tracks.back();
    if (data->kind != Track::Kind::data) {
      b_.t.tracks.push_back({Track::Kind::data, "data 0", 6000});
      data = &b_.t.tracks.back();
    }
    int64_t busy = std::max<int64_t>(500'000, options_.input * 5 / 4);  // the thread is too slow
    data->events.push_back({b_.now, busy, b_.label("data.npy", Category::input, model(19))});
  }

  void sample_script(int64_t time) {
    uint32_t outer = b_.label("train", Category::script, model(29));
    uint32_t inner = b_.label("log", Category::script, model(32));
    for (int64_t at = 2'500; at < time; at += 5'000) {
      b_.t.samples.push_back({b_.now + at, 0, {outer, inner}});
    }
  }

  void compile(int batch) {
    b_.open(b_.label("trace", Category::trace, model(30), "step"));
    b_.span(b_.label("grad", Category::trace, model(28), "loss"), options_.trace / 2);
    b_.wait(options_.trace / 2);
    b_.close();
    b_.span(b_.label("plan", Category::compile, model(30), "step"), options_.compile / 5);
    b_.span(b_.label("code", Category::compile, model(30), "step"), options_.compile * 4 / 5);
    add_module(batch);
  }

  int add_node(Module& module, ModuleNode node, int step) {
    node.name = node.op + "." + std::to_string(module.nodes.size());
    node.dtype = "f32";
    node.step = step;
    module.nodes.push_back(std::move(node));
    return static_cast<int>(module.nodes.size()) - 1;
  }

  // Adds a step that computes one node, its buffer, and its label. `seconds` is the time that
  // `kernels` takes for it, if it differs from the plan.
  int add_step(Module& module, ModuleNode node, const std::string& ops, Work work, int threads,
               double seconds = 0) {
    int step = static_cast<int>(module.steps.size());
    Place place = node.place;
    std::string layer = node.layer;
    int out = add_node(module, std::move(node), step);
    const ModuleNode& made = module.nodes.back();
    int64_t bytes = 4;
    for (int64_t size : made.shape) bytes *= size;
    std::string name = made.op + "." + std::to_string(step);
    double computing = work.flops / 200e9, moving = work.bytes() / 20e9;
    work.seconds = 1.1 * std::max(computing, moving);
    module.steps.push_back({name, ops, 0, 1, {out}, work, moving >= computing, threads});
    module.buffers.push_back(
        {ModuleBuffer::Home::arena, out, module.arena_bytes, bytes, step, step + 1});
    module.arena_bytes += bytes;
    Label label{name, Category::kernel, ops, "step", layer, {place}};
    label.module = static_cast<int>(b_.t.modules.size());
    label.step = step;
    label.work = work;
    label.threads = threads;
    labels_.push_back(b_.label(label));
    seconds_.push_back(seconds > 0 ? seconds : work.seconds * 1.1);
    return out;
  }

  void add_module(int batch) {
    labels_.clear();
    seconds_.clear();
    std::vector<int> weights, gradients;
    Module module{"step", b_.t.modules.size() + 1};
    int64_t size = 512;
    int x = add_node(module, {.op = "param", .shape = {batch, size}, .param = 0}, -1);
    double flops = 2.0 * batch * 512 * 512, in = 4.0 * 512 * (512 + batch), out = 4.0 * 512 * batch;
    for (int i = 0; i < options_.layers; ++i) {
      std::string layer = "layers[" + std::to_string(i) + "]";
      int w = add_node(module, {.op = "param", .shape = {size, size}, .param = 1 + i}, -1);
      weights.push_back(w);
      module.buffers.push_back({ModuleBuffer::Home::param, w, 0, size * size * 4, 0, i});
      ModuleNode node{.op = "dot",
                      .shape = {batch, size},
                      .operands = {x, w},
                      .layer = layer,
                      .place = model(10 + i)};
      x = add_step(module, node, "dot_general + relu", {flops, in, out}, options_.threads);
    }
    for (int i = options_.layers; i-- > 0;) {
      std::string layer = "layers[" + std::to_string(i) + "].grad";
      ModuleNode node{.op = "dot",
                      .shape = {size, size},
                      .operands = {x, weights[static_cast<size_t>(i)]},
                      .layer = layer,
                      .place = model(10 + i)};
      int gradient =
          add_step(module, node, "dot_general", {flops, in, 4.0 * 512 * 512}, options_.threads);
      gradients.push_back(gradient);
    }
    double bytes = 4.0 * 512 * 512 * options_.layers;
    weights.insert(weights.end(), gradients.begin(), gradients.end());
    ModuleNode update{.op = "sub",
                      .shape = {options_.layers, size, size},
                      .operands = weights,
                      .place = model(25)};
    add_step(module, update, "mul + sub", {bytes / 2, 2 * bytes, bytes}, options_.threads);
    if (options_.has_transposed) add_transposed(module);
    if (options_.has_serial) add_serial(module);
    module.peak_bytes = module.arena_bytes;
    module.results = {static_cast<int>(module.nodes.size()) - 1};
    b_.t.modules.push_back(std::move(module));
  }

  void add_transposed(Module& module) {
    int64_t size = 1024;
    int w = add_node(module, {.op = "param", .shape = {size, size}, .param = 90}, -1);
    int v = add_node(module,
                     {.op = "permute",
                      .shape = {size, size},
                      .operands = {w},
                      .attributes = "axes=[1, 0]",
                      .place = model(40)},
                     -1);
    ModuleNode node{.op = "add", .shape = {size, size}, .operands = {w, v}, .place = model(41)};
    double bytes = 4.0 * 1024 * 1024;
    add_step(module, node, "add", {bytes / 4, 2 * bytes, bytes}, options_.threads, 6e-3);
  }

  void add_serial(Module& module) {
    ModuleNode node{.op = "scan", .shape = {100'000}, .place = model(45)};
    add_step(module, node, "scan", {1e6, 4e5, 4e5}, 1, 2e-3);
  }

  void kernels() {
    for (size_t i = 0; i < labels_.size(); ++i) {
      double time = seconds_[i] * 1e9 * b_.jitter(options_.noise);
      if (static_cast<int>(i) == options_.slow_layer) time *= options_.slowdown;
      b_.kernel(labels_[i], time);
      b_.wait(500);
    }
  }

  SampleOptions options_;
  TimelineBuilder b_;
  std::vector<uint32_t> labels_;
  std::vector<double> seconds_;
};

inline Timeline training_sample(const SampleOptions& options = {}) {
  return TrainingSample(options).run();
}

// Calls a compiled function `calls` times. Between two calls, the script takes `script` ns.
inline Timeline decode_sample(int calls, int64_t run, int64_t script) {
  TimelineBuilder b(2, 7);
  Place line{"/data/decode.rille", 8};
  Label kernel{"dot.0", Category::kernel, "dot_general", "next_token", "", {line}};
  kernel.work = {2e6, 1e6, 1e3, 50e-6};
  kernel.threads = 2;
  for (int i = 0; i < calls; ++i) {
    b.open(b.label("next_token", Category::run, line, "next_token"));
    if (i == 0) b.span(b.label("trace", Category::trace, line, "next_token"), 1'000'000);
    if (i == 0) b.span(b.label("code", Category::compile, line, "next_token"), 2'000'000);
    b.wait(500);
    b.kernel(b.label(kernel), static_cast<double>(run) * b.jitter(0.01));
    b.close();
    b.wait(script);
  }
  return b.finish();
}

// Spans at random times on all kinds of tracks, also outside of the capture, and without nesting.
inline Timeline random_sample(uint64_t seed, int events, int64_t duration) {
  std::mt19937_64 random(seed);
  auto below = [&](int64_t n) { return static_cast<int64_t>(random() % static_cast<uint64_t>(n)); };
  TimelineBuilder b(2, seed);
  for (int i = 0; i < span_categories; ++i) {
    b.label("label " + std::to_string(i), static_cast<Category>(i),
            {"a.rille", static_cast<int>(below(4))});
  }
  auto kernel = static_cast<uint32_t>(Category::kernel);
  for (int i = 0; i < events; ++i) {
    bool is_kernel = below(3) == 0;
    auto label = static_cast<uint32_t>(below(span_categories + 1));  // one label does not exist
    Event event{below(duration + 20) - 10, below(duration / 4 + 1), is_kernel ? kernel : label};
    b.t.tracks[is_kernel ? 1 : 0].events.push_back(event);
  }
  for (Track& track : b.t.tracks) {
    std::ranges::stable_sort(track.events, [](const Event& x, const Event& y) {
      return x.begin != y.begin ? x.begin < y.begin : x.duration > y.duration;
    });
  }
  b.now = duration;
  return b.finish();
}

}  // namespace rille::profile
