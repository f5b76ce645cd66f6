// The function of fmt that Rille calls, in the program.
#define FMT_HEADER_ONLY
#include <fmt/format.h>

namespace rille {

// Taking the address of the inline function makes the compiler emit it.
extern std::string (*const format_in_program)(fmt::string_view, fmt::format_args);
std::string (*const format_in_program)(fmt::string_view, fmt::format_args) = &fmt::vformat;

}  // namespace rille
