// OpenText: reads the lines of a prompt incrementally.
#include "lang/parse.h"
#include "lang/parse/lexer.h"

namespace rille::lang {

struct OpenText::Internals {
  std::string text;
  std::vector<Error> errors;
  LexResult lexed;
  Lexer lexer{"", 0, errors, lexed};
  TokenStream tokens;
  int lines = 0;
  bool goes_on = false;
  bool in_string = false;  // the text ends inside a long string

  // Tokens point into the text: if the text moves, all tokens are read again. The text moves only
  // when its size has doubled, so the total work is linear.
  void make_room(size_t more) {
    if (text.size() + more <= text.capacity()) return;
    text.reserve(2 * (text.size() + more));
    std::destroy_at(&lexer);
    lexed = {};
    errors.clear();
    tokens = {};
    std::construct_at(&lexer, "", 0, errors, lexed);
  }
};

OpenText::OpenText() : inside_(std::make_unique<Internals>()) {}
OpenText::~OpenText() = default;

const std::string& OpenText::text() const { return inside_->text; }
bool OpenText::goes_on() const { return inside_->goes_on; }

void OpenText::add(std::string_view line) {
  Internals& in = *inside_;
  in.make_room(line.size() + 1);
  if (in.lines++ > 0) in.text += '\n';
  in.text += line;
  // An open long string remains open until the next three quotes.
  if (in.in_string && line.find("\"\"\"") == std::string_view::npos) return;
  in.goes_on = in.lexer.read_on(in.text, in.tokens);
  in.in_string = in.goes_on && !in.lexer.is_end();
}

}  // namespace rille::lang
