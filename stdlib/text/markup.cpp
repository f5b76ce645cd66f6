// escaped_markup: escapes <, >, &, ", and control characters.
#include "stdlib/markup.h"

namespace rille {

std::string escaped_markup(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
  }
  return out;
}

}  // namespace rille
