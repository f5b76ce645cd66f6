// OCDBT: reading returns what was written, in many leaves.
#include "stdlib/ckpt/ocdbt/ocdbt.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "vm/text.h"

namespace rille {
namespace {

std::string folder() {
  std::string out = testing::TempDir() + "rille_ocdbt_test";
  std::filesystem::remove_all(out);
  std::filesystem::create_directories(out + "/d");
  return out;
}

void write(const std::string& folder, const std::vector<OcdbtValue>& values,
           const std::string& file) {
  for (const auto& [name, bytes] : ocdbt_files(values, file)) {
    write_file(str(folder, "/", name), bytes);
  }
}

TEST(Ocdbt, reads_what_it_writes_over_several_leaves) {
  std::string at = folder(), file = ocdbt_file_name(), data;
  std::vector<OcdbtValue> values;
  constexpr int count = 30'000;
  for (int i = 0; i < count; ++i) {
    char name[16];
    std::snprintf(name, sizeof name, "a/%08d", i);
    OcdbtValue value{name, data.size(), 3};
    if (i % 2 == 0) {
      data += str("v", i % 100 + 100).substr(0, 3);
    } else {
      value.held = std::string(600, static_cast<char>('a' + i % 26));
    }
    values.push_back(value);
  }
  write_file(str(at, "/", file), data);
  write(at, values, file);
  ByteStore store = ocdbt_store(at);
  ASSERT_EQ(store.all.size(), values.size());
  StoreReader reader(store);
  for (int i : {0, 1, 14'000, 14'001, count - 2, count - 1}) {
    const StoreEntry* found = store.find(values[static_cast<size_t>(i)].name);
    ASSERT_NE(found, nullptr) << i;
    std::string wanted = i % 2 == 0 ? str("v", i % 100 + 100).substr(0, 3)
                                    : std::string(600, static_cast<char>('a' + i % 26));
    EXPECT_EQ(reader.read(*found), wanted) << i;
  }
  std::filesystem::remove_all(at);
}

TEST(Ocdbt, an_empty_database_has_no_names) {
  std::string at = folder();
  write(at, {}, "");
  EXPECT_TRUE(ocdbt_store(at).all.empty());
  std::filesystem::remove_all(at);
}

}  // namespace
}  // namespace rille
