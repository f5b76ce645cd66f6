// rille build --lib: a function as an object with a C header.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>

#include "backends/precision.h"
#include "jit/codegen.h"
#include "jit/isa.h"
#include "jit/op.h"
#include "jit/pass.h"
#include "jit/plan_kernels.h"
#include "repl/commands/build.h"
#include "repl/commands/put_text.h"
#include "repl/planned_call.h"
#include "repl/temporary_directory.h"
#include "stdlib/file.h"
#include "stdlib/transform.h"

extern char** environ;  // NOLINT: the system's

namespace rille {
namespace {

namespace fs = std::filesystem;

void run_tool(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  int failed = posix_spawnp(&child, pointers[0], nullptr, nullptr, pointers.data(), environ);
  int status = 0;
  if (failed == 0) waitpid(child, &status, 0);
  if (failed == 0 && status == 0) return;
  throw Error(Code::device, str("rille build: `", words[0], "` failed"))
      .help("`rille build --lib` requires objcopy and a C compiler: `cc`, or the value of CC");
}

std::string c_type(Dtype dtype) {
  switch (dtype) {
    case Dtype::f32:
    case Dtype::c64: return "float";
    case Dtype::f64:
    case Dtype::c128: return "double";
    case Dtype::boolean: return "uint8_t";
    case Dtype::key: return "uint32_t";
    default: break;
  }
  std::string bits = std::to_string(8 * bytes(dtype));
  return str(kind(dtype) == DtypeKind::integer ? "int" : "uint", bits, "_t");
}

// Returns a valid C identifier for the name of a function of the script.
std::string c_name(std::string_view name) {
  std::string out(name);
  std::ranges::replace_if(out, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0 ? "f_" + out : out;
}

// Returns a C string literal. All special characters become octal escapes: a question mark could
// begin a trigraph, and a carriage return ends a line of C.
std::string c_text(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    auto code = static_cast<unsigned char>(c);
    bool is_plain = code >= ' ' && code < 0x7f && c != '"' && c != '\\' && c != '?';
    if (is_plain) {
      out += c;
      continue;
    }
    char escape[5];
    std::snprintf(escape, sizeof escape, "\\%03o", code);
    out += escape;
  }
  return out + "\"";
}

// The plan of a call, with the arrays that the function captured.
struct CompiledCall {
  std::string name;
  Target target;
  Plan plan;
  std::vector<Array> captured;  // the values of the last params
  std::vector<PlanKernel> kernels;
  size_t given() const { return plan.params.size() - captured.size(); }
};

// Writes the C text that runs the steps of a plan, provides memory, and reports checks.
class Executor {
 public:
  Executor(const CompiledCall& built, const TemporaryDirectory& folder)
      : built_(built), folder_(folder) {}

  std::string run() {
    for (const PlanCheck& check : built_.plan.checks) faults_.push_back(check.message);
    std::string steps;
    size_t loop = built_.plan.nests.size();
    for (const PlanStep& step : built_.plan.steps) steps += step_text(step, loop);
    std::string out = head();
    for (size_t i = 0; i < built_.kernels.size(); ++i) {
      out += str("extern kernel_fn ", built_.name, "_k", i, ";\n");
    }
    out += data_ + "\n" + faults() + signature() + " {\n" + memory();
    out += steps + "  free(memory);\n  return (int)(cell.failed + 1);\n}\n";
    return out;
  }

  // Returns the text of the header: the types of arguments and results, and the declarations.
  std::string header() const {
    std::string guard = "RILLE_BUILT_" + built_.name;
    std::string out = str("// Made by rille build --lib.\n#ifndef ", guard, "\n#define ", guard,
                          "\n#include <stdint.h>\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    for (size_t i = 0; i < built_.given(); ++i) {
      out += str("// in", i, ": ", slot(built_.plan.params[i]).type, "\n");
    }
    for (size_t i = 0; i < built_.plan.results.size(); ++i) {
      out += str("// out", i, ": ", slot(built_.plan.results[i]).type, "\n");
    }
    out +=
        "// Arrays are row-major. Results must not overlap arguments. Thread-safe.\n"
        "// Returns 0, or the number of an error, whose message the second function returns;\n"
        "// -1 means out of memory.\n";
    out += signature() + ";\n";
    return out + str("const char* ", built_.name,
                     "_fault(int number);\n\n#ifdef __cplusplus\n}\n#endif\n#endif\n");
  }

 private:
  const Slot& slot(int number) const { return built_.plan.slots[static_cast<size_t>(number)]; }

