// Tests repl/interpreter.cpp: memory left by destroyed States.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "repl/interpreter.h"
#include "vm/memory/buffer.h"
#include "vm/text.h"

// A build with AddressSanitizer looks for unreachable blocks. Run it with
// ASAN_OPTIONS=detect_leaks=1:leak_check_at_exit=0: intentional leaks until the end of the process
// are reachable, and the others are listed here.
extern "C" int __lsan_do_recoverable_leak_check() __attribute__((weak));
extern "C" const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() {
  return "leak:libLLVM\n"            // static data of its passes
         "leak:librille-llvm.so\n";  // the code generator, which an exit does not wait for
}

namespace rille {
namespace {

// The scripts of tests/starved.
std::vector<std::string> scripts() {
  std::ifstream file("tests/starved/scripts.txt");
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("--- ")) {
      out.emplace_back();
    } else if (!out.empty()) {
      out.back() += line + "\n";
    }
  }
  return out;
}

TEST(States, a_hundred_leave_nothing) {
  std::vector<std::string> texts = scripts();
  ASSERT_GT(texts.size(), 50u);
  namespace fs = std::filesystem;
  fs::path here = fs::current_path(), folder = fs::temp_directory_path() / str("states_", getpid());
  fs::create_directory(folder);
  fs::current_path(folder);  // some write files
  int64_t before = host_space().live_bytes();
  for (size_t i = 0; i < 100; ++i) {
    Interpreter interpreter([](std::string_view) {});
    interpreter.run_text("a.rille", texts[i % texts.size()]);
    interpreter.run_cell(texts[(i * 7) % texts.size()]);
    interpreter.run_cell("var x = ones(1000); fn f(k) = k * 2.0 + sum(x)");
    interpreter.run_cell("struct S { a; fn call(self, y) = self.a * y }; S(2)(3)");
    if (i % 3 == 0) interpreter.run_cell("error(\"the end\")");
  }
  fs::current_path(here);
  fs::remove_all(folder);
  EXPECT_LT(host_space().live_bytes(), before + (64 << 10));  // compiled code holds small arrays
  if (__lsan_do_recoverable_leak_check != nullptr) {
    EXPECT_EQ(__lsan_do_recoverable_leak_check(), 0);
  }
}

}  // namespace
}  // namespace rille
