// HttpExchange: one HTTP request and its answer.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

struct HttpRequest {
  std::string method = "GET", url = "";
  std::vector<std::string> headers = {};  // lines such as "Name: value"
  std::string body = "";
  std::string_view data = {};  // a body that the caller owns until there is an answer
  bool follows = false;        // whether redirects are followed
  // `part` receives the bytes of a range (status 206); `most` is the maximum size of another body.
  std::span<std::byte> part = {};
  size_t most = size_t{1} << 20;

  std::string_view payload() const { return data.empty() ? std::string_view(body) : data; }
};

struct HttpResponse {
  int status = 0;                                   // 0 without an answer; see `fault`
  std::string fault = "";                           // why the answer is missing or incomplete
  std::map<std::string, std::string> headers = {};  // names in lower case; values are joined
  std::string text = "";                            // body, unless it is a range
  size_t part = 0;                                  // number of bytes received of a range
  bool is_final = false;                            // whether a retry would fail again
  bool is_too_long = false;                         // whether the body exceeded `most`

  std::string header(const std::string& name) const;
  bool is_good() const { return status >= 200 && status < 300 && fault.empty(); }
  // Whether the failure is transient, so that a retry may succeed.
  bool is_passing() const;
};

// A request that runs on the shared network thread. The destructor cancels it; afterwards nothing
// writes to `part`.
class HttpExchange {
 public:
  explicit HttpExchange(HttpRequest request);
  ~HttpExchange();
  HttpExchange(const HttpExchange&) = delete;
  HttpExchange& operator=(const HttpExchange&) = delete;
  // Waits for the answer. An interrupt ends the wait.
  HttpResponse& wait();

  struct Transfer;

 private:
  std::unique_ptr<Transfer> transfer_;
};

}  // namespace rille
