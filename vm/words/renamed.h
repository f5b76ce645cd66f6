// renamed: former names of the library.
#pragma once

#include <string>
#include <string_view>

namespace rille {

// Each function returns "" if the table has no row.

// The present name of a function or a struct, both with their modules.
std::string_view renamed(std::string_view name);
// How many positional arguments mean the same under the present name of a function.
size_t positions_alike(std::string_view former);
// The present name of a parameter of a function or a method, or of a field of a struct.
std::string_view renamed_parameter(std::string_view owner, std::string_view name);
// The former name of the field that is now called `name`.
std::string_view former_field(std::string_view owner, std::string_view name);
// The present name of a method of a struct.
std::string_view renamed_method(std::string_view owner, std::string_view name);
// The present name of a field or a method of a struct.
std::string_view renamed_member(std::string_view owner, std::string_view name);
// The present value of a string that the parameter of a function takes.
std::string_view renamed_choice(std::string_view owner, std::string_view parameter,
                                std::string_view value);
// A function or a struct that was removed: what to write in its place.
std::string_view replaced(std::string_view name);

// A string of instances, in the form of text(), with the present names of structs and fields.
std::string with_present_names(std::string_view text);

// "`count` is now `num_embeddings`", or "" for an empty `now`.
std::string renamed_help(std::string_view former, std::string_view now);

}  // namespace rille
