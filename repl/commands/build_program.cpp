// rille build FILE: a script as a standalone program.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>

#include "backends/backend.h"
#include "jit/isa.h"
#include "jit/key.h"
#include "jit/plugin.h"
#include "repl/bundle.h"
#include "repl/commands/build.h"
#include "repl/ended.h"
#include "repl/planned_call.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "stdlib/io.h"
#include "stdlib/transform.h"
#include "vm/error.h"

namespace rille {
namespace {

// The program without a bundle, installed in the directory of plugins.
constexpr std::string_view runtime_file = "rille-program";
constexpr const char* runtime_variable = "RILLE_PROGRAM";

void choose_machine(const std::string& isa) {
  auto named = isa_named(isa);
  if (isa.empty() || !named) return;
  Target target = target_of(*named);
  target.units.dots = false;  // not all processors of the ISA have dot-product instructions
  std::string lacking = lacking_here(target);
  if (!lacking.empty()) {
    throw Error(Code::device, str("--isa ", isa, ": building runs the script, and this processor ",
                                  "lacks ", lacking));
  }
  set_host_target(target);
}

// Compiles the kernels of a call without running it.
void compile(const Values& parts) {
  default_device().compile(graph_of(parts[0].function(), {parts.begin() + 1, parts.end()}));
}

// Compiles a call that the user did not request, and prints a note if that fails: the function may
// have side effects, or may not work for the sizes of its annotations.
void compile_if_possible(Interpreter& interpreter, const std::string& name,
                         const std::string& call) {
  Outcome made = interpreter.act([&] { compile(interpreter.value_of(name).items()); });
  if (made.ok()) return;
  std::string why = made.errors[0].what();
  std::fputs(str("note: ", call, " is not compiled: ", why, "\n").c_str(), stderr);
}

class Recording {
 public:
  Recording(Session& session, const BuildProgramOptions& options)
      : session_(session), options_(options) {}

  // Runs the top level of the script, compiles the calls, then runs main.
  Outcome run(const std::string& text, const std::vector<std::string>& annotated) {
    Interpreter& interpreter = session_.interpreter();
    std::vector<std::string> calls = annotated;
    calls.insert(calls.end(), options_.calls.begin(), options_.calls.end());
    TextWithCalls script;
    Outcome out = interpreter.act([&] { script = with_calls(text, calls); });
    if (out.ok()) out = interpreter.run_text(options_.path, script.text);
    for (size_t i = 0; i < annotated.size() && out.ok(); ++i) {
      compile_if_possible(interpreter, script.names[i], calls[i]);
    }
    for (size_t i = annotated.size(); i < calls.size() && out.ok(); ++i) {
      const std::string& name = script.names[i];
      out = interpreter.act([&] { compile(interpreter.value_of(name).items()); });
    }
    if (out.ok() && options_.records) out = interpreter.run_main(options_.words);
    return out;
  }

