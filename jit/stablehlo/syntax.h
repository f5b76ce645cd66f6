// Syntax: the operations of a StableHLO text, as written.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vm/array.h"
#include "vm/text/source.h"

namespace rille {

// The elements of a literal. Where its text gives one for all, `held` is that one alone, of rank 0:
// a line of text needs no more memory than what it says.
struct HloElements {
  Type type = {};
  Array held = {};

  bool is_one() const { return held.type() != type; }
  Array whole() const;
};

// An attribute. A list of lists is what stands between `x` and `->` too, as in
// `[b, 0, f]x[0, i, o]->[b, 0, f]`.
struct HloAttr {
  enum class Form : uint8_t { none, word, integer, number, list, record, elements };

  Form form = Form::none;
  std::string text = {};  // of a word: an enum's case, a quoted text, a symbol without its @
  int64_t integer = 0;    // of true and false: 1 and 0
  double number = 0;
  std::vector<HloAttr> items = {};
  std::vector<std::pair<std::string, HloAttr>> fields = {};
  HloElements elements = {};

  // The first of the fields with one of these names; null where there is none.
  const HloAttr* find(std::initializer_list<std::string_view> names) const;
};

struct HloOp;

// One block: StableHLO has no jumps.
struct HloRegion {
  std::vector<std::string> params = {};
  Types types = {};
  std::vector<HloOp> ops;
};

// Values have the names %x#0, %x#1 …, of one result too. Operations of StableHLO have lost their
// `stablehlo.`; those of other dialects keep what stands in front. Words that stand alone among
// the operands are the list `words`, a range [0:4, 1:9:2] is the list `ranges`.
struct HloOp {
  std::string name = {};
  Span place = {};
  std::vector<std::string> out = {}, in = {};
  HloAttr attrs = {.form = HloAttr::Form::record};
  std::vector<HloRegion> regions = {};
  Types types = {};  // of the results
  Types given = {};  // of the operands, where the text says them
};

// The functions of a module: operations `func.func` with one region, whose attribute sym_name is
// their name; and its meshes of devices, `sdy.mesh`.
std::vector<HloOp> parse_stablehlo(std::string_view text, int file);

}  // namespace rille
