// Bundle: what `rille build` appends to a program.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "backends/carried.h"
#include "jit/target.h"
#include "repl/modules.h"

namespace rille {

// The scripts and the compiled code in a program's file. The views refer to bytes that outlive the
// Bundle.
struct Bundle {
  std::string script;  // name of the text that runs first
  ImportedTexts texts;
  Target target;     // of the kernels
  std::string mark;  // version of the code generator that compiled them (jit/key.h)
  std::map<std::string, std::string_view, std::less<>> libraries;  // shared objects by file name
  std::vector<EmbeddedKernel> kernels;
};

// Returns the bytes of `program`, a program without a bundle, followed by the bundle.
std::string with_bundle(std::string program, const Bundle& bundle);

// Returns the path by which this process was started.
std::string own_path();
// Returns the bytes of the bundle in the file of this process, or of another program; empty if the
// file has none. The bytes stay mapped until the process ends.
std::string_view own_bundle();
std::string_view bundle_of(const std::string& path);
// Raises error[io] if the bytes are damaged.
Bundle read_bundle(std::string_view bytes);

}  // namespace rille
