// tokens.chat: renders a conversation with a chat template.
#include <cmath>
#include <ctime>

#include "stdlib/jinja/template.h"
#include "stdlib/text.h"
#include "stdlib/text/unicode.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/error.h"
#include "vm/state.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// Adds the entries of a dict to `names`. With `are_tokens`, adds only names that end in "_token";
// such a value may be a dict with the text of the token in `content`.
void put_values(JinjaNames& names, const JinjaValue& values, bool are_tokens) {
  if (values.dict() == nullptr) return;
  for (const auto& [key, value] : values.dict()->rows) {
    if (key.string() == nullptr) continue;
    if (!are_tokens) {
      names[*key.string()] = value;
      continue;
    }
    if (!key.string()->ends_with("_token")) continue;
    const JinjaValue* content = value.dict() == nullptr ? nullptr : value.dict()->find("content");
    const JinjaValue& text = content == nullptr ? value : *content;
    if (text.string() != nullptr) names[*key.string()] = text;
  }
}

// The chat template of a tokenizer_config.json: a string, or the one named "default" in a list.
std::string template_of(const JinjaValue& config) {
  const JinjaValue* found = config.dict()->find("chat_template");
  if (found == nullptr)
    throw Error(Code::value, "the tokenizer configuration has no `chat_template`");
  if (found->string() != nullptr) return *found->string();
  if (found->items() != nullptr) {
    for (const JinjaValue& row : *found->items()) {
      const JinjaValue* name = row.dict() == nullptr ? nullptr : row.dict()->find("name");
      const JinjaValue* text = row.dict() == nullptr ? nullptr : row.dict()->find("template");
      if (name == nullptr || text == nullptr || text->string() == nullptr) continue;
      if (name->string() != nullptr && *name->string() == "default") return *text->string();
    }
  }
  throw Error(Code::value,
              "`chat_template` is neither a string nor a list with a template named \"default\"");
}

// A time in UTC, formatted by strftime.
std::string time_text(double seconds, const std::string& format) {
  auto whole = static_cast<std::time_t>(std::floor(seconds));
  std::tm parts{};
  if (!std::isfinite(seconds) || std::abs(seconds) > 1e11 || gmtime_r(&whole, &parts) == nullptr) {
    throw Error(Code::value,
                str("`now` is ", seconds, " seconds, which is outside of the range of dates"));
  }
  if (format.size() > 4096) throw Error(Code::value, "the format of a date exceeds 4096 bytes");
  if (format.empty()) return "";
  std::string out(format.size() * 32 + 64, '\0');
  out.resize(std::strftime(out.data(), out.size(), format.c_str(), &parts));
  return first_bad(out) == out.size() ? out : lossy_text(out);
}

// The functions that transformers adds to Jinja.
JinjaValue raise_exception(const JinjaArguments& args) {
  throw Error(Code::value, str("raised by the template: ",
                               args.positional.empty() ? "" : string_of(args.positional[0])));
}

JinjaValue strftime_now(const JinjaArguments& args, std::optional<double> now) {
  const JinjaValue* format = argument(args, 0, "format");
  if (format == nullptr || format->string() == nullptr) {
    throw Error(Code::type, "strftime_now: `format` must be a string, such as \"%d %b %Y\"");
  }
  if (!now) {
    throw Error(Code::value, "the template calls strftime_now, but `now` is nil")
        .help("`tokens.chat(template, messages, now = io.now())`");
  }
  return time_text(*now, *format->string());
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
std::string chat(const Value& source, const Value& messages, bool generate, const Value& values,
                 std::optional<double> now) {
  JinjaNames names;
  names["raise_exception"] = function_of(raise_exception);
  names["strftime_now"] =
      function_of([now](const JinjaArguments& args) { return strftime_now(args, now); });
  std::string text;
  if (source.is_string()) {
    text = source.string();
  } else {
    JinjaValue config = jinja_of(source);
    text = template_of(config);
    put_values(names, config, true);
  }
  names["messages"] = jinja_of(messages);
  names["add_generation_prompt"] = generate;
  if (!values.is_nil()) put_values(names, jinja_of(values), false);
  return render_template(text, std::move(names));
}

}  // namespace

extern const Builtin tokens_chat_builtin = {
    .signature =
        "tokens.chat(template: str or record or dict, messages: any, add_generation_prompt: bool = "
        "false, values: record or dict or nil = nil, now: number or nil = nil) -> str",
    .brief = "Renders a conversation with a model's chat template.",
    .params = {{"template",
                "Jinja template as a string, or a tokenizer_config.json parsed by `json.parse`, "
                "which provides `chat_template` and the special tokens."},
               {"messages",
                "Tuple of records or dicts with `role`, `content`, and other fields that the "
                "template reads."},
               {"add_generation_prompt",
                "Value of `add_generation_prompt`: if true, the text ends with the header of the "
                "assistant's next message."},
               {"values",
                "Further template variables by name, such as `bos_token`, `tools`, or `documents`. "
                "If nil, there are none."},
               {"now",
                "Time for templates that insert the date, in seconds since 1970, as returned by "
                "`io.now`. If nil, a template that calls strftime_now raises error[value]."}},
    .errors =
        "error[value] with the line if the template is invalid, or if it calls raise_exception; "
        "error[name] if it uses an undefined name; error[type] if an operation does not accept its "
        "operands; error[limit] if rendering takes more than 5 million steps or 32 MB",
    .example =
        "let form = r\"{% for m in messages %}<{{ m.role }}>{{ m.content | trim }}{% endfor %}\"\n"
        "tokens.chat(form, ((role = \"user\", content = \" hello \"),))  #> <user>hello",
    .source =
        "Jinja 3, with the settings of transformers' apply_chat_template: trim_blocks, "
        "lstrip_blocks, loop controls, and tojson without HTML escapes",
    .call = bind<&chat>,
};

}  // namespace rille
