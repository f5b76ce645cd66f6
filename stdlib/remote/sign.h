// Signatures of AWS, version 4.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stdlib/remote/http.h"

namespace rille {

// Credentials from the environment. Without a key, requests are not signed.
struct Signer {
  std::string key, secret, session, region;
};
Signer signer();

// Adds the date, the digest of the payload, and the signature to an s3 request. `path` and `query`
// are encoded as in the URL, without the "?".
void sign(HttpRequest& request, const Signer& by, std::string_view host, std::string_view path,
          std::string_view query);

}  // namespace rille
