// format(): the canonical formatting of a program.
#include "lang/format.h"

#include "lang/format/layout.h"
#include "lang/parse.h"
#include "lang/print_tree.h"

namespace rille::lang {
namespace {

File read(const Source& source, int file) {
  std::vector<Error> errors;
  File out = parse(source, file, errors);
  if (!errors.empty()) throw Error(errors.front());
  return out;
}

}  // namespace

std::string format(const Source& source, int file) {
  File before = read(source, file);
  std::vector<Error> errors;
  LexResult lexed = lex(source.text, file, errors);
  std::string out = TokenLayout(source.text, lexed.tokens).write();
  File after = read({source.name, out}, file);
  RILLE_CHECK(print_tree(before) == print_tree(after), "format changed what ", source.name,
              " means");
  return out;
}

std::string one_line(std::string_view piece) {
  std::vector<Error> errors;
  LexResult lexed = lex(piece, 0, errors);
  return TokenLayout(piece, lexed.tokens).write_line();
}

}  // namespace rille::lang