 private:
  Session& session_;
  const BuildProgramOptions& options_;
};

std::string counted(size_t count, std::string_view what) {
  return str(count, " ", what, count == 1 ? "" : "s");
}

// Runs the script to compile the code that it needs. The output is shown only with --record.
Status record(const SharedOptions& shared, const BuildProgramOptions& options,
              const std::string& text) {
  std::vector<std::string> annotated = annotated_calls(text);
  if (options.is_bare || (!options.records && options.calls.empty() && annotated.empty())) {
    return Status::success;
  }
  note_kernels();
  std::optional<Session> session;
  if (options.records) {
    session.emplace(shared);
  } else {
    session.emplace(shared, OutputSink{.out = [](std::string_view) {},
                                       .err =
                                           [](std::string_view said) {
                                             std::fwrite(said.data(), 1, said.size(), stderr);
                                           }});
  }
  Status status = ended(*session, Recording(*session, options).run(text, annotated));
  bool has_left = session->interpreter().state().part<ExitRequest>().status.has_value();
  if (status == Status::success || has_left) return Status::success;  // by io.exit, of any number
  std::string why =
      options.records ? "the recorded run failed"
      : options.calls.empty()
          ? str("the script failed when run to compile ", counted(annotated.size(), "function"),
                " whose annotations give all sizes; --bare runs nothing")
          : "the script failed when run for --call";
  std::fputs(str("note: no program was built: ", why, "\n").c_str(), stderr);
  return status;
}

// Returns the name that errors of the program show. Names in the directory of the script become
// relative, so that the program does not contain paths of the build machine.
std::string shown_name(const std::string& name, const std::string& script) {
  std::string folder = script.substr(0, script.rfind('/') + 1);
  return name.starts_with(folder) ? name.substr(folder.size()) : name;
}

ImportedTexts with_shown_names(const ImportedTexts& texts, const std::string& script) {
  ImportedTexts out;
  for (const auto& [name, text] : texts.texts) out.texts[shown_name(name, script)] = text;
  for (const auto& [spelled, name] : texts.meant) {
    out.meant[{shown_name(spelled.first, script), spelled.second}] = shown_name(name, script);
  }
  return out;
}

std::string content_of(const std::string& path) { return std::string(read_file(path).view()); }

// Returns the contents of the plugins that the program may open, if they are installed.
std::map<std::string, std::string> libraries_for(const Target& target) {
  std::map<std::string, std::string> out;
  std::string isa(text(isa_of(target)));
  for (const auto& [name, variable] :
       {std::pair(str("librille-eager-", isa, ".so"), "RILLE_EAGER"),
        std::pair(str("librille-matrix-", isa, ".so"), "RILLE_MATRIX"),
        std::pair(std::string("librille-remote.so"), "RILLE_REMOTE")}) {
    std::string path = path_beside(name, variable);
    if (file_exists(path)) out[name] = content_of(path);
  }
  return out;
}

// Returns the bundle of the program that --also names. Its kernels are added to the new program.
Bundle earlier(const BuildProgramOptions& options) {
  if (options.also.empty()) return {};
  std::string_view bytes = bundle_of(options.also);
  if (bytes.empty()) {
    throw Error(Code::io, str("--also ", options.also, ": not a program of `rille build`"));
  }
  Bundle out = read_bundle(bytes);
  if (out.mark == generator_mark()) return out;
  throw Error(Code::value, str("--also ", options.also, ": built by another version of Rille"));
}

std::string out_of(const BuildProgramOptions& options) {
  if (!options.out.empty()) return options.out;
  std::string stem = std::filesystem::path(options.path).stem().string();
  if (stem != options.path) return stem;
  throw Error(Code::value, str("the program would overwrite the script ", options.path))
      .help("pass another file name with -o");
}

// Writes a temporary file and renames it, so that a running program is not affected.
void write_program(const std::string& out, const std::string& bytes) {
  std::string aside = str(out, ".", getpid());
  write_file(aside, bytes);
  mode_t mask = umask(0);
  umask(mask);
  bool is_done =
      chmod(aside.c_str(), 0777 & ~mask) == 0 && std::rename(aside.c_str(), out.c_str()) == 0;
  if (is_done) return;
  int why = errno;
  unlink(aside.c_str());
  throw Error(Code::io, str("cannot write ", out, ": ", std::strerror(why)));
}

std::string runtime() {
  std::string path = path_beside(runtime_file, runtime_variable);
  if (file_exists(path)) return content_of(path);
  throw Error(Code::io,
              str("rille build requires ", runtime_file, ", and ", path, " does not exist"))
      .help(str("the environment variable ", runtime_variable, " can name the file"));
}

std::string megabytes(size_t bytes) {
  constexpr size_t mega = 1000000;
  return str(bytes / mega, ".", bytes * 10 / mega % 10, " MB");
}

// Returns whether the text of a script contains a call of jit or grad.
bool may_compile(const std::pair<const std::string, std::string>& script) {
  return script.second.find("jit(") != std::string::npos ||
         script.second.find("grad(") != std::string::npos;
}

void put_together(const BuildProgramOptions& options, const ImportedTexts& texts) {
  std::map<std::string, ObjectCode> kernels = noted_kernels();
  for (const EmbeddedKernel& kernel : earlier(options).kernels) {
    kernels.try_emplace(std::string(kernel.key), kernel.object.begin(), kernel.object.end());
  }
  Bundle bundle{.script = shown_name(options.path, options.path),
                .texts = with_shown_names(texts, options.path),
                .target = default_device().target(),
                .mark = generator_mark()};
  std::map<std::string, std::string> libraries = libraries_for(bundle.target);
  for (const auto& [name, bytes] : libraries) bundle.libraries[name] = bytes;
  for (const auto& [key, object] : kernels) {
    bundle.kernels.push_back({key, {object.data(), object.size()}});
  }
  std::string out = out_of(options), bytes = with_bundle(runtime(), bundle);
  write_program(out, bytes);
  std::fputs(
      str(out, ": ", megabytes(bytes.size()), ", ", counted(texts.texts.size(), "script"), ", ",
          counted(kernels.size(), "kernel"), " for ", text(isa_of(bundle.target)), "\n")
          .c_str(),
      stdout);
  bool is_empty =
      kernels.empty() && !options.is_bare && std::ranges::any_of(texts.texts, may_compile);
  if (is_empty) {
    std::fputs("note: the program contains no compiled code and runs slowly; --record adds it\n",
               stderr);
  }
}

// Reports errors of the options and the scripts before anything runs.
Status gather(const SharedOptions& shared, const BuildProgramOptions& options,
              ImportedTexts& texts) {
  Session session(shared);
  Interpreter& interpreter = session.interpreter();
  Outcome outcome = interpreter.act([&] {
    choose_machine(options.isa);
    out_of(options);
    earlier(options);
  });
  if (outcome.ok()) outcome = interpreter.gather_file(options.path, texts);
  Status status = session.report(outcome);
  return status == Status::script && !file_exists(options.path) ? Status::file : status;
}

}  // namespace

Status build_program(const SharedOptions& shared, const BuildProgramOptions& options) {
  ImportedTexts texts;
  Status status = gather(shared, options, texts);
  if (status == Status::success) status = record(shared, options, texts.texts.at(options.path));
  if (status != Status::success) return status;
  Session session(shared);
  return session.report(session.interpreter().act([&] { put_together(options, texts); }));
}

}  // namespace rille
