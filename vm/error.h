// What a user did wrong, where, and the way out.
#pragma once

#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "vm/text.h"
#include "vm/text/source.h"

namespace rille {

// The kind is part of the language: scripts match on it, docs/errors/ explains it.
enum class Code {
#define CODE(name) name,
#include "vm/codes.def"
#undef CODE
};

std::string_view name(Code code);

// Stands in a message for the source text of argument `at` (from 0) of the call that
// raises. The crossing (vm/bind.cpp) puts in what the script says there ("p.w"), or,
// where no source is known, the fallback.
std::string arg(int at, std::string_view fallback);
inline constexpr int callee = 9;  // arg(callee, …): the operator, callee or field itself

// Thrown for a mistake in a script or in its data, never for a bug of ours
// (that is RILLE_CHECK). Caught in vm/bind.cpp (C++ -> Lua), vm/call.cpp (Lua -> C++),
// repl/rille.h and at the top of a worker thread, nowhere else.
class Error : public std::exception {
 public:
  struct Note {
    std::string text;
    Span span = {};
  };
  // A place under the main one on the same excerpt: "--^----" and a line that says why.
  struct Label {
    std::string text;
    Span span = {};
    int argument = -1;  // resolved to a span by the crossing
  };

  Error(Code code, std::string message, Span span = {});

  // A second place worth showing: where a tracer was made, where x was bound.
  Error&& note(std::string text, Span span = {}) &&;
  Error& note(std::string text, Span span = {}) &;

  // Underlines an argument of the failing call; one label may carry the text.
  Error&& label(int argument, std::string text = "") &&;

  // The place is argument `argument` of the failing call; the call itself where it has none.
  Error&& at(int argument) &&;
  // The fault is what the caller of the innermost script function gave for its parameter
  // `parameter`: the place is that argument, where a script's call gave it.
  Error&& given(int parameter) &&;

  // Labels count the arguments without the self in front of them.
  Error&& without_self() &&;

  // Puts a step in front of the path to the layer that raised: `layers[1]`, then `attn`, makes
  // `attn.layers[1]`. State::place notes the path from the model to it.
  Error& in_layer(std::string_view step) &;

  // What to write instead. Say it only when it is sure to work.
  Error&& help(std::string text) &&;
  Error& help(std::string text) &;

  const char* what() const noexcept override { return message_.c_str(); }
  Code code() const { return code_; }
  Span span() const { return span_; }
  const std::vector<Note>& notes() const { return notes_; }
  const std::vector<Label>& labels() const { return labels_; }
  const std::string& help() const { return help_; }
  const std::string& layer() const { return layer_; }
  int given() const { return given_; }     // -1: it is no such fault
  bool placed() const { return placed_; }  // place() has been here: frames are noted

  // The crossing gives a place to an error that was raised without one, and source
  // text to its arg() marks; an error that has a place keeps it.
  void place(Span span, std::span<const Span> arguments, std::span<const Source> files);

 private:
  Code code_;
  std::string message_;  // one line, no full stop, names and shapes included
  Span span_;
  std::vector<Note> notes_;
  std::vector<Label> labels_;
  std::string help_;
  std::string layer_;
  int at_ = -1;
  int given_ = -1;
  bool placed_ = false;
};

// The text that a terminal shows: message, source line, caret, notes, help.
std::string render(const Error& error, std::span<const Source> files);

// Thrown by RILLE_CHECK: a bug of ours. The host survives it and says so.
class Bug : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void broken(const char* file, int line, const char* condition, const std::string& why);

}  // namespace rille

// States an invariant of ours. It stays on in release builds, so keep it out of
// inner loops.
#define RILLE_CHECK(condition, ...)                                 \
  do {                                                              \
    if (!(condition)) {                                             \
      ::rille::broken(__FILE__, __LINE__, #condition,               \
                      ::rille::str("" __VA_OPT__(, ) __VA_ARGS__)); \
    }                                                               \
  } while (false)
