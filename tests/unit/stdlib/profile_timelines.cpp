// Hand-made timelines: an MLP, two devices, eager operations.
#include "tests/unit/stdlib/profile_timelines.h"

#include <algorithm>
#include <string>

namespace rille::profile {
namespace {

constexpr int64_t us = 1000, ms = 1000 * us;

ModuleNode param(int number, std::string name, std::vector<int64_t> shape) {
  return {.name = std::move(name),
          .op = "param",
          .dtype = "f32",
          .shape = std::move(shape),
          .param = number};
}

// relu(x @ w) in one kernel, and the sum over its rows in another one.
Module mlp_module() {
  Module out{.name = "train_step", .id = 7};
  out.nodes = {
      param(0, "x", {64, 128}),
      param(1, "w", {128, 32}),
      {.name = "dot_general.2",
       .op = "dot_general",
       .dtype = "f32",
       .shape = {64, 32},
       .operands = {0, 1},
       .attributes =
           "dtype=f32 left_batch=[] left_contracted=[1] right_batch=[] right_contracted=[0]",
       .layer = "layers[0].dense",
       .place = {"/data/mlp.rl", 12},
       .step = 0},
      {.name = "fill.3",
       .op = "fill",
       .dtype = "f32",
       .attributes = "dtype=f32 shape=() value=0.0"},
      {.name = "broadcast.4",
       .op = "broadcast",
       .dtype = "f32",
       .shape = {64, 32},
       .operands = {3},
       .attributes = "axes=[0, 1] shape=(64, 32)",
       .step = 0},
      {.name = "max.5",
       .op = "max",
       .dtype = "f32",
       .shape = {64, 32},
       .operands = {2, 4},
       .layer = "layers[0]",
       .place = {"/data/mlp.rl", 13},
       .step = 0},
      {.name = "sum.6",
       .op = "sum",
       .dtype = "f32",
       .shape = {32},
       .operands = {5},
       .attributes = "axes=[0]",
       .place = {"/data/mlp.rl", 20},
       .step = 1},
  };
  Work first{.flops = 524288, .bytes_read = 49152, .bytes_written = 8192, .seconds = 250e-6};
  Work second{.flops = 2048, .bytes_read = 8192, .bytes_written = 128, .seconds = 90e-6};
  out.steps = {
      {.name = "matmul.0", .ops = "matmul + relu", .nodes = {2, 4, 5}, .work = first, .threads = 4},
      {.name = "sum.1", .ops = "sum", .nodes = {6}, .work = second, .is_memory_bound = true}};
  using Home = ModuleBuffer::Home;
  out.buffers = {
      {.home = Home::param, .node = 0, .bytes = 32768, .first = 0, .last = 0},
      {.home = Home::param, .node = 1, .bytes = 16384, .first = 0, .last = 0},
      {.home = Home::arena, .node = 5, .bytes = 8192, .first = 0, .last = 1},
      {.home = Home::arena, .node = -1, .offset = 8192, .bytes = 4096, .first = 0, .last = 0},
      {.home = Home::result, .node = 6, .bytes = 128, .first = 1, .last = 1}};
  out.results = {6};
  out.arena_bytes = 12288;
  out.peak_bytes = 61568;
  return out;
}

// A loop with two results, a primitive without an opcode, and a value with wrong operands.
Module loop_module() {
  Module loop{.name = "scan me", .id = 1};
  loop.nodes = {
      param(0, "a", {3}),
      {.name = "while.1", .op = "while_loop", .dtype = "bool", .operands = {0}, .step = 0},
      {.name = "while.2",
       .op = "while_loop",
       .dtype = "f32",
       .shape = {3},
       .operands = {0},
       .step = 0},
      {.name = "carry", .op = "param", .dtype = "f32", .shape = {3}},
      {.name = "mul.4", .op = "mul", .dtype = "f32", .shape = {3}, .operands = {3, 0}, .step = 1},
      {.name = "svd.5", .op = "svd", .dtype = "f32", .shape = {3}, .operands = {2}, .step = 2},
      {.name = "odd.6", .op = "exp", .dtype = "f32", .operands = {99, -4}, .step = 3}};
  loop.steps = {{.name = "while.0", .ops = "while", .nodes = {1, 2}},
                {.name = "mul.0", .ops = "mul", .depth = 1, .turns = 5, .nodes = {4}},
                {.name = "svd.0", .ops = "svd", .nodes = {5}},
                {.name = "odd \xff\x01\"name\"", .ops = "exp", .nodes = {6, 77}}};
  loop.steps[1].work = {.flops = 15, .bytes_read = 24, .bytes_written = 12};
  loop.results = {1, 2, 5, 6, 400};
  return loop;
}

Label kernel_label(const Module& module, int number, int step, std::string layer, int line) {
  const ModuleStep& of = module.steps[static_cast<size_t>(step)];
  return {.name = of.name,
          .category = Category::kernel,
          .ops = of.ops,
          .function = module.name,
          .layer = std::move(layer),
          .places = {{"/data/mlp.rl", line}, {"/data/mlp.rl", line + 1}},
          .module = number,
          .step = step,
          .work = of.work,
          .threads = of.threads};
}

Machine sample_machine() {
  return {.host = "box",
          .cpu = "AMD EPYC 9R45",
          .threads = 4,
          .flops_per_s = 400e9,
          .bytes_per_s = 50e9,
          .memory_bytes = int64_t{16} << 30};
}

}  // namespace

Timeline mlp_timeline() {
  Timeline out{.machine = sample_machine(), .program = "/data/mlp.rl", .process = 4711};
  out.start_unix_ns = 1'755'000'000'123'456'789;
  out.modules = {mlp_module()};
  out.labels = {
      {.name = "train", .category = Category::step},
      {.name = "batch", .category = Category::input},
      {.name = "train_step", .category = Category::run, .function = "train_step", .module = 0},
      {.name = "train_step", .category = Category::compile, .function = "train_step"},
      kernel_label(out.modules[0], 0, 0, "layers[0].dense", 12),
      kernel_label(out.modules[0], 0, 1, "", 20),
      {.name = "read", .category = Category::input},
      {.name = "main", .category = Category::script, .places = {{"/data/mlp.rl", 30}}},
  };
  Track host{.kind = Track::Kind::thread, .name = "main", .number = 1};
  Track device{.kind = Track::Kind::device, .name = "host 0", .device = "host"};
  host.events.push_back({0, 2 * ms, 3});
  for (int64_t step = 0; step < 10; ++step) {
    int64_t at = 2 * ms + step * ms;
    host.events.push_back({at, ms, 0, 100 + step});
    host.events.push_back({at, 200 * us, 1, 32768});
    host.events.push_back({at + 50 * us, 100 * us, 6, 32768});
    host.events.push_back({at + 300 * us, 500 * us, 2});
    device.events.push_back({at + 350 * us, 300 * us, 4});
    device.events.push_back({at + 650 * us, 100 * us, 5});
  }
  out.tracks = {host, device};
  out.duration = 12 * ms;
  out.places = {{"/data/mlp.rl", 5}, {"/data/mlp.rl", 12}};
  out.spaces = {"host"};
  out.bytes_before = 1000;
  out.peak_bytes = 1000 + 65536 + 12288;
  out.allocations = {{1 * ms, 65536, 0x1000, 0, 3, 0},
                     {3 * ms, 12288, 0x20000, 1, 2, 0},
                     {4 * ms, -12288, 0x20000, -1, 2, 0},
                     {5 * ms, -600, 0x99, -1, -1, 0}};
  out.samples = {{3 * ms, 0, {7}}, {4 * ms, 0, {7, 5}}};
  return out;
}

Timeline devices_timeline() {
  Timeline out{.machine = sample_machine(), .program = "dir/two \"devices\".rl", .process = 12};
  out.start_unix_ns = 1'755'000'100'000'000'000;
  Module loop = loop_module();
  out.modules = {loop};
  auto label = [&](std::string name, Category category, int step) {
    return Label{.name = std::move(name),
                 .category = category,
                 .function = "scan me",
                 .module = 0,
                 .step = step};
  };
  out.labels = {label("scan me", Category::run, -1),        label("while.0", Category::kernel, 0),
                label("mul.0", Category::kernel, 1),        label("svd.0", Category::kernel, 2),
                label("odd \xff\x01", Category::kernel, 3), label("lost", Category::kernel, 50)};
  out.labels[2].work = loop.steps[1].work;
  out.labels.push_back({.name = "add.9", .category = Category::eager, .ops = "add"});
  out.labels.back().work = {.flops = 10, .bytes_read = 80, .bytes_written = 40};
  out.labels.back().places = {{"a:b/c.rl", 3}};
  out.labels.push_back({.name = "gone", .category = Category::kernel, .module = 31});
  Track thread{.kind = Track::Kind::thread, .name = "tab\there \"x\" \xc3\xa9", .number = 9};
  Track one{.kind = Track::Kind::device, .name = "tpu 0", .number = 0, .device = "tpu"};
  Track two{.kind = Track::Kind::device, .name = "host 0", .number = 0, .device = "host"};
  for (int64_t i = 0; i < 3; ++i) {
    int64_t at = i * 100 * us;
    thread.events.push_back({at, 80 * us, 0});
    thread.events.push_back({at + 90 * us, 5 * us, 6});
    one.events.push_back({at, 50 * us, 1});
    for (int64_t turn = 0; turn < 5; ++turn) {
      one.events.push_back({at + turn * 10 * us, 5 * us, 2});
    }
    one.events.push_back({at + 50 * us, 0, 4});
    two.events.push_back({at + 20 * us, 30 * us, 3});
    two.events.push_back({at + 60 * us, 1 * us, 5});
    two.events.push_back({at + 61 * us, 1 * us, 7});
    two.events.push_back({at + 62 * us, 1 * us, 4000});
  }
  out.tracks = {thread, one, two, {.kind = Track::Kind::worker, .name = "worker 1"}};
  out.duration = 300 * us;
  out.dropped = 17;
  return out;
}

Timeline eager_timeline() {
  Timeline out{.machine = sample_machine(), .program = "e.rl", .process = 1};
  out.start_unix_ns = 1'755'000'200'000'000'000;
  out.is_complete = false;
  for (const char* name : {"add", "matmul", "add"}) {
    Label label{.name = name, .category = Category::eager, .ops = name};
    label.places = {{"e.rl", static_cast<int>(out.labels.size()) + 1}};
    label.work = {.flops = 1000, .bytes_read = 400, .bytes_written = 200};
    out.labels.push_back(label);
  }
  Track main{.kind = Track::Kind::thread, .name = "main"};
  for (int64_t i = 0; i < 30; ++i) {
    main.events.push_back({i * 10 * us, 8 * us, static_cast<uint32_t>(i % 3)});
  }
  out.tracks = {main};
  out.duration = 300 * us;
  return out;
}

Timeline long_timeline(int kernels) {
  Timeline out = mlp_timeline();
  for (Track& track : out.tracks) track.events.clear();
  out.allocations.clear();
  out.samples.clear();
  for (int64_t i = 0; i < kernels; ++i) {
    if (i % 100 == 0) out.tracks[0].events.push_back({i * us, 100 * us, 0, i / 100});
    if (i % 2 == 0) out.tracks[0].events.push_back({i * us, 2 * us, 2});
    out.tracks[1].events.push_back({i * us, us, static_cast<uint32_t>(4 + i % 2)});
    auto address = static_cast<uint64_t>(i % 5);
    if (i >= 5) out.allocations.push_back({i * us, -64, address, -1, 4, 0});
    out.allocations.push_back({i * us, 64, address, static_cast<int32_t>(i % 2), 4, 0});
  }
  out.duration = int64_t{kernels} * us;
  return out;
}

}  // namespace rille::profile