  static std::string head() {
    return R"(// Made by rille build --lib.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void kernel_fn(char* const* buffers, const int64_t* sizes, int64_t begin, int64_t end,
                       void* cell);
struct cell { int64_t first, failed; };
static _Thread_local char* scratch;

void rille_fail(void* of, int64_t check, int64_t element, const int64_t* payload) {
  struct cell* cell = of;
  (void)element, (void)payload;
  check += cell->first;
  if (cell->failed < 0 || check < cell->failed) cell->failed = check;
}
bool rille_failed(void* of) { return ((struct cell*)of)->failed >= 0; }
bool rille_stopping(void) { return false; }
char* rille_scratch(void) { return scratch; }
double rille_sin(double x) { return sin(x); }
double rille_cos(double x) { return cos(x); }
double rille_tan(double x) { return tan(x); }

)";
  }

  std::string signature() const {
    std::string out = str("int ", built_.name, "(");
    for (size_t i = 0; i < built_.given(); ++i) {
      out += str(i > 0 ? ", " : "", "const ", c_type(slot(built_.plan.params[i]).type.dtype()),
                 "* in", i);
    }
    for (size_t i = 0; i < built_.plan.results.size(); ++i) {
      out += str(i + built_.given() > 0 ? ", " : "",
                 c_type(slot(built_.plan.results[i]).type.dtype()), "* out", i);
    }
    return out + ")";
  }

  std::string faults() const {
    std::string out =
        str("const char* ", built_.name, "_fault(int number) {\n  switch (number) {\n",
            "    case 0: return \"\";\n    case -1: return \"out of memory\";\n");
    for (size_t i = 0; i < faults_.size(); ++i) {
      out += str("    case ", i + 1, ": return ", c_text(faults_[i]), ";\n");
    }
    return out + "    default: return \"\";\n  }\n}\n\n";
  }

  std::string memory() const {
    size_t scratch = 0, shared = 0;
    for (const PlanKernel& kernel : built_.kernels) {
      scratch = std::max(scratch, static_cast<size_t>(kernel.launch.scratch));
      shared = std::max(shared, static_cast<size_t>(kernel.launch.shared));
    }
    auto whole = [](size_t bytes) { return (bytes + 63) / 64 * 64; };
    size_t arena = whole(built_.plan.arena_bytes);
    return str("  struct cell cell = {0, -1};\n  char* memory = aligned_alloc(64, ",
               arena + whole(scratch) + whole(shared) + 64, ");\n",
               "  if (memory == NULL) return -1;\n  scratch = memory + ", arena,
               ";\n  char* shared = scratch + ", whole(scratch), ";\n  (void)shared;\n");
  }

  // Adds bytes to the object, and returns a C expression for their address.
  std::string data(const void* from, size_t bytes) {
    std::string name = str("data", data_count_++), path = folder_ / name;
    write_file(path, std::string_view(static_cast<const char*>(from), bytes));
    data_ += str("__asm__(\".section .rodata\\n.balign 64\\n", built_.name, "_", name,
                 ":\\n.incbin \\\"", path, "\\\"\\n.previous\\n\");\nextern const char ",
                 built_.name, "_", name, "[] __attribute__((visibility(\"hidden\")));\n");
    return str("(char*)", built_.name, "_", name);
  }

  std::string place(int number) {
    const Slot& it = slot(number);
    switch (it.home) {
      case Slot::Home::arena: return str("memory + ", it.offset);
      case Slot::Home::result: return str("(char*)out", it.number);
      case Slot::Home::param: break;
      case Slot::Home::nothing: return "memory";
      default: refuse("a list that grows in a loop");
    }
    auto param = static_cast<size_t>(it.number);
    if (param < built_.given()) return str("(char*)in", param);
    std::string& known = captured_[param];
    const Array& array = built_.captured[param - built_.given()];
    if (known.empty()) known = data(array.data(), array.byte_size());
    return known;
  }

  [[noreturn]] void refuse(std::string_view what) const {
    throw Error(Code::device, str("rille build --lib: ", what, " requires the runtime of Rille"))
        .help("embed the interpreter: docs/embedding.md");
  }

  std::string call(size_t number, const std::vector<std::string>& buffers, const std::string& end) {
    const PlanKernel& kernel = built_.kernels[number];
    std::string out = "  {\n    char* const buffers[] = {";
    for (const std::string& buffer : buffers) out += str(buffer, ", ");
    out += "shared};\n    static const int64_t sizes[] = {";
    for (int64_t size : kernel.sizes) out += str(size, ", ");
    return out + str("0};\n    ", built_.name, "_k", number, "(buffers, sizes, 0, ", end,
                     ", &cell);\n  }\n");
  }

