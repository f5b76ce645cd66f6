// The disk cache: complete entries or none.
#include "backends/cache.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace rille {
namespace {

class Cache : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string folder = testing::TempDir() + "rille_cache_test";
  DiskCache cache{folder};
  std::vector<char> content{'a', 'b', '\0', 'c'};
};

TEST_F(Cache, finds_what_was_put) {
  EXPECT_FALSE(cache.find("key"));
  cache.put("key", content);
  ASSERT_TRUE(cache.find("key"));
  EXPECT_EQ(*cache.find("key"), content);
  EXPECT_FALSE(cache.find("another key"));
}

TEST_F(Cache, takes_no_entry_of_which_a_bit_has_changed) {
  cache.put("key", content);
  std::string path = cache.path_of("key");
  std::ifstream in(path, std::ios::binary);
  std::string whole((std::istreambuf_iterator<char>(in)), {});
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string bad = whole;
    bad[i] = static_cast<char>(bad[i] ^ 4);
    std::ofstream(path, std::ios::binary) << bad;
    EXPECT_FALSE(cache.find("key")) << "byte " << i;
    std::ofstream(path, std::ios::binary) << whole.substr(0, i);
    EXPECT_FALSE(cache.find("key")) << "cut at " << i;
  }
}

TEST_F(Cache, is_off_in_a_folder_that_others_may_write) {
  cache.put("key", content);
  std::filesystem::permissions(folder, std::filesystem::perms::all);
  EXPECT_FALSE(cache.find("key"));
}

TEST(NoCache, finds_nothing_and_says_nothing) {
  DiskCache none("");
  none.put("key", {'x'});
  EXPECT_FALSE(none.find("key"));
}

}  // namespace
}  // namespace rille
