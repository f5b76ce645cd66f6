// HloText: where a reader of StableHLO stands in its text.
#pragma once

#include <cctype>
#include <map>
#include <string>
#include <string_view>

#include "jit/stablehlo/syntax.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/text.h"

namespace rille {

// Spaces, line ends and comments mean nothing but an end of word. The parts of the grammar are
// members of one class, since types, attributes and operations hold each other; they stand in
// type.cpp, literal.cpp, attribute.cpp, parse.cpp and parse_sdy.cpp.
class HloText {
 public:
  HloText(std::string_view text, int file) : text_(text), file_(file) {}

  std::vector<HloOp> functions();

 private:
  // One level deeper; no text may nest without end. A text is read for long, and takes so many
  // bytes here.
  struct Nested {
    Nested(HloText& in, size_t bytes) : in(in) {
      if (++in.depth_ > 200) in.fail("nests deeper than 200 levels");
      in.held_ += bytes;
      in.polls_.step(in.held_);
    }
    ~Nested() { --in.depth_; }
    HloText& in;
  };
  // A name that is kept.
  std::string name_of(std::string name);

  // Tokens.
  char peek();
  bool done() { return peek() == '\0' && at_ == text_.size(); }
  bool follows(std::string_view mark);
  bool take(std::string_view mark);  // a mark, or the begin of a word
  void expect(std::string_view mark);
  std::string_view word();  // letters, digits, _ $ . and -, not first; may be empty
  std::string_view peek_word();
  bool take_word(std::string_view wanted);
  std::string quoted();
  std::string value_name();  // %x or %x#1, the mark % included
  int64_t integer();
  void skip_balanced();  // a bracket and all up to the one that closes it
  Span place(size_t begin) const { return {file_, static_cast<int>(begin), static_cast<int>(at_)}; }
  [[noreturn]] void fail(std::string_view why) const;

  // Types.
  Type type();
  Dtype element_type();
  void refuse_foreign_type();
  Types type_list();  // (t, t, …) or one
  void skip_loc();    // `loc(…)`, where one follows
  bool at_scalar_type();

  // Literals: what follows `dense` or `dense_resource`, and its type.
  struct Literal;
  bool takes_elements();  // one of these words, where it follows
  HloElements elements();
  std::string resource();  // the bytes of a name between < and >, as digits
  void read_resources();
  void literal_items(Literal& out, size_t depth);

  // Attributes.
  HloAttr attribute();
  HloAttr plain_attribute();
  HloAttr number_attribute();
  HloAttr word_attribute();
  HloAttr list();
  HloAttr record(std::string_view end);  // behind its first bracket
  HloAttr angle();                       // <…>
  HloAttr array_attribute();             // array<i64: 1, 2>
  void fields(HloAttr& out, std::string_view end);

  // Operations.
  std::vector<HloOp> ops();  // up to a }
  HloOp op();
  void results(HloOp& op);
  void generic(HloOp& op);
  void pretty(HloOp& op);
  void plain_pretty(HloOp& op);
  void parts(HloOp& op);  // operands and attributes up to the types
  void part(HloOp& op);
  void types(HloOp& op);
  void loop(HloOp& op);
  void reduction(HloOp& op);
  void reducer(HloOp& op);
  void function(HloOp& op);
  void param(HloRegion& region);
  HloRegion region();  // { … }
  void params(HloRegion& region);
  HloAttr ranges();
  std::vector<HloOp> functions_of(std::vector<HloOp> ops);

  // The dialect sdy. A mesh is a record of axes, sizes and device_ids, a sharding one of mesh and
  // dims.
  void sdy(HloOp& op);
  void manual_computation(HloOp& op);
  std::string value_of_operand();
  HloAttr sdy_attribute(std::string_view name);
  HloAttr mesh();
  HloAttr sharding();
  HloAttr shardings();
  HloAttr axes();

  std::string_view text_;
  int file_;
  size_t at_ = 0;
  int depth_ = 0;
  size_t held_ = 0;
  Polls polls_;
  bool is_resource_ = false;  // the literal to come is named, its bytes stand behind all
  bool has_resources_ = false;
  std::map<std::string_view, std::string_view> resources_;
};

}  // namespace rille
