// The build ID of the code generator.
#include "jit/plugin/build_id.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "jit/key.h"
#include "jit/plugin.h"

namespace rille {
namespace {

TEST(BuildId, is_a_hash_that_the_linker_left) {
  std::string llvm = build_id(path_beside("librille-llvm.so", "RILLE_LLVM"));
  EXPECT_EQ(llvm.size(), 40u) << "SHA-1 in hexadecimal digits";
  EXPECT_EQ(llvm.find_first_not_of("0123456789abcdef"), std::string::npos) << llvm;
  EXPECT_EQ(llvm, generator_mark());
}

TEST(BuildId, of_what_is_no_library_is_empty) {
  EXPECT_EQ(build_id("/nowhere"), "");
  EXPECT_EQ(build_id("/"), "");
  std::string path = testing::TempDir() + "build_id_test";
  for (std::string_view text : {"",
                                "\x7f"
                                "ELF",
                                "a text that is longer than the head of a library is"}) {
    std::ofstream(path) << text;
    EXPECT_EQ(build_id(path), "") << text;
  }
  std::remove(path.c_str());
}

}  // namespace
}  // namespace rille
