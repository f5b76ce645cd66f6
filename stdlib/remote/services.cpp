// Services: the service of a URL, and messages of errors.
#include "stdlib/remote/services.h"

#include <algorithm>

#include "stdlib/remote/retry.h"
#include "stdlib/remote/xml.h"
#include "vm/error.h"
#include "vm/words/visible.h"

namespace rille {

const Service& service_of(const Url& url) {
  switch (url.scheme) {
    case Scheme::s3: return s3_service;
    case Scheme::gs: return gs_service;
    case Scheme::web: return web_service;
  }
  return web_service;
}

ObjectVersion version_of(const HttpResponse& answer) {
  return {answer.header("etag"), answer.header("x-goog-generation"),
          answer.header("last-modified")};
}

std::string prefix_of(const Url& folder) {
  if (folder.key.empty() || folder.key.ends_with('/')) return folder.key;
  return folder.key + "/";
}

std::string below(const Url& folder, const std::string& prefix, const std::string& name) {
  if (!name.starts_with(prefix))
    fail_remote(folder, "has a listing with names of another directory");
  std::string out = name.substr(prefix.size());
  while (out.ends_with('/')) out.pop_back();
  return out;
}

std::string query_text(QueryParams query) {
  std::ranges::sort(query);
  std::string out;
  for (const auto& [name, value] : query) {
    out += str(out.empty() ? "?" : "&", percent_encoded(name), "=", percent_encoded(value));
  }
  return out;
}

// The message of an error: {"error": {"message": …}} of gs, <Code> and <Message> of s3, or the text
// of other servers.
std::string message_of(const HttpResponse& answer) {
  const std::string& text = answer.text;
  if (text.starts_with('{')) {
    size_t at = text.find("\"message\"");
    size_t from = at == std::string::npos ? at : text.find('"', text.find(':', at));
    size_t end = from == std::string::npos ? from : text.find('"', from + 1);
    if (end != std::string::npos) return text.substr(from + 1, end - from - 1);
  }
  std::string code = xml_text(text, "Code"), message = xml_text(text, "Message");
  if (!code.empty()) return str(code, message.empty() ? "" : ": ", message);
  return text.find('<') == std::string::npos ? text : "";  // HTML pages are not shown
}

std::string without_secrets(std::string text) {
  for (const char* name : {"AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_ACCESS_KEY_ID",
                           "CLOUDSDK_AUTH_ACCESS_TOKEN", "GOOGLE_OAUTH_ACCESS_TOKEN"}) {
    std::string secret = setting(name);
    if (secret.size() < 4) continue;
    for (size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at)) {
      text.replace(at, secret.size(), "…");
    }
  }
  return text;
}

std::string way_out(const Url& url, const HttpResponse& answer) {
  bool is_refused = answer.status == 401 || answer.status == 403;
  bool is_moved = answer.status == 301 || answer.status == 307 || answer.status == 400;
  std::string region = answer.header("x-amz-bucket-region");
  if (url.scheme == Scheme::s3 && is_moved && !region.empty()) {
    return str("the bucket is in another region, set AWS_REGION=", visible(region));
  }
  if (!is_refused) return "";
  if (url.scheme == Scheme::s3 && setting("AWS_ACCESS_KEY_ID").empty()) {
    return "the request was not signed, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
  }
  bool has_token = !setting("CLOUDSDK_AUTH_ACCESS_TOKEN").empty() ||
                   !setting("GOOGLE_OAUTH_ACCESS_TOKEN").empty();
  if (url.scheme == Scheme::gs && !has_token) {
    return "the request had no access token, set CLOUDSDK_AUTH_ACCESS_TOKEN";
  }
  return "";
}

}  // namespace rille
