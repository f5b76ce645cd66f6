// rille_kernel: serves a notebook until it is shut down.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <zmq.hpp>

#include "repl/kernel/history.h"
#include "repl/kernel/notebook.h"
#include "repl/shared_options.h"

namespace rille {
namespace {

Notebook* running_notebook = nullptr;  // NOLINT(*-global-variables): atexit has no arguments

// xeus ends the program by exit() during a call from main(), so the stack is not unwound.
void leave() {
  running_notebook->leave();
  std::fflush(nullptr);
  std::_Exit(0);
}

// xeus answers interrupt_request without calling the interpreter, but it calls the logger.
class InterruptListener : public xeus::xlogger {
 public:
  explicit InterruptListener(Notebook& notebook) : notebook_(notebook) {}

 private:
  void log_received_message_impl(const xeus::xmessage& message, channel from) const override {
    if (from == control && message.header().value("msg_type", "") == "interrupt_request") {
      notebook_.stop();
    }
  }
  void log_sent_message_impl(const xeus::xmessage&, channel) const override {}
  void log_iopub_message_impl(const xeus::xpub_message&) const override {}
  void log_message_impl(const std::string&, const Json&, const Json&, const Json&,
                        const Json&) const override {}

  Notebook& notebook_;
};

// After a failed cell, xeus would answer the queued cells without reporting the idle status. This
// server lets the notebook answer them.
class NotebookServer : public xeus::xserver_shell_main {
 public:
  using xserver_shell_main::xserver_shell_main;

 private:
  void abort_queue_impl(const listener&, long) override { running_notebook->drop_waiting(); }
};

std::unique_ptr<xeus::xserver> make_server(xeus::xcontext& context,
                                           const xeus::xconfiguration& config,
                                           Json::error_handler_t on_error) {
  return std::make_unique<NotebookServer>(context.get_wrapped_context<zmq::context_t>(), config,
                                          on_error);
}

// Returns whether the file is a connection file of Jupyter.
bool is_connection(const char* path) {
  std::ifstream file(path);
  Json json = Json::parse(file, nullptr, false);
  bool is_whole = json.is_object() && json.contains("key") && json["key"].is_string();
  for (const char* name : {"transport", "ip", "signature_scheme"}) {
    is_whole = is_whole && json.contains(name) && json[name].is_string();
  }
  for (const char* name : {"control_port", "shell_port", "stdin_port", "iopub_port", "hb_port"}) {
    is_whole = is_whole && json.contains(name) && json[name].is_number_integer();
  }
  return is_whole;
}

Status complain(const char* path, const std::string& why) {
  std::fputs(str("error[io]: ", path, ": ", why, "\n").c_str(), stderr);
  return Status::file;
}

Status serve(const SharedOptions& shared, const char* path) {
  if (!is_connection(path)) return complain(path, "not a connection file of Jupyter");
  InterruptHandler::block_signal();
  auto notebook = std::make_unique<Notebook>(shared);
  running_notebook = notebook.get();
  auto listener = std::make_unique<InterruptListener>(*notebook);
  ::setenv("XEUS_LOG", "1", 1);  // otherwise, xeus ignores the logger
  try {
    auto context = xeus::make_context<zmq::context_t>();
    xeus::xkernel kernel(xeus::load_configuration(path), xeus::get_user_name(), std::move(context),
                         std::move(notebook), make_server, std::make_unique<KernelHistory>(),
                         std::move(listener), xeus::make_null_debugger, Json::object(),
                         Json::error_handler_t::replace);
    ::unsetenv("XEUS_LOG");
    std::atexit(leave);
    kernel.start();
  } catch (const zmq::error_t& error) {
    return complain(path, str("cannot listen on the ports: ", error.what()));
  }
  return Status::success;
}

}  // namespace
}  // namespace rille

extern "C" int rille_kernel(const rille::SharedOptions& shared, const char* connection) {
  return static_cast<int>(rille::serve(shared, connection));
}
