// tokens.chat: a conversation as the text that a model reads.
#include "stdlib/tokens/chat/run.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {
namespace {

// "a: 1" of a table; a special token may be a record with its text in `content`.
void put_values(std::map<std::string, Thing, std::less<>>& names, const Thing& values,
                bool are_tokens) {
  if (values.table() == nullptr) return;
  for (const auto& [key, value] : values.table()->rows) {
    if (key.text() == nullptr) continue;
    if (!are_tokens) {
      names[*key.text()] = value;
      continue;
    }
    if (!key.text()->ends_with("_token")) continue;
    const Thing* content = value.table() == nullptr ? nullptr : value.table()->find("content");
    const Thing& text = content == nullptr ? value : *content;
    if (text.text() != nullptr) names[*key.text()] = text;
  }
}

// The template of a tokenizer_config.json: a text, or several by name.
std::string template_of(const Thing& config) {
  const Thing* found = config.table()->find("chat_template");
  if (found == nullptr) throw Error(Code::value, "the configuration has no `chat_template`");
  if (found->text() != nullptr) return *found->text();
  if (found->items() != nullptr) {
    for (const Thing& row : *found->items()) {
      const Thing* name = row.table() == nullptr ? nullptr : row.table()->find("name");
      const Thing* text = row.table() == nullptr ? nullptr : row.table()->find("template");
      if (name == nullptr || text == nullptr || text->text() == nullptr) continue;
      if (name->text() != nullptr && *name->text() == "default") return *text->text();
    }
  }
  throw Error(Code::value, "`chat_template` is neither a text nor a list with one named `default`");
}

// Jinja reads each kind of line end as a line feed.
std::string with_plain_lines(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    bool is_return = text[i] == '\r';
    out += is_return ? '\n' : text[i];
    if (is_return && i + 1 < text.size() && text[i + 1] == '\n') ++i;
  }
  return out;
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
std::string chat(const Value& source, const Value& messages, bool generate, const Value& values,
                 std::optional<double> now) {
  std::map<std::string, Thing, std::less<>> names;
  std::string text;
  if (source.is_string()) {
    text = source.string();
  } else {
    Thing config = thing_of(source);
    text = template_of(config);
    put_values(names, config, true);
  }
  names["messages"] = thing_of(messages);
  names["add_generation_prompt"] = generate;
  if (!values.is_nil()) put_values(names, thing_of(values), false);
  ChatBody body = parse_template(with_plain_lines(text));
  ChatRun run(std::move(names), now);
  try {
    return run.run(body);
  } catch (Error& error) {
    throw std::move(error.note(str("in line ", run.line(), " of the template")));
  }
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
