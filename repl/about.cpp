// rille help, explain, doctor: what is known and what is here.
#include <cstdio>
#include <thread>

#include "backends/backend.h"
#include "backends/cache.h"
#include "repl/commands.h"
#include "repl/help.h"
#include "repl/session.h"
#include "vm/struct.h"
#include "vm/words/nearest.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

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

// All that help() may be asked for, modules' functions with the module.
std::vector<std::string> known_names(Interpreter& interpreter) {
  std::vector<std::string> out = interpreter.names();
  for (const Builtin* builtin : interpreter.state().builtins()) out.emplace_back(builtin->name());
  for (const Struct* record : interpreter.state().structs()) out.emplace_back(record->name);
  for (std::string& word : language_words()) out.push_back(std::move(word));
  return out;
}

}  // namespace

namespace {

Status show_help(Interpreter& interpreter, const std::string& name, const std::string& text) {
  if (!text.empty()) {
    std::fputs(text.c_str(), stdout);
    return Status::success;
  }
  std::string help = name_help(name, known_names(interpreter));
  std::fputs(str("nothing is known of ", visible(name), "\n").c_str(), stderr);
  if (help.empty()) help = "`rille help` says what there is";
  std::fputs(str("  help: ", help, "\n").c_str(), stderr);
  return Status::usage;
}

}  // namespace

Status help_command(const std::string& name) {
  Session session({});
  return show_help(session.interpreter(), name, session.interpreter().help(name).value_or(""));
}

Status help_all_command(const std::string& module) {
  Session session({});
  return show_help(session.interpreter(), module, session.interpreter().help_all(module));
}

Status explain_command(const std::string& kind) {
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

std::vector<std::string> kinds_of_errors() {
  std::vector<std::string> out;
  for (const Explanation& e : explanations) out.emplace_back(name(e.code));
  return out;
}

Status doctor_command() {
  std::string out = str("threads: ", host_threads(), " of ", std::thread::hardware_concurrency(),
                        " cores\n", "device: ", default_device().name(), "\n");
  Session session({});
  Outcome outcome = session.interpreter().run_cell("let x = jit(x => x * 2.0)(21.0)");
  out += str("compiler: ", outcome.ok() ? "works" : outcome.errors[0].what(), "\n");
  const DiskCache& cache = DiskCache::standard();
  out += cache.folder().empty() ? str("cache: off\n")
                                : str("cache: ", cache.folder(), ", ", cache.bytes() >> 20, " of ",
                                      cache.limit() >> 20, " MB\n");
  std::fputs(out.c_str(), stdout);
  return outcome.ok() ? Status::success : Status::script;
}

}  // namespace rille
