// Exchange: one request and what came of it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

struct Request {
  std::string method = "GET", url = "";
  std::vector<std::string> headers = {};  // "Name: value"
  std::string body = "";
  std::string_view data = {};  // a body that others hold until there is an answer
  bool follows = false;        // where the server sends it on to
  // Where the bytes of a part go (of a 206), and how many others are kept.
  std::span<std::byte> part = {};
  size_t most = size_t{1} << 20;

  std::string_view payload() const { return data.empty() ? std::string_view(body) : data; }
};

struct Answer {
  int status = 0;                                   // 0: none came, `fault` says why
  std::string fault = "";                           // why it is not whole
  std::map<std::string, std::string> headers = {};  // by small letters; of several one list
  std::string text = "";                            // what is no part
  size_t part = 0;                                  // bytes that are one
  bool is_final = false;                            // the fault would be the same again
  bool is_too_long = false;                         // it was ended where it had `most` bytes

  std::string header(const std::string& name) const;
  bool is_good() const { return status >= 200 && status < 300 && fault.empty(); }
  // Cut or refused for a while: worth another try.
  bool is_passing() const;
};

// A request under way, on a thread that all share. Its end takes it back: from then on nothing
// writes to its part.
class Exchange {
 public:
  explicit Exchange(Request request);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  // Until it has come; a stop ends the wait.
  Answer& wait();

  struct Transfer;

 private:
  std::unique_ptr<Transfer> transfer_;
};

}  // namespace rille
