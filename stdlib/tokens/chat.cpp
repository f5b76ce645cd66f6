// tokens.chat: a conversation as the text that a model reads.
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

// "a: 1" of a dict; a special token may be a record with its text in `content`.
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

// The template of a tokenizer_config.json: a text, or several by name.
std::string template_of(const JinjaValue& config) {
  const JinjaValue* found = config.dict()->find("chat_template");
  if (found == nullptr) throw Error(Code::value, "the configuration has no `chat_template`");
  if (found->string() != nullptr) return *found->string();
  if (found->items() != nullptr) {
    for (const JinjaValue& row : *found->items()) {
      const JinjaValue* name = row.dict() == nullptr ? nullptr : row.dict()->find("name");
      const JinjaValue* text = row.dict() == nullptr ? nullptr : row.dict()->find("template");
      if (name == nullptr || text == nullptr || text->string() == nullptr) continue;
      if (name->string() != nullptr && *name->string() == "default") return *text->string();
    }
  }
  throw Error(Code::value, "`chat_template` is neither a text nor a list with one named `default`");
}

// A time in UTC, as C's strftime writes it.
std::string time_text(double seconds, const std::string& format) {
  auto whole = static_cast<std::time_t>(std::floor(seconds));
  std::tm parts{};
  if (!std::isfinite(seconds) || std::abs(seconds) > 1e11 || gmtime_r(&whole, &parts) == nullptr) {
    throw Error(Code::value, str("there is no date at ", seconds, " seconds"));
  }
  if (format.size() > 4096) throw Error(Code::value, "a date's format is too long");
  if (format.empty()) return "";
  std::string out(format.size() * 32 + 64, '\0');
  out.resize(std::strftime(out.data(), out.size(), format.c_str(), &parts));
  return first_bad(out) == out.size() ? out : lossy_text(out);
}

// What transformers adds to Jinja's functions.
JinjaValue raise_exception(const JinjaArguments& args) {
  throw Error(Code::value, str("the template says: ",
                               args.positional.empty() ? "" : string_of(args.positional[0])));
}

JinjaValue strftime_now(const JinjaArguments& args, std::optional<double> now) {
  const JinjaValue* format = argument(args, 0, "format");
  if (format == nullptr || format->string() == nullptr) {
    throw Error(Code::type, "strftime_now needs a format, \"%d %b %Y\" for instance");
  }
  if (!now) {
    throw Error(Code::value, "the template asks for the time")
        .help("give it: tokens.chat(…, now = io.now())");
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
        "tokens.chat(template: str or record or dict, messages: any, generate: bool = false, "
        "values: record or dict or nil = nil, now: number or nil = nil) -> str",
    .brief = "A conversation as a text for a model, by its chat template.",
    .params = {{"template",
                "of Jinja, or a model's tokenizer_config.json as json.parse gives it, whose "
                "`chat_template` and special tokens are taken"},
               {"messages",
                "records or dicts with `role` and `content`, and what else a template "
                "asks for"},
               {"generate", "`add_generation_prompt`: ends where the model is to go on"},
               {"values", "further names: bos_token, tools, documents"},
               {"now",
                "seconds since 1970 for templates that ask for the date, as io.now gives it"}},
    .errors =
        "error[value] where the template is none, with its line, and what it raises itself; "
        "error[name] where it needs a name that is undefined; error[type] where values do not fit; "
        "error[limit] after 5 million steps or 32 MB",
    .example =
        "let form = r\"{% for m in messages %}<{{ m.role }}>{{ m.content | trim }}{% endfor %}\"\n"
        "tokens.chat(form, ((role = \"user\", content = \" hello \"),))  #> <user>hello",
    .source =
        "Jinja 3, set up as in transformers' apply_chat_template: trim_blocks, lstrip_blocks, "
        "loop controls, a tojson that escapes nothing",
    .call = bind<&chat>,
};

}  // namespace rille
