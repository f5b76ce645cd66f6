// Help: the texts of records, for `help` and the reference.
#include "vm/help.h"

#include <cctype>

namespace rille {
namespace {

constexpr size_t width = 96;

// "TYPE. TEXT Default: X."; type and default come from the signature, `text` from the record.
std::string row_of(const Signature::Parameter& p, std::string_view text) {
  std::string type = p.type.text.empty() || p.type.text == "any" ? "" : str(p.type.text, ". ");
  std::string fallback = p.fallback ? str(" Default: ", p.fallback_text, ".") : "";
  return str(type, text, fallback);
}

// Splits a signature between parameters, after the commas outside of brackets.
std::vector<std::string_view> parts_of(std::string_view signature) {
  std::vector<std::string_view> out;
  size_t depth = 0, begin = 0;
  for (size_t at = 0; at < signature.size(); ++at) {
    char c = signature[at];
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && depth > 0) --depth;
    if (c == ',' && depth == 1) {
      out.push_back(signature.substr(begin, at + 1 - begin));
      begin = at + 1;
    }
  }
  out.push_back(signature.substr(begin));
  return out;
}

std::string in_lines(std::string_view signature) {
  std::string out, line;
  for (std::string_view part : parts_of(signature)) {
    if (!line.empty() && line.size() + part.size() > width) {
      out += line + "\n";
      line = str("   ", part);  // the part begins with a space
    } else {
      line += part;
    }
  }
  return out + line;
}

std::string rows_of(const ParameterRows& rows) {
  std::string out;
  for (const auto& [name, text] : rows) out += str("  ", name, ": ", text, "\n");
  return out;
}

std::string line_of(std::string_view label, std::string_view text) {
  return text.empty() ? "" : str(label, ": ", text, "\n");
}

// An example of one line is on the line of its label; a longer one starts on the next line.
std::string example_of(std::string_view example) {
  bool is_long = example.find('\n') != std::string_view::npos;
  return example.empty() ? "" : str("Example:", is_long ? "\n" : " ", example, "\n");
}

std::string reference_of(std::string_view source) {
  return source == "ours" ? "" : line_of("Reference", source);
}

std::string raises_of(std::string_view errors) {
  return errors == "none" ? "" : line_of("Raises", errors);
}

std::string_view effect_of(Purity purity) {
  switch (purity) {
    case Purity::pure: return "";
    case Purity::concrete: return " Arguments must be concrete: traced values are rejected.";
    case Purity::host: return " Has side effects.";
  }
  return "";
}

}  // namespace

ParameterRows parameter_rows(const Builtin& builtin) {
  ParameterRows out;
  for (const auto& p : builtin.typed().params) {
    std::string_view text = builtin.text_of(p.name);
    if (!text.empty()) out.emplace_back(p.name, row_of(p, text));
  }
  return out;
}

ParameterRows field_rows(const Struct& record) {
  ParameterRows out;
  size_t at = 0;
  for (const StructField& field : record.fields) {
    const Signature::Parameter& p = record.typed().maker.params[at++];
    if (!field.text.empty()) out.emplace_back(p.name, row_of(p, field.text));
  }
  return out;
}

std::string signature_text(const Builtin& builtin) { return in_lines(builtin.signature); }

std::string signature_text(const Struct& record) {
  return in_lines(str("struct ", record.typed().maker.info.signature));
}

std::string full_brief(const Builtin& builtin) {
  return str(builtin.brief, effect_of(builtin.purity));
}

std::string_view first_sentence(std::string_view brief) {
  for (size_t at = brief.find(". "); at != std::string_view::npos; at = brief.find(". ", at + 1)) {
    auto next = static_cast<unsigned char>(brief.substr(at + 2, 1).empty() ? ' ' : brief[at + 2]);
    if (std::isupper(next) != 0 || next == '`') return brief.substr(0, at + 1);
  }
  return brief;
}

std::string help(const Builtin& builtin) {
  return str(signature_text(builtin), "\n\n", full_brief(builtin), "\n",
             rows_of(parameter_rows(builtin)), line_of("Returns", builtin.returns),
             raises_of(builtin.errors), example_of(builtin.example), reference_of(builtin.source));
}

std::string help(const Struct& record) {
  std::string out = str(signature_text(record), "\n\n", record.brief, "\n");
  ParameterRows rows = field_rows(record);
  const Struct::ParsedStruct& typed = record.typed();
  out += rows_of(rows) + line_of("State (not trained)", join(typed.state));
  out += line_of("Static (const)", join(typed.constants));
  for (const StructMethod& method : record.methods) {
    out += str("  .", method.head, "\n      ", method.brief, "\n");
  }
  return str(out, example_of(record.example), reference_of(record.source));
}

}  // namespace rille
