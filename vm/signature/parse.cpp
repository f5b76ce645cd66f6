// Parses signatures from the text of a record.
#include <charconv>

#include "vm/annotation/text_source.h"
#include "vm/signature.h"

namespace rille {
namespace {

// fallback = INT | FLOAT | STRING | 'nil' | 'true' | 'false' | 'inf' | DTYPE | '()'
//          | '(' fallback { ',' fallback } ')' .
Value fallback(TextSource& source) {
  if (source.take("nil")) return {};
  if (source.take("true")) return true;
  if (source.take("false")) return false;
  if (source.at_string()) return source.literal(source.begin()).word;
  if (source.take("(")) {
    Values items;
    while (!source.take(")")) {
      items.push_back(fallback(source));
      source.take(",");
    }
    return Value::tuple(std::move(items));
  }
  if (source.at_name()) return source.take_word();
  return source.take_float();
}

Signature::Parameter parameter(TextSource& source) {
  Signature::Parameter out;
  out.is_inout = source.take("inout");
  out.is_rest = source.take("...");
  out.name = source.take_word();
  if (source.take(":")) out.type = AnnotationGrammar(source).type();
  if (source.take("=")) {
    size_t first = source.begin();
    out.fallback = fallback(source);
    out.fallback_text = std::string(source.from(first));
  }
  return out;
}

// A parameter in the short signature, without its type.
std::string short_text(const Signature::Parameter& p) {
  return str(p.is_inout  ? "inout "
             : p.is_rest ? "..."
                         : "",
             p.name, p.fallback ? str(" = ", p.fallback_text) : std::string());
}

FunctionInfo info_of(const Signature& signature) {
  FunctionInfo info = {.name = signature.name};
  std::vector<std::string> words;
  for (const auto& p : signature.params) {
    info.params.push_back({.name = p.name,
                           .has_default = p.fallback.has_value(),
                           .is_inout = p.is_inout,
                           .draws = p.draws(),
                           .is_rest = p.is_rest});
    words.push_back(short_text(p));
  }
  info.signature = str(signature.name, "(", join(words), ")");
  return info;
}

}  // namespace

Signature::Parameter parse_parameter(std::string_view text) {
  TextSource source(text, 0);
  return parameter(source);
}

// head = path '(' [ parameter { ',' parameter } ] ')' [ '->' type ] .
Signature parse_signature(std::string_view text) {
  TextSource source(text, 0);
  Signature out;
  out.name = source.path(0).word;
  source.expect("(");
  while (!source.take(")")) {
    out.params.push_back(parameter(source));
    source.take(",");
  }
  if (source.take("->")) out.result = AnnotationGrammar(source).type();
  RILLE_CHECK(source.at_end(), "more than a signature: ", text);
  out.info = info_of(out);
  return out;
}

}  // namespace rille
