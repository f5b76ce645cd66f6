// Help: the texts of records, for `help` and the reference.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vm/bind.h"
#include "vm/struct.h"

namespace rille {

// The text of help(name), help(nn.Linear), and help(instance).
std::string help(const Builtin& builtin);
std::string help(const Struct& record);

// The described parameters of a builtin, or fields of a struct: each name with its text, such as
// "float. Decay rate of the running mean, 0 ≤ momentum < 1. Default: 0.99."
using ParameterRows = std::vector<std::pair<std::string, std::string>>;
ParameterRows parameter_rows(const Builtin& builtin);
ParameterRows field_rows(const Struct& record);

// The signature, with line breaks between parameters if it is longer than 96 columns.
std::string signature_text(const Builtin& builtin);
std::string signature_text(const Struct& record);

// The brief, and a sentence about the builtin's effects or tracing if it has any.
std::string full_brief(const Builtin& builtin);

// The first sentence of a brief, for lists.
std::string_view first_sentence(std::string_view brief);

}  // namespace rille
