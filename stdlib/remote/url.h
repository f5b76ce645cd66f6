// Url: the parts of a URL.
#pragma once

#include <string>
#include <string_view>

namespace rille {

enum class Scheme { gs, s3, web };

// `key` has no leading and no repeated slashes; "" is the bucket itself.
struct Url {
  Scheme scheme = Scheme::web;
  std::string bucket, key;  // set for gs and s3
  std::string whole;        // set for web: the URL to request
  std::string shown;        // the URL in errors
};

// Parses a URL; error[io] if it is not valid or not allowed.
Url url_of(const std::string& text);

// Encodes all characters as %XX except letters, digits, -._~, and those in `kept`.
std::string percent_encoded(std::string_view text, std::string_view kept = "");

// The value of an environment variable; "" if it is not set.
std::string setting(const char* name);
int setting_number(const char* name, int otherwise, int least, int most);

// Raises error[io] with `shown` if the URL is http://, unless the server is on this machine or
// RILLE_HTTP is 1.
void need_safe(std::string_view url, std::string_view shown);

}  // namespace rille
