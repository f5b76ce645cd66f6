// RetriedRequest: a request with retries.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "stdlib/remote/http.h"
#include "stdlib/remote/url.h"

namespace rille {

// A request that is retried after transient failures. `make` creates a new request for each try,
// because signatures contain the time. The pauses between tries grow exponentially, with jitter, so
// that many clients do not retry at the same time.
class RetriedRequest {
 public:
  explicit RetriedRequest(std::function<HttpRequest()> make);
  HttpResponse& wait();  // the answer of the last try if all tries fail

 private:
  std::function<HttpRequest()> make_;
  std::unique_ptr<HttpExchange> exchange_;
  int tries_ = 1;
};

// The answer to a request, even if it is a failure.
HttpResponse answer_of(std::function<HttpRequest()> make);

// Raises error[io]: cannot `doing` "url": the status and the message of the server.
[[noreturn]] void fail_remote(std::string_view doing, const Url& url, const HttpResponse& answer);
// Raises error[io]: "url" why.
[[noreturn]] void fail_remote(const Url& url, std::string_view why);

}  // namespace rille
