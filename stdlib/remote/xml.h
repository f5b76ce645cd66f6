// XML: the few elements that lists and errors of s3 have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rille {

// What stands in each <name>…</name>, as it is written; elements of one name do not nest here.
std::vector<std::string_view> xml_elements(std::string_view xml, std::string_view name);
// The text of the first one, "" where there is none.
std::string xml_text(std::string_view xml, std::string_view name);

}  // namespace rille
