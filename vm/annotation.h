// Annotation: a type as written in scripts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/numbers/extent.h"
#include "vm/value.h"

struct lua_State;

namespace rille {

// One entry between the brackets of an annotation: `3`, `n`, `2*n`, `_`, `...`.
struct AnnotatedAxis {
  enum Kind : uint8_t {
    any,    // _
    rest,   // ...: any number of axes
    sized,  // factor * name + number; only the number without a name
    bound,  // ?: in emitted text, a size that the code binds
    given,  // $: in emitted text, a size that the code computes
  };
  Kind kind = any;
  int64_t number = 0;
  int64_t factor = 1;
  std::string name = {};
};

struct Annotation {
  enum class Form : uint8_t {
    any,      // any value
    numbers,  // elements of `word`: an array with these axes, or a number without brackets
    text,     // str
    nil,
    literal,   // "clip": this string
    kind,      // `word` is one of tuple record dict range dtype shape stream
    function,  // fn, fn(x, y) -> z: `labels` are the parameters, if listed
    instance,  // of the struct `word`; "@" in emitted text: of a struct that the code passes
    group,     // (int, str), (w = f32[n]); is_open: (int, ...), the last part repeats
    either,    // a or b
  };
  Form form = Form::any;
  std::string word = {};
  bool has_axes = false;
  bool is_open = false;
  std::vector<AnnotatedAxis> axes = {};
  std::vector<Annotation> parts = {};    // of a group or a union
  std::vector<std::string> labels = {};  // names of the parts of a group: a record
  std::string text = {};                 // as written

  bool is(Form other) const { return form == other; }
  bool is_word(std::string_view other) const { return word == other && !has_axes; }
  // Whether it accepts an array, alone or as one alternative of a union.
  bool takes_arrays() const;
};

// Calls f(entry, axis) for each entry that matches one axis of an array with `rank` axes; entries
// after
// `...` count from the last axis. Stops if f returns false. Returns false if the rank
// does not match.
template <class F>
bool each_axis(const Annotation& a, size_t rank, F f) {
  auto dots = std::ranges::find(a.axes, AnnotatedAxis::rest, &AnnotatedAxis::kind);
  size_t wanted = a.axes.size(), at = 0;
  bool is_open = dots != a.axes.end();
  if (is_open ? rank + 1 < wanted : rank != wanted) return false;
  for (auto entry = a.axes.begin(); entry != a.axes.end(); ++entry, ++at) {
    if (entry == dots) continue;
    if (!f(*entry, is_open && entry > dots ? rank - (wanted - at) : at)) break;
  }
  return true;
}

// Whether a word denotes an element type, or a set of them.
bool is_element_word(std::string_view word);
// Whether the word accepts arrays of this dtype.
bool has_elements(std::string_view word, Dtype dtype);
// All words that an annotation may begin with, for suggestions.
std::vector<std::string> annotation_words();

// Parses the whole text, or the annotation that begins at `at`, which is moved to its end. Invalid
// text is a Bug: annotations of scripts are read by lang/parse.
Annotation parse_annotation(std::string_view text);
Annotation parse_annotation(std::string_view text, size_t& at);

// The type in errors, such as "`sum` needs an int for `axis`": "an int", "a number", "float[...,
// n]".
std::string described(const Annotation& annotation);

// The values of named sizes in one call, and the parameters that bound them.
class NamedSizes {
 public:
  struct SizeEntry {
    std::string_view name;  // points into an annotation, which lives longer
    Extent extent;
    std::string_view from;
  };
  const SizeEntry* find(std::string_view name) const;
  void add(std::string_view name, Extent extent, std::string_view from);
  size_t count() const { return entries_.size(); }
  void drop_behind(size_t count) { entries_.resize(count); }

 private:
  std::vector<SizeEntry> entries_;
};

// Why a value does not match an annotation.
struct AnnotationMismatch {
  enum Cause : uint8_t { none, kind, dtype, rank, extent };
  Cause of = none;
  std::string why = {};  // "n is 2, from `x`"
  explicit operator bool() const { return of != none; }
};
Code code_of(const AnnotationMismatch& misfit);

// Checks a value; `from` is its name in errors of later parameters that use its sizes.
AnnotationMismatch misfit_of(const Annotation& annotation, const Value& value, NamedSizes& sizes,
                             std::string_view from);
AnnotationMismatch misfit_of(const Annotation& annotation, lua_State* lua, int slot,
                             NamedSizes& sizes, std::string_view from);
// Checks an array, if `annotation` has brackets or is a word for elements.
AnnotationMismatch misfit_of(const Annotation& annotation, const Array& array, NamedSizes& sizes,
                             std::string_view from);

}  // namespace rille
