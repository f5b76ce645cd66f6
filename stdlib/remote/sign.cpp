// sign: AWS Signature Version 4 for s3.
#include "stdlib/remote/sign.h"

#include <algorithm>
#include <ctime>
#include <map>

#include "stdlib/remote/sums.h"
#include "stdlib/remote/url.h"
#include "vm/text.h"

namespace rille {
namespace {

std::string time_text() {
  std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char out[32];
  size_t size = std::strftime(out, sizeof out, "%Y%m%dT%H%M%SZ", &parts);
  return {out, size};
}

std::string signing_key(const Signer& by, std::string_view day) {
  std::string key = hmac_sha256("AWS4" + by.secret, day);
  for (std::string_view step :
       {std::string_view(by.region), std::string_view("s3"), std::string_view("aws4_request")}) {
    key = hmac_sha256(key, step);
  }
  return key;
}

}  // namespace

Signer signer() {
  std::string region = setting("AWS_REGION");
  if (region.empty()) region = setting("AWS_DEFAULT_REGION");
  if (region.empty()) region = "us-east-1";
  return {setting("AWS_ACCESS_KEY_ID"), setting("AWS_SECRET_ACCESS_KEY"),
          setting("AWS_SESSION_TOKEN"), region};
}

void sign(HttpRequest& request, const Signer& by, std::string_view host, std::string_view path,
          std::string_view query) {
  if (by.key.empty() || by.secret.empty()) return;
  std::string time = time_text(), day = time.substr(0, 8), body = hex(sha256(request.payload()));
  std::map<std::string, std::string> headers = {
      {"host", std::string(host)}, {"x-amz-content-sha256", body}, {"x-amz-date", time}};
  if (!by.session.empty()) headers["x-amz-security-token"] = by.session;
  std::string lines, names;
  for (const auto& [name, value] : headers) {
    lines += str(name, ":", value, "\n");
    names += str(names.empty() ? "" : ";", name);
    if (name != "host") request.headers.push_back(str(name, ": ", value));
  }
  std::string asked =
      str(request.method, "\n", path, "\n", query, "\n", lines, "\n", names, "\n", body);
  std::string scope = str(day, "/", by.region, "/s3/aws4_request");
  std::string to_sign = str("AWS4-HMAC-SHA256\n", time, "\n", scope, "\n", hex(sha256(asked)));
  request.headers.push_back(str("Authorization: AWS4-HMAC-SHA256 Credential=", by.key, "/", scope,
                                ", SignedHeaders=", names,
                                ", Signature=", hex(hmac_sha256(signing_key(by, day), to_sign))));
}

}  // namespace rille
