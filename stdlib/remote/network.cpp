// Network: starts, runs, and cancels requests.
#include "stdlib/remote/network.h"

#include <algorithm>
#include <chrono>
#include <csignal>

#include "vm/error.h"

namespace rille {
namespace {

constexpr long most_connections = 32, most_of_host = 8;

// Initializes libcurl before the network, so that libcurl is destroyed after it.
struct Library {
  Library() {
    if (curl_global_init(CURL_GLOBAL_DEFAULT) == 0) return;
    throw Error(Code::io, "cannot initialize libcurl");
  }
};

}  // namespace

Network& network() {
  static const Library library;
  static Network only;
  return only;
}

Network::Network() : multi_(curl_multi_init()) {
  RILLE_CHECK(multi_ != nullptr);
  curl_multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS, most_connections);
  curl_multi_setopt(multi_, CURLMOPT_MAX_HOST_CONNECTIONS, most_of_host);
  // The network thread blocks all signals, which are for the threads that run scripts. A broken
  // pipe is reported as an error of its write.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Network::~Network() {
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

void Network::begin(Exchange::Transfer& transfer) {
  {
    std::lock_guard lock(mutex_);
    if (ends_) throw Error(Code::io, "the program is exiting");
    fresh_.push_back(&transfer);
  }
  curl_multi_wakeup(multi_);
}

void Network::begin_alone(std::unique_ptr<Exchange::Transfer> transfer) {
  Exchange::Transfer& held = *transfer;
  {
    std::lock_guard lock(mutex_);
    alone_.push_back(std::move(transfer));
  }
  begin(held);
}

void Network::take_back(Exchange::Transfer& transfer) {
  std::unique_lock lock(mutex_);
  if (transfer.is_done) return;
  back_.push_back(&transfer);
  curl_multi_wakeup(multi_);
  changed_.wait(lock, [&] { return transfer.is_done; });
}

bool Network::is_done(const Exchange::Transfer& transfer, int wait_ms) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::milliseconds(wait_ms),
                           [&] { return transfer.is_done; });
}

void Network::remove(Exchange::Transfer& transfer) {
  if (std::erase(inside_, &transfer) > 0) curl_multi_remove_handle(multi_, transfer.easy);
}

// One iteration of the loop: adds and cancels requests, then processes the connections.
void Network::turn() {
  std::vector<Exchange::Transfer*> done;
  {
    std::lock_guard lock(mutex_);
    for (Exchange::Transfer* transfer : fresh_) {
      inside_.push_back(transfer);
      curl_multi_add_handle(multi_, transfer->easy);
    }
    fresh_.clear();
    done.swap(back_);
  }
  for (Exchange::Transfer* transfer : done) remove(*transfer);
  int running = 0, left = 0;
  curl_multi_perform(multi_, &running);
  while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    CURLcode code = message->data.result;
    auto found = std::ranges::find(inside_, message->easy_handle, &Exchange::Transfer::easy);
    Exchange::Transfer* transfer = *found;
    transfer->end(code);
    remove(*transfer);
    done.push_back(transfer);
  }
  if (done.empty()) return;
  std::lock_guard lock(mutex_);
  for (Exchange::Transfer* transfer : done) {
    std::erase(back_, transfer);  // a cancellation that arrived in the meantime
    transfer->is_done = true;
  }
  std::erase_if(alone_, [](const auto& transfer) { return transfer->is_done; });
  changed_.notify_all();
}

void Network::run() {
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
    Exchange::Transfer& last = *inside_.back();
    last.answer.fault = "the program is exiting";
    last.is_done = true;
    remove(last);
  }
  changed_.notify_all();
}

}  // namespace rille
