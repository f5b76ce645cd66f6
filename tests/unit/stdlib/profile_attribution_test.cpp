// attribute: lines of eager kernels, labels of pieces.
#include <gtest/gtest.h>

#include "stdlib/profile/attribution.h"

namespace rille::profile {
namespace {

enum TestLabel : uint32_t { first_line, second_line, kernel, with_line };

Timeline attributed_sample() {
  Timeline t;
  t.labels = {
      {.name = "exp", .category = Category::eager, .places = {{"a.rille", 7}}},
      {.name = "exp", .category = Category::eager, .places = {{"a.rille", 9}}},
      {.name = "exp.1", .category = Category::kernel, .function = "exp", .work = {.flops = 5}},
      {.name = "sum.1", .category = Category::kernel, .places = {{"a.rille", 3}}},
  };
  t.tracks.push_back({.kind = Track::Kind::device,
                      .name = "host 0",
                      .events = {{0, 100, first_line},
                                 {10, 50, kernel},
                                 {100, 90, second_line},
                                 {110, 50, kernel},
                                 {150, 10, with_line},
                                 {200, 50, with_line},
                                 {300, 50, kernel}}});
  t.tracks.push_back(
      {.kind = Track::Kind::worker,
       .name = "worker 1",
       .events = {{12, 20, kernel}, {112, 20, kernel}, {210, 20, with_line}, {310, 20, kernel}}});
  attribute(t);
  return t;
}

int line_of(const Timeline& t, const Event& event) {
  const Label& label = t.labels[event.label];
  return label.places.empty() ? 0 : label.places[0].line;
}

TEST(ProfileAttribution, kernels_in_eager_operations_have_their_lines) {
  Timeline t = attributed_sample();
  std::vector<int> lines;
  for (const Event& event : t.tracks[0].events) lines.push_back(line_of(t, event));
  // Code that a compiled function shares with an eager operation is charged to the operation.
  EXPECT_EQ(lines, (std::vector<int>{7, 7, 9, 9, 9, 3, 0}));
  const Label& label = t.labels[t.tracks[0].events[1].label];
  EXPECT_EQ(label.category, Category::kernel);
  EXPECT_EQ(label.work.flops, 5);
  EXPECT_EQ(label.function, "");
}

TEST(ProfileAttribution, pieces_have_the_lines_of_their_kernels) {
  Timeline t = attributed_sample();
  std::vector<int> lines;
  for (const Event& event : t.tracks[1].events) {
    lines.push_back(line_of(t, event));
    EXPECT_EQ(t.labels[event.label].category, Category::piece);
    EXPECT_EQ(t.labels[event.label].work.flops, -1);  // that of the whole kernel is not its own
  }
  EXPECT_EQ(lines, (std::vector<int>{7, 9, 3, 0}));
}

TEST(ProfileAttribution, lines_in_the_body_of_a_loop_stay) {
  Timeline t;
  t.modules.push_back({.name = "scan", .id = 1, .steps = {{.name = "scan"}, {.depth = 1}}});
  t.labels = {
      {.name = "scan", .category = Category::eager, .places = {{"a.rille", 7}}},
      {.name = "dot", .category = Category::kernel, .places = {{"a.rille", 8}}, .module = 0},
  };
  t.tracks.push_back({.kind = Track::Kind::device, .events = {{0, 100, 0}, {10, 50, 1}}});
  attribute(t);
  EXPECT_EQ(line_of(t, t.tracks[0].events[1]), 8);
}

}  // namespace
}  // namespace rille::profile
