// Signatures of AWS, version 4.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stdlib/remote/http.h"

namespace rille {

// Who signs, from the environment; nobody where there is no key.
struct Signer {
  std::string key, secret, session, region;
};
Signer signer();

// Adds the date, the payload's digest and the signature to a request of s3. `path` and `query` are
// encoded as they stand in its URL, without the "?".
void sign(Request& request, const Signer& by, std::string_view host, std::string_view path,
          std::string_view query);

}  // namespace rille
