// A template's run: what it writes, and how far it may go.
#pragma once

#include <map>
#include <optional>

#include "stdlib/tokens/chat/syntax.h"

namespace rille {

// The bounds of one run: a template may come from anywhere.
struct ChatLimits {
  int64_t steps = 5'000'000;
  size_t bytes = most_chat_bytes;  // of the output and of any text on the way
  int64_t range = 100'000;
};

// Names in a scope; what it lacks is looked for around it.
struct ChatScope {
  std::map<std::string, Thing, std::less<>> names;
  ChatScope* around = nullptr;
  const Thing* find(std::string_view name) const;
};

class ChatRun {
 public:
  ChatRun(std::map<std::string, Thing, std::less<>> globals, std::optional<double> now);
  ~ChatRun();
  ChatRun(const ChatRun&) = delete;
  ChatRun& operator=(const ChatRun&) = delete;
  std::string run(const ChatBody& body);

  // What parts of a run need: a step, with an error where there were too many; a text that is not
  // too long.
  void step(int line);
  void need_room(size_t bytes) const;
  Thing call(const Thing& function, const ThingArguments& arguments);
  int line() const { return line_; }
  const ChatLimits& limits() const { return limits_; }
  Thing filter(std::string_view name, const Thing& x, const ThingArguments& arguments);
  bool test(std::string_view name, const Thing& x, const ThingArguments& arguments);
  Things items_of(const Thing& x) const;  // what a loop goes through
  Thing attribute(const Thing& of, const std::string& name) const;
  Thing item(const Thing& of, const Thing& key) const;

 private:
  enum class Flow { on, leave, next };
  Flow run_body(const ChatBody& body, ChatScope& scope, std::string& out);
  Flow run_node(const ChatNode& node, ChatScope& scope, std::string& out);
  Flow run_loop(const ChatNode& node, ChatScope& scope, std::string& out);
  // Of what a loop goes through; depth: 0, or how often it has called itself.
  Flow run_turns(const ChatNode& node, Things items, int64_t depth, ChatScope& scope,
                 std::string& out);
  void put_calls(const ChatNode& node, int64_t depth, const ChatScope& scope, ThingTable& loop);
  Flow run_with(const ChatNode& node, ChatScope& scope, std::string& out);
  void run_set(const ChatNode& node, ChatScope& scope);
  void bind(const std::vector<std::string>& names, const Thing& value, ChatScope& scope);
  Thing macro_of(const ChatNode& node, ChatScope& scope);
  std::map<std::string, Thing, std::less<>> seen_in(const ChatScope& scope) const;
  std::string captured(const ChatBody& body, ChatScope& around);

  Thing value(const ChatExpr& expr, ChatScope& scope);
  Thing table(const ChatExpr& expr, ChatScope& scope);
  Thing unary(const ChatExpr& expr, ChatScope& scope);
  Thing binary(const ChatExpr& expr, ChatScope& scope);
  Thing compared(const ChatExpr& expr, ChatScope& scope);
  Thing slice(const ChatExpr& expr, ChatScope& scope);
  ThingArguments arguments(const ChatExpr& expr, ChatScope& scope);
  void define_globals(std::optional<double> now);

  ChatLimits limits_;
  ChatScope globals_;
  std::vector<std::weak_ptr<ThingTable>> namespaces_;  // which may hold themselves
  int64_t steps_ = 0;
  int line_ = 1;
};

// A method of a string, a list or a dict; null where it has none of that name.
std::optional<Thing> format_method(const std::string& text, const std::string& name,
                                   const ChatRun& run);
std::optional<Thing> method_of(const Thing& of, const std::string& name, const ChatRun& run);
// The arguments of a call by name: position `at`, or that name, or nothing.
const Thing* argument(const ThingArguments& given, size_t at, std::string_view name);
void need_defined(const Thing& x);  // error[name] of what is undefined
// A text of the time, as C's strftime writes it; UTC.
std::string time_text(double seconds, const std::string& format);
// Python's `form % with`: a tuple holds a value for each conversion, a table those with names.
std::string formatted_text(const std::string& form, const Thing& with, const ChatRun& run);
// The filters of formats, pieces and layout; nothing where it is none of them.
std::optional<Thing> layout_filter(std::string_view name, const Thing& x,
                                   const ThingArguments& given, const ChatRun& run);
bool is_contained(const Thing& item, const Thing& in);
Thing repeated_or_joined(const std::string& op, const Thing& a, const Thing& b, const ChatRun& run);

}  // namespace rille
