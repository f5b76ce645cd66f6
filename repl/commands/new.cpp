// rille new: a project to begin with.
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

// What a project has: a path and a text. `@` stands for the name of its module, `%` for its own.
struct Made {
  std::string_view path, text;
};

constexpr Made files[] = {
    {"README.md",
     R"(# %

A program in Rille that fits a line to points.

    rille run main.rille      # `--steps 50` sets a parameter of `main`, `--help` lists them
    rille test .              # test blocks, and what `#>` lines say
    rille test --doc .        # the examples in the comments
    rille doc @.rille         # what the module has
    rille check *.rille       # what is wrong, found without a run

| file | holds |
| --- | --- |
| `main.rille` | the program |
| `@.rille` | the module that it imports |
| `tests/@_test.rille` | what must hold |
)"},
    {"main.rille",
     R"(## Fits a line to points, and says which one it is.

import @

proc main(steps: int = 200) {
  let x = linspace(0.0, 1.0, 20)
  let line = @.fit(x, 3.0 * x + 1.0, steps)
  print("w {line.w:.1f}, b {line.b:.1f}")
}
)"},
    {"@.rille",
     R"(## Lines that are fitted to points.

## A line: `line(x)` is its height at x.
struct Line {
  w
  b

  fn call(self, x) = x * self.w + self.b
}

## How far a line is from points, as the mean of the squares.
##
## ```rille
## loss(Line(2.0, 1.0), [0.0, 1.0], [1.0, 3.0])  #> 0
## ```
fn loss(line, x, y) = mean((line(x) - y) ^ 2)

## The line through points after `steps` steps downhill.
fn fit(x, y, steps: int = 200, rate: float = 0.5) {
  let step = jit(line => line - rate * grad(loss)(line, x, y))
  var line = Line(0.0, 0.0)
  for i in 0..steps { line = step(line) }
  line
}
)"},
    {"tests/@_test.rille",
     R"(import "../@.rille" as @

test "the line through points of a line is that line" {
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

// Letters, digits, _ and -, a letter first.
bool is_name(std::string_view name) {
  auto fits = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
  };
  return !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
         std::ranges::all_of(name, fits);
}

// Why a module cannot bear the name; "" where it can.
std::string fault_of(const std::string& name, const std::string& module) {
  if (!is_name(name)) {
    return str("`", visible(name),
               "` is no name for a project: letters, digits, _ and -, a letter "
               "first");
  }
  if (module == "main") return "`main` is the program of a project; its module bears another name";
  for (const std::string& word : language_words()) {
    if (module == word) return str("`", module, "` is a word of the language");
  }
  Session session({});
  for (const std::string& known : session.interpreter().names()) {
    if (module == known) return str("`", module, "` is a name of the library");
  }
  return "";
}

Status refuse(const std::string& why, Status status) {
  std::fputs((why + "\n").c_str(), stderr);
  return status;
}

// `path`: a folder that does not exist yet.
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
  if (is_there) return refuse(str("error[io]: there is a `", shown, "` already"), Status::file);
  try {
    fs::create_directories(folder / "tests", failed);
    if (failed) return refuse(str("error[io]: ", shown, ": ", failed.message()), Status::file);
    for (const Made& file : files) {
      write_file((folder / filled(file.path, name, module)).string(),
                 filled(file.text, name, module));
    }
  } catch (const Error& error) {
    return refuse(str("error[io]: ", shown_message(error.what())), Status::file);
  }
  std::fputs(str("made ", shown, ": cd ", shown, ", then `rille run main.rille`, `rille test .`\n")
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
