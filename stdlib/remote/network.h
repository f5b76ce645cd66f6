// NetworkThread: the thread on which all requests run.
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
struct HttpExchange::Transfer {
  explicit Transfer(HttpRequest request);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  size_t take_header(std::string_view line);
  size_t take_body(std::string_view bytes);
  size_t lack_memory();
  void end(CURLcode code);

  HttpRequest request;
  HttpResponse answer;
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

class NetworkThread {
 public:
  NetworkThread();
  ~NetworkThread();
  NetworkThread(const NetworkThread&) = delete;
  NetworkThread& operator=(const NetworkThread&) = delete;

  void begin(HttpExchange::Transfer& transfer);
  void take_back(HttpExchange::Transfer& transfer);  // returns when the request is out of the loop
  // Starts a request without a caller that waits for it; the exit of the program waits
  // briefly.
  void begin_alone(std::unique_ptr<HttpExchange::Transfer> transfer);
  // Waits up to `wait_ms` and returns whether the request is done.
  bool is_done(const HttpExchange::Transfer& transfer, int wait_ms);

 private:
  void run();
  void turn();
  void remove(HttpExchange::Transfer& transfer);

  CURLM* multi_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<HttpExchange::Transfer*> fresh_, back_;
  std::vector<HttpExchange::Transfer*> inside_;  // accessed only by the network thread
  std::vector<std::unique_ptr<HttpExchange::Transfer>> alone_;
  bool ends_ = false;
  std::thread thread_;
};

NetworkThread& network();

}  // namespace rille
