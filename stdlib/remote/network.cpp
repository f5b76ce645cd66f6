// NetworkThread: starts, runs, and cancels requests.
#include "stdlib/remote/network.h"

#include <algorithm>
#include <chrono>
#include <csignal>

#include "vm/error.h"

namespace rille {
namespace {

constexpr long max_connections = 32, max_of_host = 8;

// Initializes libcurl before the network, so that libcurl is destroyed after it.
struct CurlLibrary {
  CurlLibrary() {
    if (curl_global_init(CURL_GLOBAL_DEFAULT) == 0) return;
    throw Error(Code::io, "cannot initialize libcurl");
  }
};

}  // namespace

NetworkThread& network() {
  static const CurlLibrary library;
  static NetworkThread only;
  return only;
}

NetworkThread::NetworkThread() : multi_(curl_multi_init()) {
  RILLE_CHECK(multi_ != nullptr);
  curl_multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS, max_connections);
  curl_multi_setopt(multi_, CURLMOPT_MAX_HOST_CONNECTIONS, max_of_host);
  // The network thread blocks all signals, which are for the threads that run scripts. A broken
  // pipe is reported as an error of its write.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

NetworkThread::~NetworkThread() {
  constexpr std::chrono::milliseconds patience(1000);
  {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [&] { return alone_.empty(); });
    ends_ = true;
  }
  curl_multi_wakeup(multi_);
  thread_.join();
  curl_multi_cleanup(multi_);
}

void NetworkThread::begin(HttpExchange::Transfer& transfer) {
  {
    std::lock_guard lock(mutex_);
    if (ends_) throw Error(Code::io, "the program is exiting");
    fresh_.push_back(&transfer);
  }
  curl_multi_wakeup(multi_);
}

void NetworkThread::begin_alone(std::unique_ptr<HttpExchange::Transfer> transfer) {
  HttpExchange::Transfer& held = *transfer;
  {
    std::lock_guard lock(mutex_);
    alone_.push_back(std::move(transfer));
  }
  begin(held);
}

void NetworkThread::take_back(HttpExchange::Transfer& transfer) {
  std::unique_lock lock(mutex_);
  if (transfer.is_done) return;
  back_.push_back(&transfer);
  curl_multi_wakeup(multi_);
  changed_.wait(lock, [&] { return transfer.is_done; });
}

bool NetworkThread::is_done(const HttpExchange::Transfer& transfer, int wait_ms) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::milliseconds(wait_ms),
                           [&] { return transfer.is_done; });
}

void NetworkThread::remove(HttpExchange::Transfer& transfer) {
  if (std::erase(inside_, &transfer) > 0) curl_multi_remove_handle(multi_, transfer.easy);
}

// One iteration of the loop: adds and cancels requests, then processes the connections.
void NetworkThread::turn() {
  std::vector<HttpExchange::Transfer*> done;
  {
    std::lock_guard lock(mutex_);
    for (HttpExchange::Transfer* transfer : fresh_) {
      inside_.push_back(transfer);
      curl_multi_add_handle(multi_, transfer->easy);
    }
    fresh_.clear();
    done.swap(back_);
  }
  for (HttpExchange::Transfer* transfer : done) remove(*transfer);
  int running = 0, left = 0;
  curl_multi_perform(multi_, &running);
  while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    CURLcode code = message->data.result;
    auto found = std::ranges::find(inside_, message->easy_handle, &HttpExchange::Transfer::easy);
    HttpExchange::Transfer* transfer = *found;
    transfer->end(code);
    remove(*transfer);
    done.push_back(transfer);
  }
  if (done.empty()) return;
  std::lock_guard lock(mutex_);
  for (HttpExchange::Transfer* transfer : done) {
    std::erase(back_, transfer);  // a cancellation that arrived in the meantime
    transfer->is_done = true;
  }
  std::erase_if(alone_, [](const auto& transfer) { return transfer->is_done; });
  changed_.notify_all();
}

void NetworkThread::run() {
  for (;;) {
    {
      std::lock_guard lock(mutex_);
      if (ends_) break;
    }
    turn();
    curl_multi_poll(multi_, nullptr, 0, 1000, nullptr);
  }
  std::lock_guard lock(mutex_);
  inside_.insert(inside_.end(), fresh_.begin(), fresh_.end());
  while (!inside_.empty()) {
    HttpExchange::Transfer& last = *inside_.back();
    last.answer.fault = "the program is exiting";
    last.is_done = true;
    remove(last);
  }
  changed_.notify_all();
}

}  // namespace rille
