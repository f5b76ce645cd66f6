// Url: parses and checks URLs.
#include "stdlib/remote/url.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "stdlib/remote.h"
#include "vm/error.h"

namespace rille {
namespace {

[[noreturn]] void refuse(std::string_view shown, std::string_view why) {
  throw Error(Code::io, str("\"", shown, "\": ", why));
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

// The authority host:port of "https://host:port/path".
std::string_view authority_of(std::string_view url) {
  size_t from = url.find("://") + 3;
  return url.substr(from, url.find_first_of("/?#", from) - from);
}

std::string_view host_of(std::string_view url) {
  std::string_view host = authority_of(url);
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.find(':'));
}

Url web_url(const std::string& text) {
  Url out{Scheme::web, "", "", text, shown_path(text)};
  bool has_name = authority_of(text).find('@') != std::string_view::npos;
  if (has_name) {
    refuse(str(text.substr(0, text.find("://")), "://…"),
           "a URL must not contain a user name or a password, which errors would show");
  }
  if (host_of(text).empty()) refuse(out.shown, "the URL has no server name");
  auto is_bad = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; };
  if (std::ranges::any_of(text, is_bad))
    refuse(out.shown, "the URL contains a space or a control character; write %20 for a space");
  need_safe(text, out.shown);
  return out;
}

}  // namespace

Url url_of(const std::string& text) {
  if (text.find('\0') != std::string::npos) refuse("URL", "the URL contains a NUL character");
  if (text.starts_with("http")) return web_url(text);
  Url out{text.starts_with("gs") ? Scheme::gs : Scheme::s3, "", "", "", text};
  std::string_view rest = std::string_view(text).substr(5);
  out.bucket = rest.substr(0, rest.find('/'));
  rest.remove_prefix(std::min(out.bucket.size(), rest.size()));
  if (out.bucket.empty() || !std::ranges::all_of(out.bucket, is_plain)) {
    refuse(text, "expected a bucket name of letters, digits, -, ., _, and ~ after ://");
  }
  for (char c : rest) {
    bool is_double = c == '/' && (out.key.empty() || out.key.back() == '/');
    if (!is_double) out.key += c;
  }
  constexpr size_t longest = 1024;  // maximum bytes of a name in both services
  if (out.key.size() > longest)
    refuse(text.substr(0, 80) + "…", "the object name exceeds 1024 bytes");
  return out;
}

std::string percent_encoded(std::string_view text, std::string_view kept) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (is_plain(c) || kept.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return out;
}

std::string setting(const char* name) {
  const char* found = std::getenv(name);
  return found == nullptr ? "" : found;
}

int setting_number(const char* name, int otherwise, int least, int most) {
  std::string text = setting(name);
  if (text.empty()) return otherwise;
  int out = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  bool fits =
      error == std::errc() && end == text.data() + text.size() && out >= least && out <= most;
  if (fits) return out;
  throw Error(Code::io, str("the environment variable ", name, " must be an integer from ", least,
                            " to ", most));
}

void need_safe(std::string_view url, std::string_view shown) {
  if (!url.starts_with("http://")) return;
  std::string_view host = host_of(url);
  bool is_here = host == "localhost" || host == "[::1]" || host == "127.0.0.1";
  if (is_here || setting("RILLE_HTTP") == "1") return;
  throw Error(Code::io, str("\"", shown,
                            "\": http:// is not encrypted, and is allowed only for servers on "
                            "this machine"))
      .help("use https://, or set RILLE_HTTP=1");
}

}  // namespace rille
