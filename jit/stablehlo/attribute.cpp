// Parses the attributes of StableHLO operations.
#include <charconv>

#include "jit/stablehlo/text.h"

namespace rille {
namespace {

HloAttr word_of(std::string_view text) {
  return {.form = HloAttr::AttrKind::word, .text = std::string(text)};
}
HloAttr list_of(std::vector<HloAttr> items) {
  return {.form = HloAttr::AttrKind::list, .items = std::move(items)};
}

}  // namespace

// attribute = plain { ('x' | '->') plain } [ ':' type ]
HloAttr HloText::attribute() {
  HloAttr first = plain_attribute();
  if (first.form != HloAttr::AttrKind::list) return first;
  std::vector<HloAttr> all;
  all.push_back(std::move(first));
  for (;;) {
    size_t before = at_;
    bool more = take("->") || (follows("x") && take("x"));
    if (more && follows("[")) {
      all.push_back(list());
      continue;
    }
    at_ = before;
    return all.size() == 1 ? std::move(all[0]) : list_of(std::move(all));
  }
}

// plain = STRING | NUMBER | '[' … ']' | '{' … '}' | '<' … '>' | '@' WORD | '#' WORD [ '<' … '>' ]
//       | 'dense' literal | 'array' '<' … '>' | WORD | a function type, which is skipped
HloAttr HloText::plain_attribute() {
  NestingGuard nested(*this, sizeof(HloAttr));
  char c = peek();
  if (c == '"') return word_of(quoted());
  if (c == '[') return list();
  if (c == '{') {
    expect("{");
    return record("}");
  }
  if (c == '<') return angle();
  if (c == '(') {
    skip_balanced();
    if (take("->")) type_list();
    return {};
  }
  if (take("@")) return word_of(peek() == '"' ? quoted() : std::string(word()));
  if (take("#") || take("!")) {
    std::string_view name = word();
    if (!follows("<")) return word_of(name);
    if (name.starts_with("sdy")) return sdy_attribute(name);
    if (name.starts_with("stablehlo") || name.starts_with("chlo")) return angle();
    skip_balanced();  // of a dialect that does not affect results
    return {};
  }
  if (c == '-' || std::isdigit(static_cast<unsigned char>(c)) != 0) return number_attribute();
  return word_attribute();
}

HloAttr HloText::word_attribute() {
  if (takes_elements()) return {.form = HloAttr::AttrKind::elements, .elements = elements()};
  if (follows("array<")) return array_attribute();
  std::string_view name = word();
  if (name.empty()) fail("expected an attribute");
  if (name == "tensor" || name == "complex" || name == "tuple") skip_balanced();
  if (name == "true" || name == "false") {
    return {.form = HloAttr::AttrKind::integer, .integer = name == "true" ? 1 : 0};
  }
  return word_of(name);
}

// NUMBER [ ':' scalar type ]
HloAttr HloText::number_attribute() {
  size_t begin = at_;
  while (at_ < text_.size() &&
         (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
          std::string_view("+-.").find(text_[at_]) != std::string_view::npos)) {
    if (text_[at_] == 'x' && at_ > begin + 1) break;  // `1x[…`
    ++at_;
  }
  std::string_view text = text_.substr(begin, at_ - begin);
  HloAttr out{.form = HloAttr::AttrKind::integer};
  const char *first = text.data(), *last = first + text.size();
  if (std::from_chars(first, last, out.integer).ptr != last) {
    out.form = HloAttr::AttrKind::number;
    if (!text.starts_with("0x") && std::from_chars(first, last, out.number).ptr != last) {
      fail("expected a number");
    }
  }
  out.number =
      out.form == HloAttr::AttrKind::integer ? static_cast<double>(out.integer) : out.number;
  size_t before = at_;
  if (take(":") && at_scalar_type()) {
    word();
  } else {
    at_ = before;
  }
  return out;
}

HloAttr HloText::list() {
  expect("[");
  std::vector<HloAttr> items;
  while (!take("]")) {
    items.push_back(attribute());
    held_ += sizeof(HloAttr);
    polls_.step(held_);
    if (!follows("]")) expect(",");
  }
  return list_of(std::move(items));
}

// '{' [ name [ '=' attribute ] { ',' … } ] '}'
HloAttr HloText::record(std::string_view end) {
  HloAttr out{.form = HloAttr::AttrKind::record};
  fields(out, end);
  return out;
}

void HloText::fields(HloAttr& out, std::string_view end) {
  while (!take(end)) {
    std::string name = peek() == '"' ? quoted() : std::string(word());
    if (name.empty()) fail("expected an attribute name");
    HloAttr value{.form = HloAttr::AttrKind::integer, .integer = 1};
    if (take("=")) value = attribute();
    out.fields.emplace_back(std::move(name), std::move(value));
    if (!follows(end)) expect(",");
  }
}

// '<' name '=' attribute { ',' … } '>', or a value of an enum: '<' [ WORD ] WORD '>', or lists
HloAttr HloText::angle() {
  expect("<");
  size_t before = at_;
  std::string_view name = word();
  bool is_record = !name.empty() && follows("=");
  at_ = before;
  if (is_record) return record(">");
  HloAttr out;
  while (!take(">")) {
    out = attribute();
    take(",");
  }
  return out;
}

HloAttr HloText::array_attribute() {
  word();
  expect("<");
  element_type();
  HloAttr out = list_of({});
  if (take(":")) {
    do {
      out.items.push_back(plain_attribute());
    } while (take(","));
  }
  expect(">");
  return out;
}

}  // namespace rille
