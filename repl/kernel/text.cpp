// Offsets, kinds of completions, input requests.
#include "repl/kernel/text.h"

#include <algorithm>
#include <zmq.hpp>

#include "lang/parse.h"
#include "repl/kernel/xeus.h"
#include "repl/line/brackets.h"
#include "vm/run/running.h"

namespace rille {
namespace {

bool begins_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

}  // namespace

size_t byte_of(std::string_view text, int letters) {
  size_t at = 0;
  for (int seen = 0; at < text.size(); ++at) {
    if (begins_letter(text[at]) && seen++ == letters) break;
  }
  return at;
}

int letters_of(std::string_view text, size_t byte) {
  return static_cast<int>(std::ranges::count_if(text.substr(0, byte), begins_letter));
}

std::string kind_of(const line::Candidate& candidate) {
  const std::string& detail = candidate.detail;
  if (candidate.text.ends_with(" = ")) return "param";
  if (candidate.text.ends_with('/')) return "path";
  if (detail == "a keyword") return "keyword";
  if (candidate.text.starts_with(':')) return "magic";
  if (detail.find('(') != std::string::npos) return "function";
  return detail.empty() ? "module" : "instance";
}

bool is_wrong(const std::string& text) {
  std::vector<Error> errors;
  lang::parse({"", text}, 0, errors, {.prompt = true});
  return !errors.empty();
}

std::string asked_of_frontend(const std::string& prompt) {
  try {
    return xeus::blocking_input_request(prompt, false);
  } catch (const zmq::error_t& error) {  // an interrupt also ends the wait
    xeus::get_interpreter().register_input_handler(nullptr);
    poll();
    throw Error(Code::io, str("io.input: the input request failed: ", error.what()));
  }
}

}  // namespace rille
