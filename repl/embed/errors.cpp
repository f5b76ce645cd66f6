// Errors of the C interface.
#include <new>

#include "repl/alike.h"
#include "repl/embed/handles.h"
#include "vm/call.h"
#include "vm/words/visible.h"

namespace rille::embed {
namespace {

// The error for a lack of memory. It is allocated statically, and never freed.
rille_error* no_memory() {
  static rille_error only{
      .kind = "memory", .message = "out of memory", .rendered = "out of memory"};
  return &only;
}

std::string without_end(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

rille_error* plain(std::string kind, std::string message) {
  std::string rendered = str("error[", kind, "]: ", message);
  return new rille_error{
      .kind = std::move(kind), .message = std::move(message), .rendered = std::move(rendered)};
}

}  // namespace

rille_error* error_of_host(const std::exception& fault) noexcept {
  try {
    if (const auto* misuse = dynamic_cast<const UsageError*>(&fault)) {
      return plain("misuse", misuse->what());
    }
    Error error = error_of(fault);
    return plain(std::string(name(error.code())), error.what());
  } catch (const std::exception&) {
    return no_memory();
  }
}

rille_error* error_of_script(std::span<const Error> errors, std::span<const Source> sources) {
  try {
    const Error& first = errors.front();
    auto out = std::make_unique<rille_error>();
    out->kind = name(first.code());
    out->message = shown_message(first.what());
    out->help = first.help();
    if (!first.span().empty()) {
      const Source& source = sources[static_cast<size_t>(first.span().file)];
      Line line = line_at(source, first.span().begin);
      out->file = source.name;
      out->line = line.number;
      out->column = line.column;
    }
    out->rendered = without_end(shown_once(errors, sources));
    return out.release();
  } catch (const std::bad_alloc&) {
    return no_memory();
  }
}

}  // namespace rille::embed

using namespace rille::embed;  // NOLINT(google-build-using-namespace): this file's own

extern "C" {

const char* rille_error_kind(const rille_error* error) { return error->kind.c_str(); }
const char* rille_error_message(const rille_error* error) { return error->message.c_str(); }
const char* rille_error_help(const rille_error* error) { return error->help.c_str(); }
const char* rille_error_file(const rille_error* error) { return error->file.c_str(); }
int32_t rille_error_line(const rille_error* error) { return error->line; }
int32_t rille_error_column(const rille_error* error) { return error->column; }
const char* rille_error_rendered(const rille_error* error) { return error->rendered.c_str(); }

void rille_error_free(rille_error* error) {
  if (error != no_memory()) delete error;
}

rille_error* rille_error_new(const char* kind, const char* message) {
  try {
    return plain(kind == nullptr ? "value" : kind, message == nullptr ? "" : message);
  } catch (const std::exception& fault) {
    return error_of_host(fault);
  }
}
}