  std::string nest_text(const PlanStep& step) {
    auto number = static_cast<size_t>(step.nest);
    const PlanKernel& kernel = built_.kernels[number];
    std::vector<std::string> buffers;
    for (int at : step.buffers) buffers.push_back(place(at));
    if (!kernel.constants.buffers.empty()) {
      std::string& all = constants_[number];
      if (all.empty()) all = data(kernel.constants.bytes.data(), kernel.constants.bytes.size());
      for (size_t offset : kernel.constants.buffers) buffers.push_back(str(all, " + ", offset));
    }
    std::string zeros;
    if (kernel.launch.shared > 0) zeros = str("  memset(shared, 0, ", kernel.launch.shared, ");\n");
    return zeros + str("  cell.first = ", step.first_check, ";\n") +
           call(number, buffers, std::to_string(kernel.launch.iterations));
  }

  std::string loop_text(const PlanStep& step, const PlanLoop& loop, size_t number) {
    std::vector<std::string> buffers;
    for (int at : step.in) buffers.push_back(place(at));
    for (int at : step.out) buffers.push_back(place(at));
    buffers.push_back(step.buffers.empty() ? "memory" : place(step.buffers[0]));
    const std::vector<char>& numbers = built_.kernels[number].constants.bytes;
    buffers.push_back(numbers.empty() ? "memory" : data(numbers.data(), numbers.size()));
    LoopShape shape = loop.shape;
    size_t first = faults_.size();
    for (const PlanCheck& check : checks_of(loop)) faults_.push_back(check.message);
    return str("  cell.first = ", first, ";\n") +
           call(number, buffers,
                shape.dynamic ? "INT64_MAX" : std::to_string(shape.length.number()));
  }

  std::string step_text(const PlanStep& step, size_t& loop) {
    switch (step.kind) {
      case PlanStep::Kind::nest: return nest_text(step);
      case PlanStep::Kind::copy: {
        const Slot& to = slot(step.out[0]);
        if (to.bytes == 0) return "";
        return str("  memmove(", place(step.out[0]), ", ", place(step.in[0]), ", ", to.bytes,
                   ");\n");
      }
      case PlanStep::Kind::structured: break;
      case PlanStep::Kind::region:
        if (auto source = loop_in_one_kernel(built_.plan, step))
          return loop_text(step, *source, loop++);
        refuse("a loop whose body is too long for one kernel");
    }
    refuse(str("`", built_.plan.graph.nodes[static_cast<size_t>(step.node)].op->name, "`"));
  }

  const CompiledCall& built_;
  const TemporaryDirectory& folder_;
  std::string data_;
  size_t data_count_ = 0;
  std::vector<std::string> faults_;
  std::map<size_t, std::string> captured_, constants_;
};

CompiledCall built_of(const Values& parts, const BuildLibraryOptions& options) {
  const Function& f = parts[0].function();
  GraphWithCaptures held = graph_with_captures(f, {parts.begin() + 1, parts.end()});
  Target target = default_device().target();
  if (!options.isa.empty()) target = target_of(*isa_named(options.isa));
  const PlannedCallOptions& asked = options.call;
  std::string fn =
      asked.call.empty() ? asked.target.substr(asked.target.rfind(':') + 1) : f.info().name;
  CompiledCall out{.name = c_name(options.name.empty() ? fn : options.name), .target = target};
  out.plan = make_plan(optimize(with_script_precision(held.graph)), target);
  out.captured.assign(held.values.begin() + static_cast<std::ptrdiff_t>(held.given),
                      held.values.end());
  out.kernels = plan_kernels(out.plan, target, {});
  return out;
}

void write_library(const CompiledCall& built, const std::string& out) {
  TemporaryDirectory folder;
  Executor executor(built, folder);
  write_file(folder / "run.c", executor.run());
  const char* named = std::getenv("CC");
  std::string cc = named == nullptr ? "cc" : named;
  std::vector<std::string> link{cc, "-r", "-nostdlib", "-o", folder / "whole.o", folder / "run.o"};
  for (size_t i = 0; i < built.kernels.size(); ++i) {
    std::string name = str(built.name, "_k", i);
    ObjectCode object = codegen().compile(built.kernels[i].source, built.target, name);
    write_file(folder / name, std::string_view(object.data(), object.size()));
    link.push_back(folder / name);
  }
  run_tool({cc, "-O2", "-fPIC", "-std=c11", "-c", folder / "run.c", "-o", folder / "run.o"});
  run_tool(link);
  run_tool({"objcopy", "--keep-global-symbol=" + built.name,
            str("--keep-global-symbol=", built.name, "_fault"), folder / "whole.o"});
  put_text(out + ".o", std::string(read_file(folder / "whole.o").view()));
  put_text(out + ".h", executor.header());
}

}  // namespace

Status build_library(const SharedOptions& shared, const BuildLibraryOptions& options) {
  return on_planned_call(shared, options.call, [&](const PlannedCall& call) {
    CompiledCall built = built_of(call.parts, options);
    write_library(built, options.out.empty() ? built.name : options.out);
  });
}

}  // namespace rille
