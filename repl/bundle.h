// Bundle: what `rille build` puts behind the end of a program.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "backends/carried.h"
#include "jit/target.h"
#include "repl/modules.h"

namespace rille {

// Texts and code that a program carries. What views look at outlives it.
struct Bundle {
  std::string script;  // the name of the text that runs
  ImportedTexts texts;
  Target target;     // that the kernels were made for
  std::string mark;  // of the generator that made them (jit/key.h)
  std::map<std::string, std::string_view, std::less<>> libraries;  // files that are opened
  std::vector<CarriedKernel> kernels;
};

// The bytes of a program: those of one without a bundle, then the bundle.
std::string with_bundle(std::string program, const Bundle& bundle);

// The path by which this process was started.
std::string own_path();
// The bytes of the bundle of this process's own file, or of another program's, which stay; empty
// where it has none.
std::string_view own_bundle();
std::string_view bundle_of(const std::string& path);
// error[io] where the bytes are damaged.
Bundle read_bundle(std::string_view bytes);

}  // namespace rille
