// Tests stdlib/profile/compare: only changes beyond noise.
#include <gtest/gtest.h>

#include "profile_samples.h"
#include "stdlib/profile/compare.h"
#include "stdlib/profile/noise.h"

namespace rille::profile {
namespace {

std::vector<TimeChange> changed(const std::vector<TimeChange>& changes) {
  std::vector<TimeChange> out;
  for (const TimeChange& change : changes) {
    if (change.verdict != Verdict::same) out.push_back(change);
  }
  return out;
}

TEST(ProfileCompare, finds_nothing_in_a_noisy_copy) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SampleOptions options{.steps = 8 + static_cast<int>(seed % 40)};
    options.noise = 0.005 * static_cast<double>(1 + seed % 7);
    options.seed = 2 * seed;
    options.has_samples = seed % 2 == 0;
    Timeline before = training_sample(options);
    options.seed = 2 * seed + 1;
    Comparison comparison = compare(before, training_sample(options));
    EXPECT_FALSE(comparison.has_changes()) << text(comparison);
  }
}

TEST(ProfileCompare, finds_the_one_slower_kernel) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SampleOptions options{.steps = 20 + static_cast<int>(seed % 40), .noise = 0.015};
    options.seed = 2 * seed;
    Timeline before = training_sample(options);
    options.seed = 2 * seed + 1;
    options.slow_layer = static_cast<int>(seed % 3);
    Timeline after = training_sample(options);
    for (bool is_back : {false, true}) {
      Comparison comparison = is_back ? compare(after, before) : compare(before, after);
      std::vector<TimeChange> kernels = changed(comparison.kernels);
      ASSERT_EQ(kernels.size(), 1u) << text(comparison);
      EXPECT_EQ(kernels[0].verdict, is_back ? Verdict::faster : Verdict::slower);
      EXPECT_EQ(kernels[0].place.line, 10 + options.slow_layer);
      EXPECT_EQ(kernels[0].layer, "layers[" + std::to_string(options.slow_layer) + "]");
      EXPECT_EQ(kernels[0].name, "dot_general + relu");
      for (const TimeChange& line : changed(comparison.lines)) {
        EXPECT_EQ(line.place.line, 10 + options.slow_layer);
      }
    }
  }
}

TEST(ProfileNoise, finds_a_change_of_times_that_alternate) {
  std::vector<double> alternating, fast;
  for (int i = 0; i < 20; ++i) {
    alternating.push_back(i % 2 == 0 ? 1000.0 + i : 40000.0 + i);
    fast.push_back(1000.0 + i);
  }
  TimeSamples a = samples_of(alternating), b = samples_of(fast);
  EXPECT_LT(std::abs(a.median - b.median), noise_of(a, b));
  EXPECT_GT(std::abs(a.mean - b.mean), noise_of_means(a, b));
  fast.back() = 1e6;  // one slow step
  TimeSamples c = samples_of(fast);
  EXPECT_LT(std::abs(c.mean - b.mean), noise_of_means(c, b));
}

TEST(ProfileCompare, matches_kernels_without_their_numbers) {
  Timeline before = training_sample({}), after = training_sample({.seed = 9});
  for (Label& label : after.labels) {
    if (label.category == Category::kernel) label.name += "7";
  }
  for (Module& module : after.modules) module.id += 100;
  EXPECT_FALSE(compare(before, after).has_changes());
}

TEST(ProfileCompare, follows_code_that_moves) {
  Timeline before = training_sample({}), after = training_sample({.seed = 9});
  auto move = [](Place& place) {
    place.line += 2;
    place.file = "renamed.rille";
  };
  for (Label& label : after.labels) std::ranges::for_each(label.places, move);
  std::ranges::for_each(after.places, move);
  Comparison comparison = compare(before, after);
  EXPECT_FALSE(comparison.has_changes()) << text(comparison);
  for (const TimeChange& kernel : comparison.kernels) {
    if (kernel.place.line <= 0) continue;
    EXPECT_EQ(kernel.old_place.line + 2, kernel.place.line);
  }
  SampleOptions slow{.seed = 9};
  slow.slow_layer = 1;
  slow.slowdown = 2;
  after = training_sample(slow);
  for (Label& label : after.labels) std::ranges::for_each(label.places, move);
  comparison = compare(before, after);
  EXPECT_NE(text(comparison, 120).find(":11 → renamed.rille:13"), std::string::npos)
      << text(comparison);
}

