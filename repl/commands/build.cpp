// rille build: a script as a program, or as a library for C.
#include "repl/commands/build.h"

#include <cstdio>

#include "repl/commands/command.h"

namespace rille {
namespace {

struct BuildOptions {
  BuildProgramOptions program;
  bool as_library = false;
  std::string library_args, library_name;  // of --lib
};

BuildLibraryOptions library_options(const BuildOptions& options) {
  return {.call = {.target = options.program.path,
                   .args = options.library_args,
                   .call = "",
                   .command = "build --lib"},
          .isa = options.program.isa,
          .out = options.program.out,
          .name = options.library_name};
}

Status build(const SharedOptions& shared, const BuildOptions& options) {
  const BuildProgramOptions& program = options.program;
  bool is_program = program.records || program.is_bare || !program.calls.empty();
  const char* wrong = options.as_library && is_program
                          ? "rille build: --lib compiles one function, FILE:FN, and does not take "
                            "--record, --call, or --bare"
                      : !program.words.empty() && !program.records
                          ? "rille build: ARGS after FILE are passed to `main` and need --record"
                          : nullptr;
  if (wrong != nullptr) {
    std::fputs(str(wrong, "\n").c_str(), stderr);
    return Status::usage;
  }
  if (!options.as_library) return build_program(shared, program);
  return build_library(shared, library_options(options));
}

void add_library_options(CLI::App& command, BuildOptions& options) {
  auto* as_library =
      command.add_flag("--lib", options.as_library,
                       "compile the function FILE:FN to OUT.o and OUT.h, which C links "
                       "without Rille");
  command
      .add_option(
          "--args", options.library_args,
          "with --lib: the arguments, values of the script and types, as in 'init(), f32[8, "
          "784]'; default: from the annotations")
      ->needs(as_library);
  command
      .add_option("--name", options.library_name,
                  "with --lib: the name of the C function; default: FN")
      ->needs(as_library);
}

}  // namespace

void add_build_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<BuildOptions>();
  BuildProgramOptions& program = options->program;
  auto* command =
      app.add_subcommand("build", "build a script as a standalone program, or as a library for C");
  command->add_option("FILE", program.path, "the script")->required();
  command->add_option("ARGS", program.words, "after `--`: arguments of `main` for --record");
  command->add_option("-o", program.out, "the program; default: FILE without its extension");
  auto* record =
      command->add_flag("--record", program.records,
                        "run the script with ARGS now and include the code that it compiles");
  auto* calls =
      command
          ->add_option("--call", program.calls,
                       "include the code of a call, as in 'loss(init(), f32[8])'; may be repeated")
          ->allow_extra_args(false);
  command->add_option(
      "--also", program.also,
      "include the compiled code of a program that was built before, for other ARGS");
  command->add_flag("--bare", program.is_bare, "run nothing and include no compiled code")
      ->excludes(record)
      ->excludes(calls);
  command->add_option("--isa", program.isa, "baseline, avx2, or avx512; default: that of this CPU")
      ->check(CLI::IsMember({"baseline", "avx2", "avx512"}));
  add_library_options(*command, *options);
  set_act(*command, invocation,
          [options, &invocation] { return build(invocation.shared, *options); });
}

}  // namespace rille
