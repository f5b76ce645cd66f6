// rille explain: describes an error kind.
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

// One paragraph per kind. The pages in docs/errors/ have scripts that raise them.
constexpr Explanation explanations[] = {
    {Code::syntax,
     "The source text does not follow the grammar. The caret marks the first token that cannot be "
     "parsed. A note names a bracket or a quote that was never closed."},
    {Code::name,
     "A name, a field, or a parameter is unknown. Names come from the file, its imports, and the "
     "standard library. The help suggests the nearest existing name."},
    {Code::type,
     "A value has a type that the operation does not accept: a string instead of a number, a "
     "tuple of another structure, or a proc instead of a fn."},
    {Code::shape,
     "The shapes of arrays are incompatible. The operands of an operation broadcast from their "
     "last axes: two sizes must be equal, or one of them must be 1."},
    {Code::dtype,
     "The dtypes are incompatible: a float is assigned to an int array, a key is used in "
     "arithmetic, or an int is passed to an operation on floats. f32(x) converts to a dtype."},
    {Code::index,
     "An index is out of range. Indices count from 0, or from the end if they are negative. "
     "Slices are clipped to the axis, single indices are not."},
    {Code::value,
     "A value has the right type, but the operation does not accept it: an int division by "
     "zero, a negative size, a failed assert, or a call of error() in the script."},
    {Code::memory, "There is not enough memory, or a size cannot be represented."},
    {Code::io,
     "A file or another input or output failed: it cannot be read or written, or its contents do "
     "not follow the format."},
    {Code::trace,
     "The value of an array was needed while a function was traced for jit, grad, or vmap. "
     "Shapes, tuple indices, and host control flow require values that are static in the trace."},
    {Code::device, "The device does not support an operation, or compiling for it failed."},
    {Code::limit,
     "A limit was exceeded: time, memory, output, the depth of calls, or the depth of nesting."},
    {Code::interrupt, "The run was interrupted from outside. A script cannot catch this error."},
    {Code::bug,
     "A bug in Rille, not in the script. The message names the location; please report the bug."},
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
  std::fputs(str("unknown error kind ", visible(kind), ", expected one of", kinds, "\n").c_str(),
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
