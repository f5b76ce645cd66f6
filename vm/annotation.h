// Annotation: the type of a value as scripts write it.
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
    sized,  // factor * name + number; the number alone where there is no name
    bound,  // ?: in emitted text, a size that the code takes up
    given,  // $: in emitted text, a size that the code computes
  };
  Kind kind = any;
  int64_t number = 0;
  int64_t factor = 1;
  std::string name = {};
};

struct Annotation {
  enum class Form : uint8_t {
    any,      // whatever there is
    numbers,  // elements of `word`: an array of these axes, without brackets one number
    text,     // str
    nil,
    literal,   // "clip": this string
    kind,      // `word` is one of tuple record dict range dtype shape stream
    function,  // fn, fn(x, y) -> z: `labels` are the parameters, if they are told
    instance,  // of the struct `word`; "@" in emitted text: of one that the code hands over
    group,     // (int, str), (w = f32[n]); is_open: (int, ...), any number of the last part
    either,    // a or b
  };
  Form form = Form::any;
  std::string word = {};
  bool has_axes = false;
  bool is_open = false;
  std::vector<AnnotatedAxis> axes = {};
  std::vector<Annotation> parts = {};    // of a group, of either
  std::vector<std::string> labels = {};  // names of a group's parts: a record
  std::string text = {};                 // as written

  bool is(Form other) const { return form == other; }
  bool is_word(std::string_view other) const { return word == other && !has_axes; }
  // Whether an array fits in it, alone or as one of several.
  bool takes_arrays() const;
};

// Calls f(entry, place) for each entry that stands for one axis of an array of `rank` axes, those
// behind `...` from the back, while it gives true. False where no array of that rank fits.
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

// The words that stand for a set of element types, or for one.
bool is_element_word(std::string_view word);
// Whether an array of these elements may stand where the word is written.
bool has_elements(std::string_view word, Dtype dtype);
// All words that an annotation may begin with, for suggestions.
std::vector<std::string> annotation_words();

// The whole text, or the part of it that begins at `at`, which is moved behind it. A text that is
// no annotation is a Bug: scripts' own are read by lang/parse.
Annotation parse_annotation(std::string_view text);
Annotation parse_annotation(std::string_view text, size_t& at);

// "an int", "a number", "float[..., n]": for "`sum` needs an int for `axis`".
std::string described(const Annotation& annotation);

// The sizes that names stand for in one call, and the parameters that first told them.
class NamedSizes {
 public:
  struct Entry {
    std::string_view name;  // of an annotation, which lives longer
    Extent extent;
    std::string_view from;
  };
  const Entry* find(std::string_view name) const;
  void add(std::string_view name, Extent extent, std::string_view from);
  size_t count() const { return entries_.size(); }
  void drop_behind(size_t count) { entries_.resize(count); }

 private:
  std::vector<Entry> entries_;
};

// Why a value does not fit an annotation.
struct Misfit {
  enum Of : uint8_t { none, kind, dtype, rank, extent };
  Of of = none;
  std::string why = {};  // "n is 2, from `x`"
  explicit operator bool() const { return of != none; }
};
Code code_of(const Misfit& misfit);

// Whether the value fits; `from` names it for those that come after.
Misfit misfit_of(const Annotation& annotation, const Value& value, NamedSizes& sizes,
                 std::string_view from);
Misfit misfit_of(const Annotation& annotation, lua_State* lua, int slot, NamedSizes& sizes,
                 std::string_view from);
// Of an array alone, where `annotation` has brackets or is a word for elements.
Misfit misfit_of(const Annotation& annotation, const Array& array, NamedSizes& sizes,
                 std::string_view from);

}  // namespace rille
