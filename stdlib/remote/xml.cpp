// XML: finds elements by name and decodes entities.
#include "stdlib/remote/xml.h"

#include <algorithm>
#include <charconv>

#include "vm/text.h"

namespace rille {
namespace {

void put_character(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += {static_cast<char>(0xc0 | c >> 6), static_cast<char>(0x80 | (c & 63))};
  } else if (c < 0x10000) {
    out += {static_cast<char>(0xe0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 63)),
            static_cast<char>(0x80 | (c & 63))};
  } else {
    out += {static_cast<char>(0xf0 | (c >> 18 & 7)), static_cast<char>(0x80 | (c >> 12 & 63)),
            static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
  }
}

// Decodes an entity such as "&amp;"; an unknown entity is kept.
void put_entity(std::string& out, std::string_view name) {
  constexpr std::pair<std::string_view, char> known[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [word, c] : known) {
    if (name == word) {
      out += c;
      return;
    }
  }
  uint32_t number = 0;
  bool is_hex = name.starts_with("#x");
  std::string_view digits = name.substr(std::min<size_t>(is_hex ? 2 : 1, name.size()));
  auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, is_hex ? 16 : 10);
  bool is_number = name.starts_with('#') && error == std::errc() && number < 0x110000 &&
                   end == digits.data() + digits.size();
  if (is_number) return put_character(out, number);
  out += str("&", name, ";");
}

std::string plain(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    size_t at = std::min(text.find('&'), text.size());
    out += text.substr(0, at);
    text.remove_prefix(at);
    size_t end = text.find(';');
    if (end == std::string_view::npos) break;
    put_entity(out, text.substr(1, end - 1));
    text.remove_prefix(end + 1);
  }
  out += text;
  return out;
}

}  // namespace

std::vector<std::string_view> xml_elements(std::string_view xml, std::string_view name) {
  std::string begin = str("<", name, ">"), end = str("</", name, ">");
  std::vector<std::string_view> out;
  for (size_t at = xml.find(begin); at != std::string_view::npos; at = xml.find(begin, at)) {
    at += begin.size();
    size_t close = xml.find(end, at);
    if (close == std::string_view::npos) break;
    out.push_back(xml.substr(at, close - at));
    at = close;
  }
  return out;
}

std::string xml_text(std::string_view xml, std::string_view name) {
  std::string begin = str("<", name, ">"), end = str("</", name, ">");
  size_t at = xml.find(begin);
  size_t close = at == std::string_view::npos ? at : xml.find(end, at);
  if (close == std::string_view::npos) return "";
  return plain(xml.substr(at + begin.size(), close - at - begin.size()));
}

}  // namespace rille
