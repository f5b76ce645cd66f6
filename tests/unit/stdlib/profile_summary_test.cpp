// Tests stdlib/profile/summary: each instant counts once.
#include <gtest/gtest.h>

#include "profile_samples.h"
#include "stdlib/profile/advice.h"
#include "stdlib/profile/report.h"
#include "stdlib/profile/report_table.h"
#include "stdlib/profile/summary.h"

namespace rille::profile {
namespace {

int64_t sum_of_lines(const Summary& summary) {
  int64_t out = 0;
  for (const LineTime& line : summary.lines) {
    EXPECT_EQ(line.split.total(), line.self);
    out += line.self;
  }
  return out;
}

const LineTime* line_at(const Summary& summary, int number) {
  for (const LineTime& line : summary.lines) {
    if (line.place.line == number) return &line;
  }
  return nullptr;
}

TEST(ProfileSummary, accepts_an_empty_timeline) {
  Summary summary = summarize({});
  EXPECT_EQ(summary.split.total(), 0);
  EXPECT_TRUE(summary.steps.empty());
  EXPECT_TRUE(advise({}, summary).empty());
  EXPECT_NE(report({}, summary, {}, 80, false).find("advice\nnone\n"), std::string::npos);
  Timeline idle;
  idle.duration = 1000;
  EXPECT_EQ(summarize(idle).split[Part::idle], 1000);
}

TEST(ProfileSummary, splits_a_training_loop) {
  SampleOptions options;
  Timeline timeline = training_sample(options);
  Summary summary = summarize(timeline);
  EXPECT_EQ(summary.window.end, timeline.duration);
  EXPECT_EQ(summary.split.total(), summary.window.duration());
  EXPECT_EQ(sum_of_lines(summary), summary.window.duration());
  EXPECT_EQ(summary.split[Part::input], 20 * options.input);
  EXPECT_EQ(summary.split[Part::compile], options.trace + options.compile);
  EXPECT_EQ(summary.window.begin, summary.steps[0].span.begin);
  EXPECT_EQ(summary.split[Part::idle], timeline.duration - summary.steps.back().span.end);
  int64_t kernels = 0;
  for (const Event& event : timeline.tracks[1].events) kernels += event.duration;
  EXPECT_EQ(summary.split[Part::compute], kernels);
  EXPECT_EQ(summary.split[Part::dispatch], 20 * (3'000 + 7 * 500));
  EXPECT_EQ(summary.split[Part::script], 20 * options.script);
  ASSERT_EQ(summary.steps.size(), 20u);
  EXPECT_EQ(summary.steps[7].number, 7);
  EXPECT_EQ(summary.steps[0].traces, 1);
  EXPECT_EQ(summary.steps[0].compiles, 1);
  EXPECT_EQ(summary.steps[1].traces, 0);
  EXPECT_GT(summary.step_statistics.first, summary.step_statistics.p90);
  EXPECT_GE(summary.step_statistics.p90, summary.step_statistics.median);
  for (const StepTime& step : summary.steps) {
    EXPECT_EQ(step.split.total(), step.window.duration());
  }
}

TEST(ProfileSummary, counts_traces_and_compilations) {
  SampleOptions options{.steps = 10};
  options.recompiles = true;
  Summary summary = summarize(training_sample(options));
  ASSERT_EQ(summary.functions.size(), 1u);  // `grad` inside of a trace is a part of it
  const FunctionUse& step = summary.functions[0];
  EXPECT_EQ(step.name, "step");
  EXPECT_EQ(step.runs, 10);
  EXPECT_EQ(step.traces, 10);
  EXPECT_EQ(step.compiles, 10);  // plan and code are parts of one
  EXPECT_EQ(step.repeats, 9);
  EXPECT_EQ(step.repeat_time, 9 * (options.trace + options.compile));
  EXPECT_EQ(step.first_compile_time, options.compile);
  EXPECT_EQ(step.traced_steps, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(step.gaps, 9);
  EXPECT_EQ(step.gap_time, 9 * (options.script + 3'000 + 7 * 500));
  EXPECT_EQ(step.median_gap, options.script + 3'000 + 7 * 500);
}

TEST(ProfileSummary, lists_kernels) {
  Timeline timeline = training_sample({});
  Summary summary = summarize(timeline);
  ASSERT_EQ(summary.kernels.size(), 7u);
  int64_t sum = 0;
  for (size_t i = 0; i < summary.kernels.size(); ++i) {
    const KernelTime& kernel = summary.kernels[i];
    sum += kernel.self;
    EXPECT_EQ(kernel.calls, 20);
    EXPECT_EQ(kernel.self, kernel.total);
    EXPECT_NEAR(kernel.ratio, 1.1, 0.02);
    EXPECT_NEAR(kernel.fraction, 1 / 1.21, 0.02);
    EXPECT_NEAR(kernel.utilization, 0.95, 0.001);
    if (i > 0) {
      EXPECT_LE(kernel.self, summary.kernels[i - 1].self);
    }
  }
  EXPECT_EQ(sum, summary.split[Part::compute]);
  EXPECT_EQ(summary.kernels[0].bound, Bound::memory);  // the update
  EXPECT_EQ(summary.kernels[0].place.line, 25);
  ASSERT_FALSE(summary.layers.empty());
  EXPECT_EQ(summary.layers[0].total, sum);
  std::vector<std::string> paths;
  for (const LayerTime& layer : summary.layers) {
    paths.push_back(layer.path);
    if (layer.parent < 0) continue;
    EXPECT_EQ(layer.depth, summary.layers[static_cast<size_t>(layer.parent)].depth + 1);
  }
  std::map<int, int64_t> last;  // of the children of each layer
  for (const LayerTime& layer : summary.layers) {
    auto [before, is_first] = last.try_emplace(layer.parent, layer.total);
    EXPECT_LE(layer.total, before->second);
    before->second = layer.total;
  }
  std::ranges::sort(paths);
  EXPECT_EQ(paths,
            (std::vector<std::string>{"", "layers", "layers[0]", "layers[0].grad", "layers[1]",
                                      "layers[1].grad", "layers[2]", "layers[2].grad"}));
}

TEST(ProfileSummary, subtracts_kernels_inside_of_loops) {
  TimelineBuilder b(2);
  Label loop{"scan.0", Category::kernel}, body{"mul.1", Category::kernel};
  loop.module = body.module = 0;
  body.step = 1;
  uint32_t outer = b.label(loop), inner = b.label(body);
  b.t.tracks[1].events = {{100, 500, outer}, {150, 100, inner}, {300, 200, inner}};
  b.t.tracks[0].events = {{90, 600, b.label("f", Category::run)}};
  b.now = 1000;
  Summary summary = summarize(b.finish());
  ASSERT_EQ(summary.kernels.size(), 2u);
  EXPECT_EQ(summary.kernels[0].self, 300);
  EXPECT_EQ(summary.kernels[1].self, 200);
  EXPECT_EQ(summary.kernels[1].total, 500);
  EXPECT_EQ(summary.split[Part::compute], 500);
  EXPECT_EQ(summary.split[Part::dispatch], 100);
  EXPECT_EQ(summary.split[Part::idle], 310);  // the capture begins 90 before the script
  EXPECT_EQ(summary.kernels[0].mean, 150);    // of two runs of the body
  EXPECT_EQ(summary.kernels[1].mean, 200);    // without the kernels inside
}

TEST(ProfileSummary, lists_eager_operations) {
  TimelineBuilder b(2);
  uint32_t tanh = b.label("tanh", Category::eager, {"a.rille", 4});
  uint32_t concat = b.label("concatenate", Category::eager, {"a.rille", 5});
  uint32_t kernel = b.label("concatenate.1", Category::kernel, {"a.rille", 5});
  b.t.tracks[1].thread = b.t.tracks[0].number;
  b.t.tracks[1].events = {
      {100, 400, tanh}, {600, 300, tanh}, {1000, 100, concat}, {1020, 70, kernel}};
  b.t.tracks[0].events = {{420, 50, b.label("tanh", Category::compile, {}, "tanh")}};
  b.now = 1200;
  Timeline timeline = b.finish();
  Summary summary = summarize(timeline);
  EXPECT_EQ(summary.eager_count, 3);
  EXPECT_EQ(summary.window.begin, 100);
  ASSERT_EQ(summary.kernels.size(), 3u);
  EXPECT_TRUE(summary.kernels[0].is_eager);
  EXPECT_EQ(summary.kernels[0].self, 650);  // without the compilation
  EXPECT_EQ(summary.kernels[0].mean, 325);
  EXPECT_EQ(summary.kernels[0].place.line, 4);
  EXPECT_FALSE(summary.kernels[1].is_eager);
  EXPECT_EQ(summary.kernels[2].self, 30);  // without its kernel
  EXPECT_EQ(summary.layers[0].total, 70);  // layers have kernels only
  std::string text = report(timeline, summary, {}, 80, false);
  EXPECT_NE(text.find("kernels and eager operations by self time"), std::string::npos);
  EXPECT_NE(text.find("a.rille:4  tanh (eager)"), std::string::npos) << text;
}

TEST(ProfileSummary, merges_the_compilations_of_a_function) {
  SampleOptions options{.steps = 10};
  options.recompiles = true;
  Summary summary = summarize(training_sample(options));
  ASSERT_EQ(summary.kernels.size(), 7u);
  for (const KernelTime& kernel : summary.kernels) {
    EXPECT_EQ(kernel.labels.size(), 10u);
    EXPECT_EQ(kernel.calls, 10);
    EXPECT_NEAR(kernel.ratio, 1.1, 0.05);
  }
}

TEST(ProfileSummary, sums_annotations) {
  TimelineBuilder b(1);
  uint32_t outer = b.label("epoch", Category::annotation),
           inner = b.label("load", Category::annotation);
  for (int i = 0; i < 3; ++i) {
    b.open(outer);
    b.span(inner, 100);
    b.span(inner, 50);
    b.open(outer);  // as a recursive call
    b.wait(10);
    b.close();
    b.close();
  }
  Timeline timeline = b.finish();
  Summary summary = summarize(timeline);
  ASSERT_EQ(summary.annotations.size(), 2u);
  EXPECT_EQ(summary.annotations[0].name, "epoch");
  EXPECT_EQ(summary.annotations[0].calls, 6);
  EXPECT_EQ(summary.annotations[0].total, 480);
  EXPECT_EQ(summary.annotations[1].total, 450);
  EXPECT_NE(report(timeline, summary, {}, 80, false).find("annotations\n"), std::string::npos);
}

TEST(ProfileSummary, counts_each_instant_once) {
  constexpr int64_t duration = 300;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Timeline timeline = random_sample(seed, static_cast<int>(seed % 40), duration);
    std::vector<std::vector<bool>> kernels = kernels_of_main(timeline);
    // The innermost span at each instant is the one that begins last; of these, the shortest.
    std::vector<int> expected(duration, -1);
    std::vector<std::pair<int64_t, int64_t>> order(duration, {INT64_MIN, 0});
    for (size_t track : {0, 1}) {
      for (size_t i = 0; i < timeline.tracks[track].events.size(); ++i) {
        const Event& event = timeline.tracks[track].events[i];
        bool counts = event.label < timeline.labels.size() && (track == 0 || kernels[1][i]);
        int64_t begin = std::max<int64_t>(event.begin, 0), end = std::min(event.end(), duration);
        for (int64_t time = begin; counts && time < end; ++time) {
          auto at = static_cast<size_t>(time);
          std::pair<int64_t, int64_t> place = {begin, -end};
          if (place < order[at]) continue;
          order[at] = place;
          expected[at] = static_cast<int>(event.label);
        }
      }
    }
    int64_t cursor = 0;
    for (const Segment& segment : segments_of_main(timeline)) {
      ASSERT_EQ(segment.begin, cursor);
      ASSERT_LT(segment.begin, segment.end);
      for (; cursor < segment.end; ++cursor) {
        ASSERT_EQ(segment.label, expected[static_cast<size_t>(cursor)]) << seed << ":" << cursor;
      }
    }
    ASSERT_EQ(cursor, duration);
    Summary summary = summarize(timeline);
    ASSERT_EQ(summary.split.total(), summary.window.duration());
    ASSERT_EQ(sum_of_lines(summary), summary.window.duration());
    advise(timeline, summary);
    report(timeline, summary, {}, 80, true);
  }
}

TEST(ProfileSummary, assigns_kernels_to_the_thread_that_runs_them) {
  TimelineBuilder b(2);
  b.t.tracks.push_back({Track::Kind::thread, "host 1", 77});
  b.t.tracks.push_back({Track::Kind::device, "queue 1", 1, "host"});
  uint32_t run = b.label("f", Category::run), kernel = b.label("k", Category::kernel);
  uint32_t save = b.label("ckpt.save", Category::checkpoint);
  b.t.tracks[0].events = {{0, 100, run}, {200, 100, run}};
  b.t.tracks[1].events = {{10, 80, kernel}, {210, 80, kernel}};
  b.t.tracks[4].events = {{50, 100, run}, {150, 100, save}};
  b.t.tracks[5].events = {{60, 80, kernel}};
  b.now = 300;
  Summary summary = summarize(b.finish());
  EXPECT_EQ(summary.split[Part::compute], 160);
  EXPECT_EQ(summary.split[Part::checkpoint], 0);
  EXPECT_EQ(summary.kernels[0].calls, 3);
  ASSERT_EQ(summary.background.size(), 1u);
  EXPECT_EQ(summary.background[0].busy, 200);
}

TEST(ProfileSummary, tells_the_script_from_waiting_by_samples) {
  SampleOptions options;
  options.has_samples = true;
  options.script = 200'000;
  Timeline timeline = training_sample(options);
  timeline.duration += 5'000'000;  // the program waits at its end
  Summary summary = summarize(timeline);
  EXPECT_EQ(summary.split.total(), summary.window.duration());
  EXPECT_NEAR(static_cast<double>(summary.split[Part::idle]), 5.05e6, 0.1e6);
  const LineTime* log = line_at(summary, 32);
  ASSERT_NE(log, nullptr);
  EXPECT_NEAR(static_cast<double>(log->self), 20 * 200e3, 0.2e6);
  EXPECT_EQ(sum_of_lines(summary), summary.window.duration());
}

TEST(ProfileSummary, infers_steps_from_calls) {
  SampleOptions options;
  options.has_steps = false;
  Summary summary = summarize(training_sample(options));
  EXPECT_TRUE(summary.are_steps_inferred);
  EXPECT_EQ(summary.steps.size(), 20u);
  EXPECT_FALSE(summarize(training_sample({})).are_steps_inferred);
}

TEST(ProfileSummary, finds_the_peak_of_the_memory) {
  TimelineBuilder b(1);
  b.t.bytes_before = 1000;
  Place one{"a.rille", 1}, two{"a.rille", 2};
  b.now = 10;
  uint64_t x = b.allocate(500, one);
  b.allocate(300, two);
  b.now = 20;
  b.release(x);
  b.t.allocations.push_back({25, -400, 0x1234});  // from before the capture
  b.now = 30;
  b.allocate(700, one);
  b.allocate(201, one);
  b.now = 40;
  Timeline timeline = b.finish();
  MemoryUse memory = summarize(timeline).memory;
  EXPECT_EQ(memory.peak, timeline.peak_bytes);
  EXPECT_EQ(memory.peak, 1000 - 400 + 300 + 901);
  EXPECT_EQ(memory.peak_time, 30);
  ASSERT_EQ(memory.at_peak.size(), 2u);
  EXPECT_EQ(memory.at_peak[0].bytes, 901);
  EXPECT_EQ(memory.at_peak[0].count, 2);
  EXPECT_EQ(memory.at_peak[1].bytes, 300);
  EXPECT_EQ(memory.older, 600);
}

TEST(ProfileSummary, shows_the_plan_of_the_function_that_runs_at_the_peak) {
  TimelineBuilder b(1);
  b.t.modules.resize(3);
  b.t.modules[0] = {.name = "init", .id = 1, .peak_bytes = 400};
  b.t.modules[1] = {.name = "step", .id = 2, .peak_bytes = 900'000, .scratch_bytes = 100'000};
  b.t.modules[2] = {.name = "add", .id = 3, .peak_bytes = 20};
  auto kernel = [&](int module) {
    Label label{"k", Category::kernel};
    label.module = module;
    return b.label(label);
  };
  uint32_t init = kernel(0), first = kernel(1), second = kernel(2);
  uint32_t run = b.label("step", Category::run);
  b.t.tracks[0].events = {{10, 40, run}, {100, 50, run}};
  b.t.tracks[1].thread = b.t.tracks[0].number;
  b.t.tracks[1].events = {{20, 10, init}, {110, 10, second}, {120, 10, first}};
  b.now = 105;
  uint64_t arena = b.allocate(2'000'000, {"a.rille", 1});
  b.now = 140;
  b.release(arena);
  b.now = 200;
  Timeline timeline = b.finish();
  Summary summary = summarize(timeline);
  EXPECT_EQ(summary.memory.peak_module, 1);
  EXPECT_NE(report(timeline, summary, {}, 500, false)
                .find("`step` runs at the peak, and 800 kB are planned for its arguments, results, "
                      "and temporaries; other arrays take 1.2 MB; the scratch of its threads, up "
                      "to 100 kB, is not part of the peak"),
            std::string::npos);
  timeline.allocations[0].time = 160;  // between runs
  EXPECT_EQ(summarize(timeline).memory.peak_module, -1);
}

// Memory in use that follows a function of the step.
Timeline memory_sample(int steps, int64_t (*bytes_at)(int), bool is_collected = true) {
  TimelineBuilder b(1);
  std::vector<uint64_t> alive;
  int64_t in_use = 0;
  for (int i = 0; i < steps; ++i) {
    b.open(b.label("train", Category::step), i);
    b.wait(1000);
    for (; in_use < bytes_at(i); in_use += 1 << 20) alive.push_back(b.allocate(1 << 20, {"a", 3}));
    for (; in_use > bytes_at(i); in_use -= 1 << 20) {
      b.release(alive.back());
      alive.pop_back();
    }
    b.wait(1000);
    b.close();
  }
  if (is_collected) b.span(b.label("garbage collection", Category::garbage), 10);
  return b.finish();
}

TEST(ProfileSummary, tells_leaks_from_sawtooths_and_caches) {
  auto leak = [](int i) { return int64_t{1 + i} << 20; };
  auto sawtooth = [](int i) { return int64_t{1 + i % 13} << 20; };
  auto cache = [](int i) { return int64_t{1 + std::min(i, 15)} << 20; };
  auto constant = [](int) { return int64_t{8} << 20; };
  MemoryUse leaked = summarize(memory_sample(30, leak)).memory;
  EXPECT_TRUE(leaked.is_leak);
  EXPECT_NEAR(leaked.growth_per_step, 1 << 20, 1);
  ASSERT_EQ(leaked.growth.size(), 1u);
  EXPECT_EQ(leaked.growth[0].bytes, 1 << 20);
  EXPECT_EQ(leaked.growth[0].place.line, 3);
  for (int steps : {18, 20, 25, 30, 39, 50, 200}) {
    EXPECT_FALSE(summarize(memory_sample(steps, sawtooth)).memory.is_leak) << steps;
  }
  EXPECT_FALSE(summarize(memory_sample(30, cache)).memory.is_leak);
  EXPECT_FALSE(summarize(memory_sample(30, constant)).memory.is_leak);
  EXPECT_FALSE(summarize(memory_sample(30, leak, false)).memory.is_leak);  // perhaps garbage
}

TEST(ProfileSummary, accepts_truncated_captures) {
  Timeline timeline = training_sample({});
  timeline.modules.clear();
  timeline.labels.resize(4);
  timeline.places.clear();
  timeline.is_complete = false;
  timeline.dropped = 17;
  Summary summary = summarize(timeline);
  EXPECT_EQ(summary.split.total(), summary.window.duration());
  std::string text = report(timeline, summary, advise(timeline, summary), 80, false);
  EXPECT_NE(text.find("ended early"), std::string::npos);
  EXPECT_NE(text.find("17 events"), std::string::npos);
}

TEST(ProfileSummary, takes_many_events) {
  Timeline timeline = decode_sample(100'000, 20'000, 2'000);
  for (int i = 0; i < 100'000; ++i) {
    timeline.allocations.push_back({i * 1000, i % 2 == 0 ? 64 : -64, uint64_t(i / 2)});
  }
  Summary summary = summarize(timeline);
  std::vector<Advice> advice = advise(timeline, summary);
  report(timeline, summary, advice, 80, false);
  EXPECT_EQ(summary.split.total(), summary.window.duration());
}

TEST(ProfileReport, tells_eager_operations_from_functions) {
  TimelineBuilder b(1);
  for (int i = 0; i < 3; ++i) {
    b.span(b.label("code", Category::compile, {"a.rille", 5 + i}, "dynamic_slice"), 1000);
    b.wait(10);
  }
  b.open(b.label("f", Category::run, {"a.rille", 2}, "f"));
  b.span(b.label("trace", Category::trace, {"a.rille", 1}, "f"), 500);
  b.close();
  Timeline timeline = b.finish();
  std::string text = report(timeline, summarize(timeline), {}, 80, false);
  EXPECT_NE(text.find("eager operations: 3 compiles in 3.0 us, of dynamic_slice 3\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("dynamic_slice at"), std::string::npos) << text;
}

TEST(ProfileReport, names_a_rate_above_that_of_the_memory) {
  TimelineBuilder b(1);
  Label label{"copy.1", Category::kernel, "copy", "f"};
  label.work = {0, 1e5, 1e5, 5e-6};  // 20 GB/s are 10 us
  b.kernel(b.label(label), 8'000);
  Timeline timeline = b.finish();
  std::string text = report(timeline, summarize(timeline), {}, 100, false);
  EXPECT_NE(text.find("memory 125 %"), std::string::npos) << text;
  EXPECT_NE(text.find("a cache holds"), std::string::npos) << text;
}

TEST(ProfileReport, shortens_operations_before_columns_are_left_out) {
  SampleOptions options;
  Timeline timeline = training_sample(options);
  for (Label& label : timeline.labels) label.ops += " + mul + add + select + convert + transpose";
  std::string text = report(timeline, summarize(timeline), {}, 110, false);
  for (const char* column : {"planned", "runs", "threads", "rate", "limit"}) {
    EXPECT_NE(text.find(column), std::string::npos) << column << text;
  }
}

TEST(ProfileReport, keeps_to_its_width) {
  SampleOptions options;
  options.has_transposed = options.has_serial = options.recompiles = true;
  options.leak = 1 << 20;
  Timeline timeline = training_sample(options);
  timeline.labels[5].ops = "a \"quoted\"\tname\nof 数 and more and more and more and more text";
  Summary summary = summarize(timeline);
  for (int width : {40, 80, 120}) {
    std::string text = report(timeline, summary, advise(timeline, summary), width, false);
    for (size_t begin = 0; begin < text.size();) {
      size_t end = text.find('\n', begin);
      EXPECT_LE(columns_of(text.substr(begin, end - begin)), static_cast<size_t>(width));
      begin = end + 1;
    }
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\t'), std::string::npos);
  }
  EXPECT_NE(report(timeline, summary, {}, 80, true).find("\x1b[1m"), std::string::npos);
}

}  // namespace
}  // namespace rille::profile
