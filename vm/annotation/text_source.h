// TextSource: characters as tokens of annotations.
#pragma once

#include <algorithm>
#include <utility>

#include "vm/annotation.h"
#include "vm/grammar.h"
#include "vm/text.h"

namespace rille {

// The token source of AnnotationGrammar for text of Rille. An error in such a text is a Bug.
class TextSource {
 public:
  using Type = Annotation;
  TextSource(std::string_view text, size_t at) : text_(text), at_(at) {}

  bool at(std::string_view token);
  bool take(std::string_view token);
  void expect(std::string_view token);
  bool at_name();
  bool at_string() { return next() == '"'; }
  bool at_label();
  bool at_end() { return next() == '\0'; }
  size_t begin() {
    next();
    return at_;
  }
  size_t opener() { return begin(); }
  struct Level {};
  Level level() const { return {}; }
  std::string take_word();
  int64_t take_number();
  Value take_float();  // an integer if it has neither a point nor an exponent
  std::string take_label();
  std::string take_name(std::string_view) { return take_word(); }
  Bug wrong(std::string_view wanted) const;
  Bug mixed(size_t) const { return wrong("positions or names"); }
  void expect_closer(std::string_view token, std::string_view, size_t) { expect(token); }

  Annotation path(size_t first);
  void open(Annotation& type) const { type.has_axes = true; }
  void axis(Annotation& type, size_t first);
  Annotation close(Annotation type, size_t first);
  Annotation literal(size_t first);
  Annotation nil(size_t first);
  Annotation function(std::vector<std::string> names, bool is_told, size_t first);
  Annotation group(std::vector<std::string> labels, std::vector<Annotation> parts, bool is_open,
                   size_t first);
  Annotation either(std::vector<Annotation> parts, size_t first);
  std::string_view from(size_t first) const { return text_.substr(first, at_ - first); }

 private:
  char next();  // the next character that is not a blank
  Annotation finished(Annotation type, size_t first) const;

  std::string_view text_;
  size_t at_;
};

}  // namespace rille
