// The one function of fmt that we call, in the program itself.
#define FMT_HEADER_ONLY
#include <fmt/format.h>

namespace rille {

// An inline function is made where somebody asks for it.
extern std::string (*const format_in_program)(fmt::string_view, fmt::format_args);
std::string (*const format_in_program)(fmt::string_view, fmt::format_args) = &fmt::vformat;

}  // namespace rille
