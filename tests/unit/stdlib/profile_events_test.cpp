// Tests event files: messages, framing, and buckets.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

#include "stdlib/bytes/crc32c.h"
#include "stdlib/bytes/scan.h"
#include "stdlib/file.h"
#include "stdlib/profile/event_file.h"
#include "stdlib/profile/events.h"
#include "stdlib/profile/histogram.h"
#include "vm/array.h"

namespace rille::profile {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string hex(std::string_view bytes) {
  std::string out;
  for (char c : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return out;
}

// The expected bytes are those of TensorBoard's own messages: SerializeToString of the classes in
// tensorboard.compat.proto.
TEST(ProfileEvents, SummariesAreTheBytesOfTensorBoard) {
  EXPECT_EQ(hex(scalar_summary("loss", 0.5)), "0a046c6f7373150000003f4a0b0a090a077363616c617273");
  const HistogramBucket buckets[] = {{1, 2, 3}, {2, 2.5, 1}};
  EXPECT_EQ(
      hex(histogram_summary("h", buckets)),
      "0a0168423e0802120812020802120208032230000000000000f03f000000000000004000000000000008400000"
      "0000000000400000000000000440000000000000f03f4a0e0a0c0a0a686973746f6772616d73");
  EXPECT_EQ(
      hex(image_summary("im", {.width = 5, .height = 4, .files = {"PNG1", "PNG2"}})),
      "0a02696d421a08071204120208044201354201344204504e47314204504e47324a0a0a080a06696d61676573");
  EXPECT_EQ(hex(text_summary("note", "hi")),
            "0a046e6f7465420808071200420268694a080a060a0474657874");
}

TEST(ProfileEvents, SessionsAreTheBytesOfTensorBoard) {
  const std::string head =
      "0a1c5f68706172616d735f2f73657373696f6e5f73746172745f696e666f42060801120212004a";
  auto start = [](HyperParameter parameter) {
    return hex(session_start_summary({&parameter, 1}, 1.5));
  };
  EXPECT_EQ(start({"lr", 0.5}),
            head +
                "290a270a0768706172616d73121c1a1a0a0f0a026c72120911000000000000e03f29000000000000"
                "f83f");
  EXPECT_EQ(start({"tied", false}),
            head + "240a220a0768706172616d7312171a150a0a0a04746965641202200029000000000000f83f");
  EXPECT_EQ(start({"name", "x"}),
            head + "250a230a0768706172616d7312181a160a0b0a046e616d6512031a017829000000000000f83f");
  EXPECT_EQ(
      hex(session_end_summary(2.5)),
      "0a1a5f68706172616d735f2f73657373696f6e5f656e645f696e666f42060801120212004a1a0a180a07687061"
      "72616d73120d220b0801110000000000000440");
}

TEST(ProfileEvents, EventsAreTheBytesOfTensorBoard) {
  EXPECT_EQ(hex(version_event(1.5)), "09000000000000f83f1a0d627261696e2e4576656e743a32");
  const std::string loss[] = {scalar_summary("loss", 0.5), scalar_summary("loss", 0.5)};
  const std::string one = "0a180a046c6f7373150000003f4a0b0a090a077363616c617273";
  EXPECT_EQ(hex(summary_event(1.5, 300, loss)), "09000000000000f83f10ac022a34" + one + one);
  EXPECT_EQ(hex(summary_event(1.5, 0, {loss, 1})), "09000000000000f83f2a1a" + one);
}

TEST(ProfileEvents, RecordsHaveTheChecksumsOfTfRecord) {
  EXPECT_EQ(hex(tfrecord(version_event(1.5))),
            "1800000000000000a37f4b2209000000000000f83f1a0d627261696e2e4576656e743a322a28646c");
  EXPECT_EQ(hex(tfrecord("")), "000000000000000029039807d8ea82a2");
}

float scalar_of(double x) {
  std::string bytes = scalar_summary("", x);
  FileLocation place{"", ""};
  ByteCursor scan(bytes, place);
  for (;;) {
    ProtoField field = next_field(scan);
    if (field.number == 2) return std::bit_cast<float>(static_cast<uint32_t>(field.value));
  }
}

TEST(ProfileEvents, ScalarsAreRoundedToTheNearestFloat) {
  constexpr float largest = std::numeric_limits<float>::max();
  EXPECT_EQ(scalar_of(0.1), 0.1F);
  EXPECT_EQ(scalar_of(-0.0), 0.0F);
  EXPECT_TRUE(std::signbit(scalar_of(-0.0)));
  EXPECT_EQ(scalar_of(largest), largest);
  // Halfway to 2^128 and just below.
  EXPECT_EQ(scalar_of(0x1.ffffffp127), infinity);
  EXPECT_EQ(scalar_of(std::nextafter(0x1.ffffffp127, 0)), largest);
  EXPECT_EQ(scalar_of(-1e300), -infinity);
  EXPECT_EQ(scalar_of(-infinity), -infinity);
  EXPECT_TRUE(std::isnan(scalar_of(std::nan(""))));
}

TEST(ProfileEvents, NamesOfFilesSortByTime) {
  EXPECT_EQ(event_file_name(1'700'000'000, "box", 12, 0),
            "events.out.tfevents.1700000000.box.12.rille");
  EXPECT_EQ(event_file_name(9, "a/b", 12, 2), "events.out.tfevents.0000000009.a_b.12.rille.2");
  EXPECT_EQ(event_file_name(9, "", 1, 0), "events.out.tfevents.0000000009.localhost.1.rille");
}

std::vector<HistogramBucket> buckets_of(const std::vector<double>& numbers, int64_t bins) {
  Array x(Type(Dtype::f64, {static_cast<int64_t>(numbers.size())}));
  std::ranges::copy(numbers, x.edit<double>().begin());
  return histogram_buckets(x, bins);
}

double total(const std::vector<HistogramBucket>& buckets) {
  double out = 0;
  for (const HistogramBucket& bucket : buckets) out += bucket.count;
  return out;
}

TEST(ProfileHistogram, BucketsAreHalfOpenExceptTheLast) {
  std::vector<HistogramBucket> wanted{{0, 1, 1}, {1, 2, 2}, {2, 3, 2}};
  EXPECT_EQ(buckets_of({0, 1, 1.5, 2, 3}, 3), wanted);
}

TEST(ProfileHistogram, CountsOnlyFiniteElements) {
  std::vector<HistogramBucket> wanted{{1, 1.5, 1}, {1.5, 2, 1}};
  EXPECT_EQ(buckets_of({std::nan(""), 1, infinity, 2, -infinity}, 2), wanted);
  EXPECT_EQ(buckets_of({std::nan("")}, 2), std::vector<HistogramBucket>(2));
  EXPECT_EQ(buckets_of({}, 1), std::vector<HistogramBucket>(1));
}

TEST(ProfileHistogram, EqualElementsAreInTheLastBucket) {
  std::vector<HistogramBucket> wanted{{4, 4, 0}, {4, 4, 0}, {4, 4, 2}};
  EXPECT_EQ(buckets_of({4, 4}, 3), wanted);
}

// The distance of the ends overflows, underflows, or is a few units in the last place.
TEST(ProfileHistogram, ExtremeRangesKeepTheirCounts) {
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr double smallest = std::numeric_limits<double>::denorm_min();
  for (const std::vector<double>& numbers :
       {std::vector<double>{-largest, 0, largest}, {0, smallest}, {1e16, 1e16 + 2, 1e16 + 4}}) {
    for (int64_t bins : {1, 2, 30, 1000}) {
      std::vector<HistogramBucket> found = buckets_of(numbers, bins);
      EXPECT_EQ(total(found), static_cast<double>(numbers.size()));
      EXPECT_EQ(found.front().left, numbers.front());
      EXPECT_EQ(found.back().right, numbers.back());
      for (const HistogramBucket& bucket : found) EXPECT_LE(bucket.left, bucket.right);
    }
  }
}

// An element on an edge is in the bucket that begins there, however its quotient is rounded.
TEST(ProfileHistogram, ElementsOnEdgesAgreeWithTheEdges) {
  for (int64_t bins : {3, 7, 10, 49}) {
    std::vector<double> numbers{0.1, 0.9};
    for (const HistogramBucket& bucket : buckets_of({0.1, 0.9}, bins)) {
      numbers.push_back(bucket.left);
    }
    for (const HistogramBucket& bucket : buckets_of(numbers, bins)) {
      auto inside = std::ranges::count_if(numbers, [&](double x) {
        return x >= bucket.left && (x < bucket.right || (x == 0.9 && bucket.right == 0.9));
      });
      EXPECT_EQ(bucket.count, static_cast<double>(inside)) << bins << " " << bucket.left;
    }
  }
}

TEST(ProfileEventFile, EachWriterHasAFileOfItsOwn) {
  namespace fs = std::filesystem;
  fs::path dir = fs::temp_directory_path() / str("rille_events_", ::getpid()) / "run";
  EventFile first(dir.string(), 1.5), second(dir.string(), 1.5);
  EXPECT_NE(first.path(), second.path());
  first.append("an event");
  second.sync();
  std::string head = tfrecord(version_event(1.5));
  EXPECT_EQ(read_file(first.path()).view(), head + tfrecord("an event"));
  EXPECT_EQ(read_file(second.path()).view(), head);
  fs::remove(first.path());
  EXPECT_THROW(first.append("late"), Error);
  fs::remove_all(dir.parent_path());
}

}  // namespace
}  // namespace rille::profile
