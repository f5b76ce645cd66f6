// Prints attributes of the dialect sdy in bytecode.
#include "jit/stablehlo/bytecode.h"

namespace rille {

// Attributes in sequence.
std::string HloWords::joined(ByteReader& in) {
  std::string out;
  for (size_t left = in.count(); left > 0; --left) {
    out += attribute(in.number());
    if (left > 1) out += ", ";
  }
  return out;
}

std::string HloWords::sharding(ByteReader& in, bool has_unreduced) {
  std::string mesh = attribute(in.number());
  if (mesh.starts_with("#sdy.")) mesh = mesh.substr(std::string_view("#sdy.").size());
  std::string out = str("#sdy.sharding<", mesh, ", [", joined(in), "]");
  std::string replicated = joined(in), unreduced = has_unreduced ? joined(in) : std::string();
  if (!replicated.empty()) out += str(", replicated={", replicated, "}");
  if (!unreduced.empty()) out += str(", unreduced={", unreduced, "}");
  return out + ">";
}

// source: github.com/openxla/shardy, shardy/dialect/sdy/ir/bytecode.td
std::string HloWords::sdy_attribute(ByteReader& in) {
  uint64_t code = in.number();
  switch (code) {
    case 0: return str("#sdy<manual_axes{", joined(in), "}>");
    case 1: {
      std::string name = hlo_quoted(text_of(in));
      return str(name, "=", in.signed_number());
    }
    case 2: {
      std::string axes = joined(in), devices = numbers(in);
      std::string ids = devices == "[]" ? "" : str(", device_ids=", devices);
      return str("#sdy.mesh<[", axes, "]", ids, ">");
    }
    case 3: {
      int64_t before = in.signed_number();
      return str(":(", before, ")", in.signed_number());
    }
    case 4: {
      std::string name = hlo_quoted(text_of(in));
      auto [part, has_part] = in.flagged();
      return has_part ? name + attribute(part) : name;
    }
    case 5: {
      std::string axes = joined(in);
      bool is_closed = in.byte() != 0;
      std::string open = is_closed ? "" : axes.empty() ? "?" : ", ?";
      return str("{", axes, open, "}");
    }
    case 6: return sharding(in, false);
    case 7:
    case 16: {
      std::string out = "#sdy.sharding_per_value<[";
      constexpr std::string_view head = "#sdy.sharding";
      for (size_t left = in.count(); left > 0; --left) {
        std::string one = attribute(in.number());
        out += one.starts_with(head) ? one.substr(head.size()) : one;
        if (left > 1) out += ", ";
      }
      return out + "]>";
    }
    case 15:
    case 17: return sharding(in, true);
    default: return "unit";  // propagation rules, which do not affect results
  }
}

}  // namespace rille
