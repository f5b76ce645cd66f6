// Tests checksums of records: four at once and one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "stdlib/data/records/sums.h"

namespace rille {
namespace {

std::string drawn(size_t size, std::mt19937& rng) {
  std::string out(size, '\0');
  std::ranges::generate(out, [&] { return static_cast<char>(rng()); });
  return out;
}

// The checksums computed one by one are those that other packages read and write
// (tests/peers/sources.py).
TEST(RiegeliHashes, are_those_of_each_text) {
  std::mt19937 rng{11};
  for (size_t size = 0; size < 300; ++size) {
    std::array<std::string, 4> texts;
    TextQuad of;
    for (size_t i = 0; i < 4; ++i) {
      // all as long as the first, or not
      size_t here = size % 3 == 0 && i > 0 ? rng() % 300 : size;
      of[i] = texts[i] = drawn(here, rng);
    }
    HashQuad hashes = riegeli_hashes(of), again = riegeli_hashes(of, {of[3], "", of[0], of[1]});
    for (size_t i = 0; i < 4; ++i) EXPECT_EQ(hashes[i], riegeli_hash(of[i])) << size << " " << i;
    EXPECT_EQ(again, hashes) << size;
  }
}

}  // namespace
}  // namespace rille
