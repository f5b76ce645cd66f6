// Server: serves one editor.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "repl/lsp/features.h"
#include "repl/lsp/wire.h"

namespace rille::lsp {

// Reads messages until `exit` or the end of the input, and handles each on the calling thread. The
// errors of a changed text are published before the next message is read. A separate thread traces
// shapes after a pause in editing, and publishes the diagnostics again. `mutex_` guards the
// documents.
class Server {
 public:
  explicit Server(MessageChannel& wire);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int run();  // returns the exit status

 private:
  using Handler = Json (Server::*)(const Json& params);
  struct Failure;

  void take(const std::string& body);
  Json answer(const std::string& method, const Json& params);
  void publish(const Document& document);
  void renew(Document& document);
  void trace();
  Document& document_of(const Json& params);

  Json initialize(const Json& params);
  Json shutdown(const Json& params);
  Json opened(const Json& params);
  Json changed(const Json& params);
  Json closed(const Json& params);
  Json nothing(const Json& params);
  Json symbols(const Json& params);
  Json folds(const Json& params);
  Json tokens(const Json& params);
  Json format(const Json& params);
  Json hints(const Json& params);
  Json actions(const Json& params);
  template <Json (*feature)(const Workspace&, const Document&, size_t)>
  Json at_place(const Json& params);
  Json references_of(const Json& params);
  Json highlights_of(const Json& params);
  Json prepare_rename_of(const Json& params);
  Json rename_of(const Json& params);

  MessageChannel& wire_;
  BuiltinIndex shelf_;
  Workspace world_;
  bool is_ready_ = false, is_shut_ = false;
  bool refreshes_ = false;  // true if the editor supports workspace/inlayHint/refresh

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string wanted_;  // uri of the document to be traced, or ""
  int64_t last_change_ms_ = 0;
  bool leaves_ = false;
  std::thread tracer_;
};

}  // namespace rille::lsp
