// Runs the examples of all records.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "repl/commands.h"
#include "stdlib/builtins.h"
#include "stdlib/file.h"

namespace rille {
namespace {

TEST(Examples, of_records_do_what_they_say) {
  namespace fs = std::filesystem;
  fs::path folder = fs::temp_directory_path() / str("rille_examples_", getpid());
  fs::create_directory(folder);
  int count = 0;
  auto write = [&](std::string_view name, std::string_view example) {
    EXPECT_TRUE(example.find("#>") != example.npos || example.find("#!") != example.npos)
        << name << " says nothing of what its example gives";
    if (example.find("#>") == std::string::npos) return;
    write_file((folder / str(name, ".rille")).string(), {str(example, "\n")});
    ++count;
  };
  for (const Builtin* builtin : all_builtins()) write(builtin->name(), builtin->example);
  for (const Struct* record : all_structs()) write(str("struct ", record->name), record->example);
  EXPECT_GT(count, 100);
  fs::path here = fs::current_path();
  fs::current_path(folder);  // some write files
  EXPECT_EQ(test_command({}, {folder.string()}), Status::success);
  fs::current_path(here);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace rille
