// XML: elements of listings and errors of s3.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rille {

// The raw contents of each <name>…</name>. Elements of the same name must not be nested.
std::vector<std::string_view> xml_elements(std::string_view xml, std::string_view name);
// The text of the first element, or "".
std::string xml_text(std::string_view xml, std::string_view name);

}  // namespace rille
