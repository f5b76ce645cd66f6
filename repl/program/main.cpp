// rille-program: the base of programs of `rille build FILE`.
#include <cstdio>
#include <string>

#include "repl/process.h"
#include "repl/run_bundle.h"
#include "vm/error.h"

namespace {

using rille::Status;

Status refuse(const std::string& why) {
  std::fputs((why + "\n").c_str(), stderr);
  return Status::usage;
}

Status run(const std::vector<std::string>& words) {
  std::string_view bytes = rille::own_bundle();
  if (bytes.empty())
    return refuse("this program contains no script: `rille build FILE` makes a program");
  try {
    return rille::run_bundle(rille::read_bundle(bytes), rille::own_path(), words);
  } catch (const rille::Error& error) {
    return refuse(std::string("error: ") + error.what());
  }
}

}  // namespace

int main(int count, char** words) {
  rille::begin_process();
  return rille::end_process(run({words + std::min(count, 1), words + count}));
}
