// Network: the thread on which all requests run.
#pragma once

#include <curl/curl.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "stdlib/remote/http.h"

namespace rille {

// The state of one request. While the request is in the loop, only the network thread accesses it;
// `is_done` is guarded by the mutex of the network.
struct Exchange::Transfer {
  explicit Transfer(Request request);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  size_t take_header(std::string_view line);
  size_t take_body(std::string_view bytes);
  size_t lack_memory();
  void end(CURLcode code);

  Request request;
  Answer answer;
  CURL* easy;
  curl_slist* lines = nullptr;
  size_t header_bytes = 0;
  std::atomic<size_t> held = 0;  // capacity of the text of the answer
  std::atomic<bool> lacks_memory = false;
  char why[CURL_ERROR_SIZE] = {};
  bool is_done = false;

 private:
  void set_request();
  void set_bounds();
};

class Network {
 public:
  Network();
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  void begin(Exchange::Transfer& transfer);
  void take_back(Exchange::Transfer& transfer);  // returns when the request is out of the loop
  // Starts a request without a caller that waits for it; the exit of the program waits briefly.
  void begin_alone(std::unique_ptr<Exchange::Transfer> transfer);
  // Waits up to `wait_ms` and returns whether the request is done.
  bool is_done(const Exchange::Transfer& transfer, int wait_ms);

 private:
  void run();
  void turn();
  void remove(Exchange::Transfer& transfer);

  CURLM* multi_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Exchange::Transfer*> fresh_, back_;
  std::vector<Exchange::Transfer*> inside_;  // accessed only by the network thread
  std::vector<std::unique_ptr<Exchange::Transfer>> alone_;
  bool ends_ = false;
  std::thread thread_;
};

Network& network();

}  // namespace rille
