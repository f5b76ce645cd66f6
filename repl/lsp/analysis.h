// Analysis: the analysis of one text of a document.
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

// The immutable analysis of a text. The tree of a text with syntax errors may be incomplete;
// features that need a complete tree use that of the last text without such errors
// (`Document::good`).
struct Analysis {
  Source source;
  lang::File tree;
  std::vector<Error> errors;
  std::vector<lang::Warning> warnings;
  std::vector<lang::Mark> marks;
  Uses uses;
  bool is_whole = false;  // false if the text has syntax errors
};
std::shared_ptr<const Analysis> analyse(const BuiltinIndex& shelf, std::string path,
                                        std::string text);

// An open document. `now` is the analysis of its text, and `good` that of its latest text without
// syntax errors.
struct Document {
  std::string uri, path;
  DocumentText text;
  int64_t version = 0;
  std::shared_ptr<const Analysis> now = nullptr, good = nullptr;
  // The results of tracing, and the analysis that was traced, which may be that of an older text.
  std::shared_ptr<const ShapeNotes> notes = nullptr;
  std::shared_ptr<const Analysis> noted = nullptr;
};

// Returns the type that tracing found for an expression; "" if the text has changed since.
std::string noted(const Document& document, const lang::Expr& value);
std::string noted(const Document& document, Span span);

// Returns the text of a span.
std::string_view text_of(const Source& source, Span span);
// Return the `##` comment of a definition, and its declaration: "fn loss(model, x, y)".
std::string doc_of(const lang::Binding& binding);
std::string head_of(const Source& source, const lang::FunctionDecl& function);
std::string head_of(const Source& source, const lang::Binding& binding);

// Returns the import that binds a name, or null.
const lang::Import* import_of(const lang::File& file, const lang::Binding* binding);

}  // namespace rille::lsp
