// rille new: creates a project.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include "repl/commands/command.h"
#include "repl/help.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

namespace fs = std::filesystem;

struct NewOptions {
  std::string path;
};

// A file of the project. In its path and text, `@` is replaced by the name of the module, and `%`
// by the name of the project.
struct ProjectFile {
  std::string_view path, text;
};

constexpr ProjectFile files[] = {
    {"README.md",
     R"(# %

A program in Rille that fits a line to points.

    rille run main.rille      # `--steps 50` sets a parameter of `main`, `--help` lists them
    rille test .              # runs test blocks and compares the output with `#>` lines
    rille test --doc .        # runs the examples in comments
    rille doc @.rille         # prints the reference of the module
    rille check *.rille       # finds errors without running anything

| File | Contents |
| --- | --- |
| `main.rille` | the program |
| `@.rille` | the module that the program imports |
| `tests/@_test.rille` | the tests of the module |
)"},
    {"main.rille",
     R"(## Fits a line to points and prints its parameters.

import @

proc main(steps: int = 200) {
  let x = linspace(0.0, 1.0, 20)
  let line = @.fit(x, 3.0 * x + 1.0, steps)
  print("w {line.w:.1f}, b {line.b:.1f}")
}
)"},
    {"@.rille",
     R"(## Linear regression by gradient descent.

## A line: `line(x)` is `w * x + b`.
struct Line {
  w
  b

  fn call(self, x) = x * self.w + self.b
}

## Mean squared error of a line at points.
##
## ```rille
## loss(Line(2.0, 1.0), [0.0, 1.0], [1.0, 3.0])  #> 0
## ```
fn loss(line, x, y) = mean((line(x) - y) ^ 2)

## Fits a line to points by `steps` steps of gradient descent with the learning rate `rate`.
fn fit(x, y, steps: int = 200, rate: float = 0.5) {
  let step = jit(line => line - rate * grad(loss)(line, x, y))
  var line = Line(0.0, 0.0)
  for i in 0..steps { line = step(line) }
  line
}
)"},
    {"tests/@_test.rille",
     R"(import "../@.rille" as @

test "fit recovers the line on which the points lie" {
  let x = linspace(0.0, 1.0, 20)
  let line = @.fit(x, 3.0 * x + 1.0)
  assert close(line.w, 3.0, rtol = 1e-3)
  assert close(line.b, 1.0, rtol = 1e-3)
}

@.loss(@.Line(1.0, 0.0), [1.0, 2.0], [1.0, 4.0])  #> 2
)"},
};

std::string filled(std::string_view text, const std::string& name, const std::string& module) {
  std::string out;
  for (char c : text) {
    if (c == '@') {
      out += module;
    } else if (c == '%') {
      out += name;
    } else {
      out += c;
    }
  }
  return out;
}

// Returns whether a name has only letters, digits, _, and -, and begins with a letter.
bool is_name(std::string_view name) {
  auto fits = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
  };
  return !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
         std::ranges::all_of(name, fits);
}

// Returns why a project cannot have the name, or "" if it can.
std::string fault_of(const std::string& name, const std::string& module) {
  if (!is_name(name)) {
    return str("`", visible(name),
               "` cannot name a project: expected letters, digits, _, and -, beginning with a "
               "letter");
  }
  if (module == "main") return "`main` cannot name a project: it is the name of its program";
  for (const std::string& word : language_words()) {
    if (module == word)
      return str("`", module, "` cannot name a project: it is a word of the language");
  }
  Session session({});
  for (const std::string& known : session.interpreter().names()) {
    if (module == known) return str("`", module, "` cannot name a project: it is a builtin name");
  }
  return "";
}

Status refuse(const std::string& why, Status status) {
  std::fputs((why + "\n").c_str(), stderr);
  return status;
}

// Creates a project in the directory `path`, which must not exist.
Status make_project(const std::string& path) {
  fs::path folder = fs::path(path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // `lines/`
  std::string name = folder.filename().string(), module = name;
  std::ranges::replace(module, '-', '_');
  std::string fault = fault_of(name, module);
  if (!fault.empty()) return refuse(str("error[value]: ", fault), Status::usage);
  std::error_code failed;
  bool is_there = fs::exists(fs::symlink_status(folder, failed));
  std::string shown = visible(folder.string());
  if (is_there) return refuse(str("error[io]: `", shown, "` already exists"), Status::file);
  try {
    fs::create_directories(folder / "tests", failed);
    if (failed) return refuse(str("error[io]: ", shown, ": ", failed.message()), Status::file);
    for (const ProjectFile& file : files) {
      write_file((folder / filled(file.path, name, module)).string(),
                 filled(file.text, name, module));
    }
  } catch (const Error& error) {
    return refuse(str("error[io]: ", shown_message(error.what())), Status::file);
  }
  std::fputs(str("created ", shown, ": cd ", shown, ", then `rille run main.rille` or ",
                 "`rille test .`\n")
                 .c_str(),
             stdout);
  return Status::success;
}

}  // namespace

void add_new_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<NewOptions>();
  auto* made = app.add_subcommand("new", "create a project: a program, a module, a test");
  made->add_option("DIR", options->path,
                   "the directory to create; its name is the name of the project")
      ->required();
  set_act(*made, invocation, [options] { return make_project(options->path); });
}

}  // namespace rille
