// Error: an error of the user, with its position and help.
#pragma once

#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "vm/text.h"
#include "vm/text/source.h"

namespace rille {

// The kind of an error is part of the language: scripts match on it, and docs/errors/ explains it.
enum class Code {
#define CODE(name) name,
#include "vm/codes.def"
#undef CODE
};

std::string_view name(Code code);

// A placeholder in a message for the source text of argument `at` (from 0) of the call that raises.
// The crossing (vm/bind.cpp) replaces it by the text in the script ("p.w"), or by the fallback
// without source text.
std::string arg(int at, std::string_view fallback);
inline constexpr int callee = 9;  // arg(callee, …): the operator, callee or field itself

// Thrown for an error in a script or its data, never for a bug of Rille (RILLE_CHECK). Caught only
// in vm/bind.cpp (C++ -> Lua), vm/call.cpp (Lua -> C++), repl/rille.h, and at the top of worker
// threads.
class Error : public std::exception {
 public:
  struct Note {
    std::string text;
    Span span = {};
  };
  // A second underline in the same excerpt, "--^----", with a line that explains it.
  struct Label {
    std::string text;
    Span span = {};
    int argument = -1;  // the crossing resolves it to a span
  };

  Error(Code code, std::string message, Span span = {});

  // Adds another position: where a tracer was created, or where x was bound.
  Error&& note(std::string text, Span span = {}) &&;
  Error& note(std::string text, Span span = {}) &;

  // Underlines an argument of the failing call; one label may carry the text.
  Error&& label(int argument, std::string text = "") &&;

  // Sets the position to argument `argument` of the failing call, or to the call if there is none.
  Error&& at(int argument) &&;
  // The error is in the argument for parameter `parameter` of the innermost script function: the
  // position is that argument in the call, if a script made the call.
  Error&& given(int parameter) &&;

  // Labels count the arguments without self.
  Error&& without_self() &&;

  // Prepends a step to the path of the layer that raised: `layers[1]`, then `attn`, results in
  // `attn.layers[1]`. State::place adds a note with the path from the model.
  Error& in_layer(std::string_view step) &;

  // What to write instead. Only for help that certainly works.
  Error&& help(std::string text) &&;
  Error& help(std::string text) &;

  const char* what() const noexcept override { return message_.c_str(); }
  Code code() const { return code_; }
  Span span() const { return span_; }
  const std::vector<Note>& notes() const { return notes_; }
  const std::vector<Label>& labels() const { return labels_; }
  const std::string& help() const { return help_; }
  const std::string& layer() const { return layer_; }
  int given() const { return given_; }     // -1 if not set
  bool placed() const { return placed_; }  // whether place() has added the frames

  // Called by the crossing: sets the position of an error without one, and replaces arg() marks by
  // source text. An error that has a position keeps it.
  void place(Span span, std::span<const Span> arguments, std::span<const Source> files);

 private:
  Code code_;
  std::string message_;  // one line without a full stop, with names and shapes
  Span span_;
  std::vector<Note> notes_;
  std::vector<Label> labels_;
  std::string help_;
  std::string layer_;
  int at_ = -1;
  int given_ = -1;
  bool placed_ = false;
};

// The text for a terminal: message, source line, caret, notes, help.
std::string render(const Error& error, std::span<const Source> files);

// Thrown by RILLE_CHECK for a bug of Rille. The host survives and reports it.
class Bug : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void broken(const char* file, int line, const char* condition, const std::string& why);

}  // namespace rille

// Checks an invariant, also in release builds, so it must not be used in inner loops.
#define RILLE_CHECK(condition, ...)                                 \
  do {                                                              \
    if (!(condition)) {                                             \
      ::rille::broken(__FILE__, __LINE__, #condition,               \
                      ::rille::str("" __VA_OPT__(, ) __VA_ARGS__)); \
    }                                                               \
  } while (false)
