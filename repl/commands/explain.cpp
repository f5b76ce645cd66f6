// rille explain: what a kind of error means.
#include <cstdio>

#include "repl/commands/command.h"
#include "repl/commands/command_line.h"
#include "vm/error.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

struct ExplainOptions {
  std::string kind;
};

struct Explanation {
  Code code;
  const char* text;
};

// One paragraph for each kind; docs/errors/ has the pages with scripts that cause them.
constexpr Explanation explanations[] = {
    {Code::syntax,
     "The text does not follow the grammar. The caret stands where reading on became "
     "impossible; a bracket or a quote that was never closed is named in a note."},
    {Code::name,
     "A name, field or parameter is not known. Names come from this file, its imports "
     "and the library; the nearest one that exists is offered where there is one."},
    {Code::type,
     "A value is of a kind that the operation does not take: a string where a number "
     "is needed, a tuple of another structure, a proc where a fn is needed."},
    {Code::shape,
     "Extents do not fit. Two arrays of an operation broadcast from their last axes "
     "on: each pair of extents is equal, or one of them is 1."},
    {Code::dtype,
     "The element types do not fit: a float into an int array, a key in arithmetic, "
     "an int where only floats have a meaning. Conversions are written f32(x)."},
    {Code::index,
     "An index lies outside of its axis. Indices count from 0, or from the end where "
     "negative; slices clip, single indices do not."},
    {Code::value,
     "A value of the right type that the operation cannot take: a division of ints "
     "by zero, a negative size, a failed assert, an error() of a script."},
    {Code::memory, "There is not enough memory, or a size cannot be represented."},
    {Code::io, "A file cannot be read or written, or its contents are not what its format says."},
    {Code::trace,
     "Something needed the value of an array while a function was being traced for "
     "jit, grad or vmap. Shapes, tuple indices and host control need host numbers."},
    {Code::device, "The device lacks an operation, or compiling for it failed."},
    {Code::limit, "A limit was reached: time, memory, depth of calls, output, nesting."},
    {Code::interrupt, "The run was stopped from outside. It cannot be caught."},
    {Code::bug, "A fault of ours, not of the script. The text says where; please report it."},
};

Status explain(const std::string& kind) {
  std::string kinds;
  for (const Explanation& e : explanations) {
    if (name(e.code) == kind) {
      std::fputs(str("error[", kind, "]\n\n", e.text, "\n").c_str(), stdout);
      return Status::success;
    }
    kinds += str(" ", name(e.code));
  }
  std::fputs(str("there is no kind ", visible(kind), "; the kinds are", kinds, "\n").c_str(),
             stderr);
  return Status::usage;
}

}  // namespace

std::vector<std::string> kinds_of_errors() {
  std::vector<std::string> out;
  for (const Explanation& e : explanations) out.emplace_back(name(e.code));
  return out;
}

void add_explain_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ExplainOptions>();
  auto* command = app.add_subcommand("explain", "explain an error kind");
  command->add_option("KIND", options->kind, "an error kind, such as shape")->required();
  set_act(*command, invocation, [options] { return explain(options->kind); });
}

}  // namespace rille
