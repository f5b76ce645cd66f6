// Analysis: what is known of one text of a document.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lang/lint.h"
#include "lang/marks.h"
#include "repl/lsp/shelf.h"
#include "repl/lsp/text.h"
#include "repl/lsp/uses.h"
#include "repl/shape_check.h"

namespace rille::lsp {

// Made once for a text, and not changed. Trees of a text with errors may lack parts: what needs a
// whole one takes that of the last text that had none (`Document::good`).
struct Analysis {
  Source source;
  lang::File tree;
  std::vector<Error> errors;
  std::vector<lang::Warning> warnings;
  std::vector<lang::Mark> marks;
  Uses uses;
  bool is_whole = false;  // it could be parsed
};
std::shared_ptr<const Analysis> analyse(const Shelf& shelf, std::string path, std::string text);

// A file that somebody has open. `good` is of the newest text that could be parsed.
struct Document {
  std::string uri, path;
  Text text;
  int64_t version = 0;
  std::shared_ptr<const Analysis> now = nullptr, good = nullptr;
  // Of the text that they were computed for, which may be an older one.
  std::shared_ptr<const ShapeNotes> notes = nullptr;
  std::shared_ptr<const Analysis> noted = nullptr;
};

// The type that tracing found for an expression, where the text is still the one that was traced.
std::string noted(const Document& document, const lang::Expr& value);
std::string noted(const Document& document, Span span);

// The text of a span.
std::string_view text_of(const Source& source, Span span);
// The `##` lines of what a binding is bound by, and how it was written: "fn loss(model, x, y)".
std::string doc_of(const lang::Binding& binding);
std::string head_of(const Source& source, const lang::Function& function);
std::string head_of(const Source& source, const lang::Binding& binding);

// The import that binds a name.
const lang::Import* import_of(const lang::File& file, const lang::Binding* binding);

}  // namespace rille::lsp
