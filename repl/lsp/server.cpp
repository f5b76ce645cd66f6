// Server: messages, responses, and the tracing thread.
#include "repl/lsp/server.h"

#include <unistd.h>

#include <chrono>

namespace rille::lsp {
namespace {

constexpr int parse_error = -32700, no_request = -32600, no_method = -32601, bad_params = -32602,
              internal = -32603, not_ready = -32002, refused = -32803;
constexpr int64_t rest_ms = 200;  // a text is traced after this time without changes

int64_t now_ms() {
  using namespace std::chrono;  // NOLINT(google-build-using-namespace)
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

struct Server::Failure : std::runtime_error {
  Failure(int number, const std::string& why) : std::runtime_error(why), code(number) {}
  int code;
};

Server::Server(MessageChannel& wire) : wire_(wire), world_(shelf_), tracer_([this] { trace(); }) {}

Server::~Server() {
  {
    std::lock_guard lock(mutex_);
    leaves_ = true;
  }
  changed_.notify_all();
  tracer_.join();
}

int Server::run() {
  while (auto body = wire_.read()) {
    if (body->find("\"exit\"") != std::string::npos) {
      Json message = Json::parse(*body, nullptr, false);
      if (message.is_object() && message.value("method", "") == "exit") return is_shut_ ? 0 : 1;
    }
    take(*body);
  }
  return 1;
}

// Handles one message. An error becomes the response, and the server continues.
void Server::take(const std::string& body) {
  Json message = Json::parse(body, nullptr, false);
  Json reply = {{"jsonrpc", "2.0"}, {"id", nullptr}};
  auto fail = [&](int code, const std::string& why) {
    reply["error"] = {{"code", code}, {"message", why}};
  };
  bool is_message =
      message.is_object() && message.contains("method") && message["method"].is_string();
  if (message.is_object() && !is_message && message.contains("id")) return;  // an answer
  bool is_request = is_message && message.contains("id");
  if (is_request) reply["id"] = message["id"];
  try {
    if (message.is_discarded()) throw Failure(parse_error, "the message is not valid JSON");
    if (!is_message) throw Failure(no_request, "the message has no method");
    std::string method = message["method"];
    reply["result"] = answer(method, message.value("params", Json::object()));
  } catch (const Failure& failure) {
    fail(failure.code, failure.what());
  } catch (const RenameError& why) {
    fail(refused, why.what());
  } catch (const Json::exception& error) {
    fail(bad_params, error.what());
  } catch (const std::exception& error) {
    fail(internal, error.what());
  }
  if (reply.contains("error")) reply.erase("result");
  if (is_request || !is_message) wire_.write(reply);
}

Json Server::answer(const std::string& method, const Json& params) {
  static const std::map<std::string, Handler> handlers = {
      {"initialize", &Server::initialize},
      {"initialized", &Server::nothing},
      {"shutdown", &Server::shutdown},
      {"textDocument/didOpen", &Server::opened},
      {"textDocument/didChange", &Server::changed},
      {"textDocument/didClose", &Server::closed},
      {"textDocument/didSave", &Server::nothing},
      {"textDocument/hover", &Server::at_place<hover>},
      {"textDocument/definition", &Server::at_place<definition>},
      {"textDocument/completion", &Server::at_place<completion>},
      {"textDocument/signatureHelp", &Server::at_place<signature_help>},
      {"textDocument/references", &Server::references_of},
      {"textDocument/documentHighlight", &Server::highlights_of},
      {"textDocument/documentSymbol", &Server::symbols},
      {"textDocument/foldingRange", &Server::folds},
      {"textDocument/formatting", &Server::format},
      {"textDocument/semanticTokens/full", &Server::tokens},
      {"textDocument/inlayHint", &Server::hints},
      {"textDocument/codeAction", &Server::actions},
      {"textDocument/prepareRename", &Server::prepare_rename_of},
      {"textDocument/rename", &Server::rename_of},
  };
  if (method.starts_with("$/") || method == "workspace/didChangeConfiguration" ||
      method == "workspace/didChangeWatchedFiles") {
    return nullptr;
  }
  if (!is_ready_ && method != "initialize")
    throw Failure(not_ready, "`initialize` must be the first request");
  if (is_shut_) throw Failure(no_request, "the server was shut down");
  auto found = handlers.find(method);
  if (found == handlers.end()) throw Failure(no_method, str("unknown method ", method));
  std::lock_guard lock(mutex_);
  world_.disk.forget();
  return (this->*found->second)(params);
}

Json Server::initialize(const Json& params) {
  is_ready_ = true;
  Json encodings = Json::array();
  if (params.contains("capabilities")) {
    Json general = params["capabilities"].value("general", Json::object());
    encodings = general.value("positionEncodings", Json::array());
  }
  for (const Json& one : encodings) {
    if (one == "utf-8") world_.columns = ColumnUnit::bytes;
  }
  Json workspace = params.value("capabilities", Json::object()).value("workspace", Json::object());
  refreshes_ = workspace.value("inlayHint", Json::object()).value("refreshSupport", false);
  bool has_root = params.contains("rootUri") && params["rootUri"].is_string();
  if (has_root) world_.root = path_of(params["rootUri"].get<std::string>());
  bool counts_bytes = world_.columns == ColumnUnit::bytes;
  Json can = {
      {"positionEncoding", counts_bytes ? "utf-8" : "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"foldingRangeProvider", true},
      {"documentFormattingProvider", true},
      {"completionProvider", {{"triggerCharacters", {".", "\"", "/"}}}},
      {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
      {"semanticTokensProvider", {{"legend", semantic_legend()}, {"full", true}}},
      {"inlayHintProvider", true},
      {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
      {"renameProvider", {{"prepareProvider", true}}},
  };
  return {{"capabilities", can}, {"serverInfo", {{"name", "rille"}}}};
}

Json Server::shutdown(const Json&) {
  is_shut_ = true;
  return nullptr;
}

Json Server::nothing(const Json&) { return nullptr; }

Document& Server::document_of(const Json& params) {
  std::string uri = params.at("textDocument").at("uri");
  Document* document = world_.find(uri);
  if (document == nullptr) throw Failure(bad_params, str("the document is not open: ", uri));
  return *document;
}

void Server::renew(Document& document) {
  document.now = analyse(shelf_, document.path, document.text.text());
  if (document.now->is_whole) document.good = document.now;
  publish(document);
  wanted_ = document.uri;
  last_change_ms_ = now_ms();
  changed_.notify_all();
}

void Server::publish(const Document& document) {
  wire_.write({{"jsonrpc", "2.0"},
               {"method", "textDocument/publishDiagnostics"},
               {"params",
                {{"uri", document.uri},
                 {"version", document.version},
                 {"diagnostics", diagnostics(document)}}}});
}

Json Server::opened(const Json& params) {
  const Json& it = params.at("textDocument");
  std::string uri = it.at("uri");
  std::string path = path_of(uri);
  Document document{.uri = uri,
                    .path = path.empty() ? uri : path,
                    .text = DocumentText(it.at("text").get<std::string>(), world_.columns),
                    .version = it.value("version", int64_t{0})};
  world_.open.erase(uri);
  renew(world_.open.emplace(uri, std::move(document)).first->second);
  return nullptr;
}

Json Server::changed(const Json& params) {
  Document& document = document_of(params);
  for (const Json& entry : params.at("contentChanges")) document.text.change(entry);
  document.version = params["textDocument"].value("version", document.version + 1);
  renew(document);
  return nullptr;
}

Json Server::closed(const Json& params) {
  Document& document = document_of(params);
  wire_.write({{"jsonrpc", "2.0"},
               {"method", "textDocument/publishDiagnostics"},
               {"params", {{"uri", document.uri}, {"diagnostics", Json::array()}}}});
  world_.open.erase(document.uri);
  return nullptr;
}

template <Json (*feature)(const Workspace&, const Document&, size_t)>
Json Server::at_place(const Json& params) {
  const Document& document = document_of(params);
  return feature(world_, document, document.text.offset(params.at("position")));
}

Json Server::references_of(const Json& params) {
  const Document& document = document_of(params);
  bool with_definition = params.value("context", Json::object()).value("includeDeclaration", true);
  size_t at = document.text.offset(params.at("position"));
  return references(world_, document, at, with_definition);
}

Json Server::highlights_of(const Json& params) {
  const Document& document = document_of(params);
  return highlights(document, document.text.offset(params.at("position")));
}

Json Server::symbols(const Json& params) { return lsp::symbols(document_of(params)); }

Json Server::folds(const Json& params) { return folding(document_of(params)); }

Json Server::tokens(const Json& params) { return semantic_tokens(document_of(params)); }

Json Server::format(const Json& params) { return formatting(document_of(params)); }

Json Server::hints(const Json& params) {
  const Document& document = document_of(params);
  const Json& range = params.at("range");
  return inlay_hints(document, document.text.offset(range.at("start")),
                     document.text.offset(range.at("end")));
}

Json Server::actions(const Json& params) {
  const Document& document = document_of(params);
  const Json& range = params.at("range");
  return code_actions(document, document.text.offset(range.at("start")),
                      document.text.offset(range.at("end")));
}

Json Server::prepare_rename_of(const Json& params) {
  const Document& document = document_of(params);
  return prepare_rename(document, document.text.offset(params.at("position")));
}

Json Server::rename_of(const Json& params) {
  const Document& document = document_of(params);
  size_t at = document.text.offset(params.at("position"));
  return rename(world_, document, at, params.at("newName").get<std::string>());
}

// The thread that traces: one text at a time, when it has rested.
void Server::trace() {
  std::unique_lock lock(mutex_);
  while (!leaves_) {
    if (wanted_.empty()) {
      changed_.wait(lock);
      continue;
    }
    int64_t left = last_change_ms_ + rest_ms - now_ms();
    if (left > 0) {
      changed_.wait_for(lock, std::chrono::milliseconds(left));
      continue;
    }
    std::string uri = std::exchange(wanted_, "");
    Document* document = world_.find(uri);
    if (document == nullptr || !document->now->errors.empty()) continue;
    auto traced = document->now;
    lock.unlock();
    auto notes = std::make_shared<const ShapeNotes>(shape_notes(traced->source));
    lock.lock();
    document = world_.find(uri);
    if (document == nullptr || document->now != traced) continue;
    document->notes = notes;
    document->noted = traced;
    if (!notes->faults.errors.empty()) publish(*document);
    if (!notes->notes.empty() && refreshes_) {
      wire_.write({{"jsonrpc", "2.0"}, {"id", "hints"}, {"method", "workspace/inlayHint/refresh"}});
    }
  }
}

}  // namespace rille::lsp
