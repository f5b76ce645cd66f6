// Ask: a request that is made again until it is answered.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "stdlib/remote/http.h"
#include "stdlib/remote/url.h"

namespace rille {

// Requests are made anew for each try, since their signatures have a time. Between tries it waits
// longer and longer, by chance more or less, so that many do not come back at once.
class Ask {
 public:
  explicit Ask(std::function<Request()> make);
  Answer& wait();  // the last try's where all were in vain

 private:
  std::function<Request()> make_;
  std::unique_ptr<Exchange> exchange_;
  int tries_ = 1;
};

// The answer to a request, whatever it is.
Answer answer_of(std::function<Request()> make);

// error[io]: cannot `doing` "url": what the server said.
[[noreturn]] void fail_remote(std::string_view doing, const Url& url, const Answer& answer);
// error[io]: "url": why.
[[noreturn]] void fail_remote(const Url& url, std::string_view why);

}  // namespace rille
