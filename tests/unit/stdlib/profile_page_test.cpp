// Tests the HTML page of a profile, and the data within it.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "stdlib/profile/page.h"

namespace rille::profile {
namespace {

// Reads what page_data writes.
class PageReader {
 public:
  explicit PageReader(std::string bytes) : bytes_(std::move(bytes)) {
    size_t size = next();
    head = nlohmann::json::parse(bytes_.substr(at_, size));
    at_ += size;
  }
  uint64_t next() {
    uint64_t out = 0;
    for (int shift = 0;; shift += 7) {
      auto byte = static_cast<uint8_t>(bytes_.at(at_++));
      out |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) return out;
    }
  }
  int64_t next_signed() {
    uint64_t x = next();
    return static_cast<int64_t>(x >> 1) ^ -static_cast<int64_t>(x & 1);
  }
  std::vector<int64_t> signed_column(size_t n) {
    std::vector<int64_t> out(n);
    for (int64_t& x : out) x = next_signed();
    return out;
  }
  std::vector<uint64_t> column(size_t n) {
    std::vector<uint64_t> out(n);
    for (uint64_t& x : out) x = next();
    return out;
  }
  bool is_done() const { return at_ == bytes_.size(); }

  nlohmann::json head;

 private:
  std::string bytes_;
  size_t at_ = 0;
};

size_t count(const std::string& text, const std::string& part) {
  size_t n = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

Label label(const std::string& name) {
  Label out;
  out.name = name;
  return out;
}

TEST(ProfilePageData, of_an_empty_capture_has_no_columns) {
  PageReader read{page_data({}, {})};
  EXPECT_TRUE(read.is_done());
  EXPECT_EQ(read.head["labels"].size(), 0u);
  EXPECT_EQ(read.head["duration"], 0);
}

TEST(ProfilePageData, has_all_events) {
  Timeline timeline;
  timeline.labels = {label("a"), label("b")};
  Track track;
  track.name = "main";
  track.events = {{1'000'000'000'000, 5, 0, -7},
                  {1'000'000'000'300, 0, 1, INT64_MAX},
                  {4, -9, 1, INT64_MIN}};  // neither order nor lengths are trusted
  timeline.tracks = {track};
  PageReader read{page_data(timeline, {"one"})};
  EXPECT_EQ(read.signed_column(3),
            (std::vector<int64_t>{1'000'000'000'000, 300, 4 - 1'000'000'000'300}));
  EXPECT_EQ(read.column(3), (std::vector<uint64_t>{5, 0, 0}));
  EXPECT_EQ(read.column(3), (std::vector<uint64_t>{0, 1, 1}));
  EXPECT_EQ(read.signed_column(3), (std::vector<int64_t>{-7, INT64_MAX, INT64_MIN}));
  EXPECT_TRUE(read.is_done());
  EXPECT_EQ(read.head["tracks"][0], nlohmann::json({0, "main", 0, "", 3}));
  EXPECT_EQ(read.head["advice"][0], "one");
}

TEST(ProfilePageData, pairs_allocations_with_their_releases) {
  Timeline timeline;
  timeline.allocations = {{1, 100, 64}, {2, 50, 128}, {3, -100, 64},
                          {4, 70, 64},  {5, -9, 999}, {6, -70, 64}};
  PageReader read{page_data(timeline, {})};
  EXPECT_EQ(read.signed_column(6), (std::vector<int64_t>{1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(read.signed_column(6), (std::vector<int64_t>{100, 50, -100, 70, -9, -70}));
  for (int i = 0; i < 3; ++i) read.column(6);
  EXPECT_EQ(read.column(6), (std::vector<uint64_t>{2, 0, 0, 2, 0, 0}));
  EXPECT_TRUE(read.is_done());
}

TEST(ProfilePageData, keeps_the_indices_of_places) {
  Timeline timeline;
  timeline.places = {{"a.rille", 1}, {"b.rille", 2}, {"a.rille", 1}};
  timeline.labels = {label("x")};
  timeline.labels[0].places = {{"b.rille", 2}, {"c.rille", 3}};
  PageReader read{page_data(timeline, {})};
  EXPECT_EQ(read.head["places"].size(), 4u);
  EXPECT_EQ(read.head["labels"][0][5], nlohmann::json({1, 3}));
}

TEST(ProfilePageData, has_samples) {
  Timeline timeline;
  timeline.samples = {{10, 0, {3, 4}}, {15, 2, {}}};
  PageReader read{page_data(timeline, {})};
  EXPECT_EQ(read.next_signed(), 10);
  EXPECT_EQ(read.next_signed(), 0);
  EXPECT_EQ(read.column(3), (std::vector<uint64_t>{2, 3, 4}));
  EXPECT_EQ(read.next_signed(), 5);
  EXPECT_EQ(read.next_signed(), 2);
  EXPECT_EQ(read.next(), 0u);
  EXPECT_TRUE(read.is_done());
}

TEST(ProfilePageData, has_the_numbers_of_the_report) {
  Timeline timeline;
  timeline.duration = 1000;
  timeline.labels = {label("train"), label("tanh")};
  timeline.labels[0].category = Category::step;
  timeline.labels[1].category = Category::eager;
  Track main{.name = "main"}, device{.kind = Track::Kind::device, .device = "host"};
  main.events = {{100, 300, 0, 0}, {400, 200, 0, 1}, {600, 200, 0, 2}};
  device.events = {{450, 100, 1}, {650, 50, 1}};
  timeline.tracks = {main, device};
  nlohmann::json summary = PageReader{page_data(timeline, {})}.head["summary"];
  EXPECT_EQ(summary["window"], nlohmann::json({100, 1000}));
  EXPECT_EQ(summary["steady_steps"], 2);
  EXPECT_EQ(summary["parts"][0], 150);
  EXPECT_EQ(summary["steady"][0], 150);
  EXPECT_EQ(summary["statistics"]["first"], 300);
  EXPECT_EQ(summary["statistics"]["mean"], 200);
  EXPECT_EQ(summary["steps"].size(), 3u);
  EXPECT_EQ(summary["kernels"].size(), 1u);
  EXPECT_EQ(summary["kernels"][0][2], 150);  // self time
}

TEST(ProfilePage, no_name_ends_an_element) {
  std::string hostile = "</script><img src=x>\xff\x01\"";
  Timeline timeline;
  timeline.program = timeline.machine.host = hostile;
  timeline.labels = {label(hostile)};
  timeline.labels[0].work.flops = NAN;
  timeline.spaces = {hostile};
  std::string text = page(timeline, {hostile}), plain = page({});
  EXPECT_EQ(count(text, "</script>"), 2u);
  EXPECT_EQ(count(plain, "</script>"), 2u);
  EXPECT_EQ(count(text, "<img"), 0u);
}

TEST(ProfilePage, is_complete_and_reproducible) {
  Timeline timeline;
  timeline.labels = {label("a")};
  std::string text = page(timeline);
  EXPECT_EQ(text, page(timeline));
  EXPECT_TRUE(text.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(text.ends_with("</html>\n"));
  EXPECT_EQ(count(text, "<!--"), 0u);
  EXPECT_EQ(count(text, "src="), 0u);
  EXPECT_EQ(count(text, "http://") + count(text, "https://"), 1u);  // the namespace of SVG
}

}  // namespace
}  // namespace rille::profile