// A timeline of eager operations, with `extra` in one of ten steps more.
Timeline eager_sample(int64_t time, int64_t extra) {
  TimelineBuilder b(1);
  uint32_t step = b.label("train", Category::step);
  uint32_t tanh = b.label("tanh", Category::eager, {"a.rille", 4});
  uint32_t rare = b.label("mul", Category::eager, {"a.rille", 5});
  b.t.tracks[1].thread = b.t.tracks[0].number;
  for (int i = 0; i < 20; ++i) {
    b.open(step, i);
    b.t.tracks[1].events.push_back({b.now, time, tanh});
    b.wait(time);
    if (extra > 0) {
      b.t.tracks[1].events.push_back({b.now, extra * (1 + i % 7 * 3), rare});
      b.wait(extra * (1 + i % 7 * 3));
    }
    b.close();
  }
  return b.finish();
}

TEST(ProfileCompare, compares_eager_operations) {
  std::vector<TimeChange> kernels =
      changed(compare(eager_sample(10'000, 0), eager_sample(20'000, 0)).kernels);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "tanh (eager)");
  EXPECT_EQ(kernels[0].verdict, Verdict::slower);
  // A new operation whose times vary more than they are long is within the noise.
  kernels = changed(compare(eager_sample(10'000, 0), eager_sample(10'000, 500)).kernels);
  for (const TimeChange& kernel : kernels) {
    EXPECT_GT(std::abs(kernel.difference()), kernel.noise) << kernel.name;
  }
}

TEST(ProfileCompare, names_new_and_vanished_kernels) {
  SampleOptions options;
  Timeline before = training_sample(options);
  options.has_serial = true;
  Timeline after = training_sample(options);
  std::vector<TimeChange> kernels = changed(compare(before, after).kernels);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].verdict, Verdict::appeared);
  EXPECT_EQ(kernels[0].name, "scan");
  kernels = changed(compare(after, before).kernels);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].verdict, Verdict::vanished);
}

TEST(ProfileCompare, compares_parts_and_memory) {
  SampleOptions options{.steps = 30};
  Timeline before = training_sample(options);
  options.input = 400'000;
  options.leak = 1000;
  Comparison comparison = compare(before, training_sample(options));
  std::vector<TimeChange> parts = changed(comparison.parts);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].name, "input wait");
  EXPECT_EQ(parts[0].before, 100'000);
  EXPECT_EQ(parts[0].after, 400'000);
  EXPECT_EQ(comparison.peak_after - comparison.peak_before, 29'000);
  std::string shown = text(comparison, 80);
  EXPECT_NE(shown.find("slower +300 %"), std::string::npos) << shown;
}

TEST(ProfileCompare, needs_steps_to_know_the_noise) {
  SampleOptions options{.steps = 3};
  Timeline before = training_sample(options);
  options.input = 9'000'000;
  Comparison comparison = compare(before, training_sample(options));
  EXPECT_FALSE(comparison.has_changes());
  EXPECT_EQ(comparison.step.verdict, Verdict::unknown);
  EXPECT_NE(text(comparison).find("too few steps"), std::string::npos);
  EXPECT_FALSE(compare({}, {}).has_changes());
  EXPECT_FALSE(compare({}, before).has_changes());
}

TEST(ProfileCompare, bounds_medians_by_quantiles) {
  std::vector<double> alternating, slow_steps;
  for (int i = 0; i < 100; ++i) {
    alternating.push_back(i % 2 == 0 ? 10 : 20);
    slow_steps.push_back(i % 10 == 0 ? 1000 : 10);
  }
  TimeSamples samples = samples_of(alternating);
  EXPECT_EQ(samples.low, 10);
  EXPECT_EQ(samples.high, 20);
  samples = samples_of(slow_steps);
  EXPECT_EQ(samples.median, 10);
  EXPECT_EQ(samples.high, 10);
}

}  // namespace
}  // namespace rille::profile
