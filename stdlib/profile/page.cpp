// page: joins the template, the data, and the scripts.
#include "stdlib/profile/page.h"

#include <zlib.h>

#include <array>
#include <string_view>

#include "stdlib/base64.h"

namespace rille {

// The texts of stdlib/profile/page/, which cmake/embed.cmake embeds.
extern const std::string_view page_html, page_css;
extern const std::string_view util_js, table_js, data_js, split_js, axis_js, details_js,
    overview_js, lanes_js, find_js, tracks_js, roofline_js, memory_js, layout_js, graph_js,
    viewport_js, flame_js, main_js;

namespace profile {
namespace {

// The zlib format, which the page's DecompressionStream reads.
std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string out(size, '\0');
  compress2(reinterpret_cast<Bytef*>(out.data()), &size,
            reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), 6);
  out.resize(size);
  return out;
}

// Appends the template up to a marker, and removes both from `rest`.
void put_until(std::string& out, std::string_view& rest, std::string_view marker) {
  size_t at = rest.find(marker);
  out += rest.substr(0, at);
  rest.remove_prefix(at + marker.size());
}

}  // namespace

// Names of the capture are inside of the base64 text alone, so that none can end an element.
std::string page(const Timeline& timeline, const std::vector<std::string>& advice) {
  std::array scripts{util_js,     table_js, data_js,     split_js,  axis_js,     details_js,
                     overview_js, lanes_js, find_js,     tracks_js, roofline_js, memory_js,
                     layout_js,   graph_js, viewport_js, flame_js,  main_js};
  std::string out;
  std::string_view rest = page_html;
  put_until(out, rest, "<!--style-->");
  (out += "<style>\n").append(page_css) += "</style>";
  put_until(out, rest, "<!--data-->");
  out += "<script type=\"application/octet-stream\" id=\"data\">";
  out += base64(deflated(page_data(timeline, advice)));
  out += "</script>";
  put_until(out, rest, "<!--script-->");
  out += "<script>\n\"use strict\";\n";
  for (std::string_view script : scripts) out += script;
  out += "</script>";
  out += rest;
  return out;
}

}  // namespace profile
}  // namespace rille
