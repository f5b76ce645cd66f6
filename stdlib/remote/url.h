// Url: what names an object, taken apart.
#pragma once

#include <string>
#include <string_view>

namespace rille {

enum class Scheme { gs, s3, web };

// `key` has no slash in front and none doubled; "" is the bucket itself.
struct Url {
  Scheme scheme = Scheme::web;
  std::string bucket, key;  // of gs and s3
  std::string whole;        // of web: what is asked for
  std::string shown;        // in errors
};

// error[io] where it is none that can be asked for.
Url url_of(const std::string& text);

// All but letters, digits and -._~ as %XX; `kept` are left as they are.
std::string percent_encoded(std::string_view text, std::string_view kept = "");

// A variable of the environment; "" where there is none.
std::string setting(const char* name);
int setting_number(const char* name, int otherwise, int least, int most);

// Whether what goes there is sent in the clear, and may be: to this machine, or where RILLE_HTTP
// is 1. error[io] of `shown` otherwise.
void need_safe(std::string_view url, std::string_view shown);

}  // namespace rille
