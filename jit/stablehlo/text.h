// HloText: the position of a parser of StableHLO.
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

// Whitespace and comments have no meaning except that they end a word. The productions of the
// grammar are members of one class, because types, attributes, and operations contain each other.
// They are defined in type.cpp, literal.cpp, attribute.cpp, parse.cpp, and parse_sdy.cpp.
class HloText {
 public:
  HloText(std::string_view text, int file) : text_(text), file_(file) {}

  std::vector<HloOp> functions();

 private:
  // One level of nesting; the depth is limited. `bytes`: the memory of the parsed element, which
  // determines how often interrupts are checked.
  struct NestingGuard {
    NestingGuard(HloText& in, size_t bytes) : in(in) {
      if (++in.depth_ > 200) in.fail("the maximum depth of 200 levels is exceeded");
      in.held_ += bytes;
      in.polls_.step(in.held_);
    }
    ~NestingGuard() { --in.depth_; }
    HloText& in;
  };
  // Accounts for a name that is stored.
  std::string name_of(std::string name);

  // Tokens.
  char peek();
  bool done() { return peek() == '\0' && at_ == text_.size(); }
  bool follows(std::string_view mark);
  bool take(std::string_view mark);  // a mark, or the start of a word
  void expect(std::string_view mark);
  std::string_view word();  // letters, digits, _ $ . and -, not first; may be empty
  std::string_view peek_word();
  bool take_word(std::string_view wanted);
  std::string quoted();
  std::string value_name();  // %x or %x#1, including the %
  int64_t integer();
  void skip_balanced();  // skips a bracket and everything up to its closing one
  Span place(size_t begin) const { return {file_, static_cast<int>(begin), static_cast<int>(at_)}; }
  [[noreturn]] void fail(std::string_view why) const;

  // Types.
  Type type();
  Dtype element_type();
  void refuse_foreign_type();
  Types type_list();  // (t, t, …) or one
  void skip_loc();    // skips `loc(…)`, if present
  bool at_scalar_type();

  // Literals: what follows `dense` or `dense_resource`, and the type.
  struct Literal;
  bool takes_elements();  // takes one of these words, if present
  HloElements elements();
  std::string resource();  // the bytes of a name between < and >, as hexadecimal digits
  void read_resources();
  void literal_items(Literal& out, size_t depth);

  // Attributes.
  HloAttr attribute();
  HloAttr plain_attribute();
  HloAttr number_attribute();
  HloAttr word_attribute();
  HloAttr list();
  HloAttr record(std::string_view end);  // after its opening bracket
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

  // The dialect sdy. A mesh is a record of axes, sizes, and device_ids; a sharding is a record of
  // mesh and dims.
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
  PollCounter polls_;
  // The next literal is a resource, whose bytes are at the end of the text.
  bool is_resource_ = false;
  bool has_resources_ = false;
  std::map<std::string_view, std::string_view> resources_;
};

}  // namespace rille
