// Syntax: the operations of a StableHLO module, as parsed.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vm/array.h"
#include "vm/text/source.h"

namespace rille {

// The elements of a literal. If the text has one value for all elements, `held` is that value
// alone, of rank 0, so that memory is proportional to the length of the text.
struct HloElements {
  Type type = {};
  Array held = {};

  bool is_one() const { return held.type() != type; }
  Array whole() const;
};

// An attribute. A list of lists also represents lists separated by `x` and `->`, as in `[b, 0,
// f]x[0, i, o]->[b, 0, f]`.
struct HloAttr {
  enum class AttrKind : uint8_t { none, word, integer, number, list, record, elements };

  AttrKind form = AttrKind::none;
  std::string text = {};  // of a word: a case of an enum, a quoted string, a symbol without its @
  int64_t integer = 0;    // for true and false: 1 and 0
  double number = 0;
  std::vector<HloAttr> items = {};
  std::vector<std::pair<std::string, HloAttr>> fields = {};
  HloElements elements = {};

  // The first field with one of these names; null if there is none.
  const HloAttr* find(std::initializer_list<std::string_view> names) const;
};

struct HloOp;

// One block: StableHLO has no branches between blocks.
struct HloRegion {
  std::vector<std::string> params = {};
  Types types = {};
  std::vector<HloOp> ops;
};

// Values are named %x#0, %x#1, …, even if there is one result. Operations of StableHLO are named
// without `stablehlo.`; those of other dialects keep their prefix. Unnamed words among the operands
// form the list `words`, a range [0:4, 1:9:2] the list `ranges`.
struct HloOp {
  std::string name = {};
  Span place = {};
  std::vector<std::string> out = {}, in = {};
  HloAttr attrs = {.form = HloAttr::AttrKind::record};
  std::vector<HloRegion> regions = {};
  Types types = {};  // of the results
  Types given = {};  // of the operands, if the text declares them
};

// The functions of a module: operations `func.func` with one region, named by the attribute
// sym_name; and its meshes of devices, `sdy.mesh`.
std::vector<HloOp> parse_stablehlo(std::string_view text, int file);

}  // namespace rille
