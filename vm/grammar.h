// AnnotationGrammar: the grammar of types, over any tokens.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rille {

// These rules parse the annotations of scripts (lang/parse/types.cpp: from tokens to nodes) and
// those of records and emitted text (vm/annotation/parse.cpp: from characters to data). A Source
// provides the tokens and creates the results:
//   at(text), take(text), expect_closer(text, wanted, opener)   tokens by their text
//   at_name(), at_string(), at_label(), at_end()                the kind of the next token
//   begin(), level()                 position of the next token; counter of nesting levels
//   path(first)                      NAME { '.' WORD } as a Type
//   axis(type, first)                adds one entry between brackets
//   open(type), literal(first), nil(first), function(names, result, first)
//   group(labels, parts, is_open, first), either(parts, first), close(type, first)
//   take_label(), take_name(what), wrong(what), mixed(first)
template <class Source>
class AnnotationGrammar {
 public:
  using Type = typename Source::Type;
  explicit AnnotationGrammar(Source& source) : source_(source) {}

  // type = single { 'or' single } .
  Type type() {
    auto level = source_.level();
    auto first = source_.begin();
    Type out = single();
    if (!source_.at("or")) return out;
    std::vector<Type> parts;
    parts.push_back(std::move(out));
    while (source_.take("or")) parts.push_back(single());
    return source_.either(std::move(parts), first);
  }

 private:
  // single = path [ '[' [ axis { ',' axis } [ ',' ] ] ']' ] | STRING | 'nil' | function | group .
  Type single() {
    auto first = source_.begin();
    if (source_.at("(")) return group();
    if (source_.at_string()) return source_.literal(first);
    if (source_.take("nil")) return source_.nil(first);
    if (source_.take("fn")) return function(first);
    if (!source_.at_name()) throw source_.wrong("a type");
    Type out = source_.path(first);
    auto opener = source_.opener();
    if (source_.take("[")) {
      source_.open(out);
      while (!source_.at("]") && !source_.at_end()) {
        source_.axis(out, source_.begin());
        if (!source_.take(",")) break;
      }
      source_.expect_closer("]", "`,` or `]`", opener);
    }
    return source_.close(std::move(out), first);
  }

  // function = 'fn' [ '(' [ NAME { ',' NAME } ] ')' [ '->' NAME ] ] .   (* names are documentation
  // *)
  template <class Place>
  Type function(Place first) {
    std::vector<std::string> names;
    bool is_told = source_.at("(");
    auto opener = source_.opener();
    if (source_.take("(")) {
      while (!source_.at(")") && !source_.at_end()) {
        names.push_back(source_.take_name("the name of a parameter"));
        if (!source_.take(",")) break;
      }
      source_.expect_closer(")", "`,` or `)`", opener);
      if (source_.take("->")) source_.take_name("the name of the result");
    }
    return source_.function(std::move(names), is_told, first);
  }

  // group = '(' [ [ WORD '=' ] type { ',' [ WORD '=' ] type } [ ',' [ '...' ] ] ] ')' .
  Type group() {
    auto first = source_.begin();
    auto opener = source_.opener();
    std::vector<std::string> labels;
    std::vector<Type> parts;
    bool has_comma = false, is_open = false;
    source_.take("(");
    while (!source_.at(")") && !source_.at_end()) {
      auto place = source_.begin();
      if (!parts.empty() && labels.empty() && source_.take("...")) {
        is_open = true;
        break;
      }
      bool is_labelled = source_.at_label();
      if (!parts.empty() && is_labelled == labels.empty()) throw source_.mixed(place);
      if (is_labelled) labels.push_back(source_.take_label());
      parts.push_back(type());
      has_comma = source_.take(",");
      if (!has_comma) break;
    }
    source_.expect_closer(")", "`,` or `)`", opener);
    if (parts.size() == 1 && !has_comma && labels.empty()) return std::move(parts[0]);
    return source_.group(std::move(labels), std::move(parts), is_open, first);
  }

  Source& source_;
};

}  // namespace rille
