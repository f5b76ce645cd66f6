// Prints the operations of bytecode as StableHLO text.
#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>

#include "jit/stablehlo.h"
#include "jit/stablehlo/bytecode.h"
#include "vm/text.h"

namespace rille {
namespace {

constexpr size_t max_values = 4'000'000;  // at the same time

enum OpFlags : uint8_t {
  has_attributes = 1,
  has_results = 2,
  has_operands = 4,
  has_successors = 8,
  has_regions = 16,
  has_orders = 32,
  has_properties = 64,
};

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    size_t end = std::min(text.find(' '), text.size());
    out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

const std::vector<std::string_view>* properties_of(const std::string& name) {
  static const auto& all = *[] {
    auto* out = new std::unordered_map<std::string, std::vector<std::string_view>>;
#define HLO_PROPERTIES(name, names) out->emplace(name, words_of(names));
#include "jit/stablehlo/properties.def"
#undef HLO_PROPERTIES
    return out;
  }();
  auto found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

// Attributes that StableHLO stores as array<i64: …> and VHLO as a tensor.
bool is_row(std::string_view name) {
  static constexpr std::string_view rows[] = {
      "base_dilations",    "broadcast_dimensions", "broadcast_sizes", "dimensions",
      "edge_padding_high", "edge_padding_low",     "fft_length",      "interior_padding",
      "lhs_dilation",      "limit_indices",        "permutation",     "rhs_dilation",
      "slice_sizes",       "start_indices",        "strides",         "window_dilations",
      "window_dimensions", "window_strides"};
  return std::ranges::find(rows, name) != std::end(rows);
}

// Attributes that do not affect results here.
bool is_left_out(std::string_view name) {
  static constexpr std::string_view out[] = {"accumulation_type",
                                             "allow_imprecise_accumulation",
                                             "arg_attrs",
                                             "channel_id",
                                             "channel_type",
                                             "has_dynamic_root",
                                             "lhs_component_count",
                                             "lhs_precision_type",
                                             "num_primitive_operations",
                                             "res_attrs",
                                             "result_accuracy",
                                             "rhs_component_count",
                                             "rhs_precision_type",
                                             "use_global_device_ids"};
  return std::ranges::find(out, name) != std::end(out);
}

// A StableHLO attribute that VHLO splits into several: its name, its prefix, and the parts.
struct SplitAttr {
  std::string_view op, name, begin;
  std::vector<std::string_view> parts;
};
const SplitAttr* joined_in(std::string_view op) {
  static const auto& all = *new std::vector<SplitAttr>{
      {"dot_general",
       "dot_dimension_numbers",
       "#stablehlo.dot<",
       {"lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
        "rhs_contracting_dimensions"}},
      {"gather",
       "dimension_numbers",
       "#stablehlo.gather<",
       {"offset_dims", "collapsed_slice_dims", "operand_batching_dims",
        "start_indices_batching_dims", "start_index_map", "index_vector_dim"}},
      {"scatter",
       "scatter_dimension_numbers",
       "#stablehlo.scatter<",
       {"update_window_dims", "inserted_window_dims", "input_batching_dims",
        "scatter_indices_batching_dims", "scatter_dims_to_operand_dims", "index_vector_dim"}},
  };
  for (const SplitAttr& one : all) {
    if (one.op == op) return &one;
  }
  return nullptr;
}

class BytecodePrinter {
 public:
  BytecodePrinter(const HloBytecode& file, size_t room) : file_(file), words_(file, room) {}

  std::string all() {
    ByteReader in(file_.code, file_.origin);
    scopes_.emplace_back();
    block(in, 0);
    if (!in.done()) in.fail("trailing bytes after the operations");
    return std::move(out_);
  }

 private:
  struct NamedValue {
    std::string name, type;
  };
  struct DepthGuard {
    explicit DepthGuard(BytecodePrinter& in) : in(in) {
      if (++in.depth_ > 200) throw Error(Code::syntax, "StableHLO bytecode: depth exceeds 200");
    }
    ~DepthGuard() { --in.depth_; }
    BytecodePrinter& in;
  };
  // Values that an isolated region defines, and the index of the next value of each nested region.
  struct RegionScope {
    std::vector<NamedValue> values;
    std::vector<size_t> next;
  };
  using AttrTexts = std::map<std::string, std::string>;
  using Numbers = std::map<std::string, uint64_t>;
  struct DecodedOp {
    std::string name, short_name;  // "stablehlo.add", "add"
    AttrTexts attrs = {};
    std::vector<NamedValue> out = {}, in = {};
    std::string extra = {};  // a dictionary of further attributes
  };

  void put(std::string text) { out_ += words_.spent(std::move(text)); }
  void line() { put("\n" + std::string(static_cast<size_t>(2 * depth_), ' ')); }

  void define(NamedValue value) {
    RegionScope& scope = scopes_.back();
    if (scope.next.empty() || scope.next.back() >= scope.values.size()) {
      throw Error(Code::syntax,
                  "StableHLO bytecode: a region defines more values than it declares");
    }
    scope.values[scope.next.back()++] = std::move(value);
  }

  void orders(ByteReader& in, size_t count) {
    for (uint64_t left = count > 1 ? in.count() : 1; left > 0; --left) {
      if (count > 1) in.number();
      for (uint64_t more = in.flagged().number; more > 0; --more) in.number();
    }
  }

  void block(ByteReader& in, size_t number) {
    auto [count, has_args] = in.flagged();
    if (has_args) {
      put(str("^bb", number, "("));
      size_t args = in.count();
      for (size_t i = 0; i < args; ++i) {
        bool has_place = true;
        uint64_t type = 0;
        if (file_.version >= 4) {
          auto flagged = in.flagged();
          type = flagged.number;
          has_place = flagged.flag;
        } else {
          type = in.number();
        }
        if (has_place) in.number();
        NamedValue value{str("%", next_++), words_.type(type)};
        put(str(i == 0 ? "" : ", ", value.name, ": ", value.type));
        define(std::move(value));
      }
      put("):");
      if (file_.version >= 3 && in.byte() != 0) orders(in, args);
    }
    for (uint64_t left = count; left > 0; --left) op(in);
  }

  void region(ByteReader& in) {
    DepthGuard nested(*this);
    put("{");
    size_t blocks = in.count();
    if (blocks > 1) in.fail("regions with several blocks are not supported");
    if (blocks == 1) {
      RegionScope& scope = scopes_.back();
      size_t values = in.count(), before = scope.values.size();
      values_ += values;
      if (values_ > max_values) {
        throw Error(Code::limit, "StableHLO bytecode: a region declares too many values");
      }
      polls_.step(values_ * sizeof(NamedValue));
      scope.next.push_back(before);
      scope.values.resize(before + values);
      block(in, 0);
      scopes_.back().next.pop_back();
      scopes_.back().values.resize(before);
      values_ -= values;
    }
    --depth_;
    line();
    ++depth_;
    put("}");
  }

  // "stablehlo.add" for "vhlo.add_v1"
  void name_op(DecodedOp& op, const HloBytecode::OpName& from) {
    std::string_view name = from.name;
    op.name = name.empty() ? std::string(from.dialect) : str(from.dialect, ".", name);
    op.short_name = std::string(name);
    if (from.dialect != "vhlo") return;
    size_t version = name.rfind("_v");
    if (version != std::string_view::npos) name = name.substr(0, version);
    op.short_name = std::string(name);
    bool is_func = name == "func" || name == "call" || (name == "return" && is_function_);
    op.name = str(is_func ? "func." : "stablehlo.", name);
  }

  Numbers properties(ByteReader& in, const std::string& name, bool is_registered) {
    uint64_t number = in.number();
    Numbers out;
    if (!is_registered) {
      for (auto& [key, value] : words_.fields(number)) out.emplace(key, value);
      return out;
    }
    if (number >= file_.properties.size())
      in.fail(str("property index ", number, " is out of range"));
    ByteReader held(file_.properties[static_cast<size_t>(number)]);
    if (name == "builtin.module") return out;
    const std::vector<std::string_view>* names = properties_of(name);
    if (names == nullptr) in.fail(str("operation ", name, " is not supported"));
    for (std::string_view key : *names) out.emplace(std::string(key), held.number());
    if (!held.done()) held.fail(str("operation ", name, " has unexpected attributes"));
    return out;
  }

  std::string row(const Ints& numbers) { return str("[", join(numbers), "]"); }

  // The layout of a convolution as letters and numbers: [b, 0, 1, f].
  std::string places(const Numbers& from, const std::string& first, char one,
                     const std::string& second, char two, const std::string& others) {
    Ints spatial = words_.ints(at(from, others));
    std::vector<std::string> out(spatial.size() + 2, "?");
    auto set = [&](int64_t place, std::string word) {
      if (place < 0 || place >= std::ssize(out)) {
        throw Error(Code::syntax,
                    "StableHLO bytecode: a dimension number of a convolution is out of range");
      }
      out[static_cast<size_t>(place)] = std::move(word);
    };
    set(whole(at(from, first)), std::string(1, one));
    set(whole(at(from, second)), std::string(1, two));
    for (size_t i = 0; i < spatial.size(); ++i) set(spatial[i], str(i));
    return str("[", join(out), "]");
  }

  uint64_t at(const Numbers& from, const std::string& name) {
    auto found = from.find(name);
    if (found != from.end()) return found->second;
    throw Error(Code::syntax, str("StableHLO bytecode: missing attribute ", name));
  }

  int64_t whole(uint64_t number) {
    std::string text = words_.attribute(number);
    int64_t out = 0;
    auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (fault == std::errc{} && end != text.data()) return out;
    throw Error(Code::syntax, "StableHLO bytecode: expected an integer");
  }

  void convolution_numbers(DecodedOp& op, Numbers& from) {
    std::string in = places(from, "input_batch_dimension", 'b', "input_feature_dimension", 'f',
                            "input_spatial_dimensions");
    std::string kernel =
        places(from, "kernel_input_feature_dimension", 'i', "kernel_output_feature_dimension", 'o',
               "kernel_spatial_dimensions");
    std::string out = places(from, "output_batch_dimension", 'b', "output_feature_dimension", 'f',
                             "output_spatial_dimensions");
    op.attrs["dimension_numbers"] = str("#stablehlo.conv<", in, "x", kernel, "->", out, ">");
    std::erase_if(from, [](const auto& one) {
      return one.first.starts_with("input_") || one.first.starts_with("kernel_") ||
             one.first.starts_with("output_");
    });
  }

  void join_attributes(DecodedOp& op, Numbers& from) {
    if (op.short_name == "convolution") return convolution_numbers(op, from);
    const SplitAttr* joined = joined_in(op.short_name);
    if (joined == nullptr) return;
    std::string text(joined->begin);
    for (std::string_view part : joined->parts) {
      auto found = from.find(std::string(part));
      if (found == from.end()) continue;  // in an older version
      if (text.back() != '<') text += ", ";
      bool is_one = part == "index_vector_dim";
      text +=
          str(part, " = ", is_one ? str(whole(found->second)) : row(words_.ints(found->second)));
      from.erase(found);
    }
    op.attrs[std::string(joined->name)] = text + ">";
  }

  std::string symbols(uint64_t number) {
    std::vector<std::string> out;
    for (uint64_t one : words_.items(number)) out.push_back("@" + hlo_quoted(words_.string(one)));
    return str("[", join(out), "]");
  }

  std::string value_of(const std::string& name, uint64_t number) {
    if (name == "callee" || name == "decomposition") {
      return "@" + hlo_quoted(words_.string(number));
    }
    if (name == "called_computations") return symbols(number);
    if (name == "window_reversal") return words_.truths(number);
    if (is_row(name)) return array("i64", words_.ints(number));
    return words_.attribute(number);
  }

  std::string array(std::string_view type, const Ints& numbers) {
    return numbers.empty() ? str("array<", type, ">")
                           : str("array<", type, ": ", join(numbers), ">");
  }

  void set_attributes(DecodedOp& op, Numbers from, bool is_vhlo) {
    if (is_vhlo) join_attributes(op, from);
    for (const auto& [name, number] : from) {
      if (is_vhlo && (is_left_out(name) || words_.is_nothing(number))) continue;
      std::string text = is_vhlo ? value_of(name, number) : words_.attribute(number);
      bool is_default = (name == "compare_type" && text.ends_with(" NOTYPE>")) ||
                        (name == "sym_visibility" && text == "\"\"");
      if (is_vhlo && is_default) continue;
      op.attrs[name] = std::move(text);
    }
  }

  // A dictionary of attributes that are not properties. Attributes of unsupported dialects are
  // dropped, if operations do not read them.
  void set_dictionary(DecodedOp& op, uint64_t number, bool is_vhlo) {
    HloWords::Fields fields = words_.fields(number);
    if (file_.version < 5 && is_vhlo) {
      Numbers all;
      for (auto& [name, value] : fields) all.emplace(name, value);
      return set_attributes(op, std::move(all), true);
    }
    std::vector<std::string> out;
    for (auto& [name, value] : fields) {
      if (name == "sdy.sharding_rule") continue;  // propagation of shardings
      out.push_back(str(hlo_quoted(name), " = ", words_.attribute(value)));
    }
    op.extra = str(" {", join(out), "}");
  }

  void values(ByteReader& in, DecodedOp& op, uint8_t mask) {
    if ((mask & has_results) != 0) {
      for (size_t left = in.count(); left > 0; --left) {
        op.out.push_back({"", words_.type(in.number())});
      }
    }
    if ((mask & has_operands) != 0) {
      const std::vector<NamedValue>& known = scopes_.back().values;
      for (size_t left = in.count(); left > 0; --left) {
        uint64_t number = in.number();
        if (number >= known.size() || known[static_cast<size_t>(number)].name.empty()) {
          in.fail(str("value index ", number, " is not defined"));
        }
        op.in.push_back(known[static_cast<size_t>(number)]);
      }
    }
    if ((mask & has_successors) != 0) in.fail("branches between blocks are not supported");
  }

  void name_results(DecodedOp& op) {
    if (op.out.empty()) return;
    std::string name = str("%", next_++);
    bool is_one = op.out.size() == 1;
    put(is_one ? str(name, " = ") : str(name, ":", op.out.size(), " = "));
    for (size_t i = 0; i < op.out.size(); ++i) {
      op.out[i].name = is_one ? name : str(name, "#", i);
      if (!scopes_.back().next.empty()) define(op.out[i]);
    }
  }

  // A cast between types of two dialects that are equal here.
  void alias(ByteReader& in, const DecodedOp& op) {
    if (op.in.size() != op.out.size())
      in.fail("a cast has different numbers of operands and results");
    for (const NamedValue& value : op.in) define(value);
  }

  void head(const DecodedOp& op) {
    std::vector<std::string> names, attrs;
    for (const NamedValue& value : op.in) names.push_back(value.name);
    for (const auto& [name, text] : op.attrs) {
      attrs.push_back(text == "unit" ? name : str(name, " = ", text));
    }
    put(str(hlo_quoted(op.name), "(", join(names), ")"));
    if (!attrs.empty()) put(str(" <{", join(attrs), "}>"));
  }

  void tail(const DecodedOp& op) {
    std::vector<std::string> takes, gives;
    for (const NamedValue& value : op.in) takes.push_back(value.type);
    for (const NamedValue& value : op.out) gives.push_back(value.type);
    put(op.extra);
    put(str(" : (", join(takes), ") -> ",
            gives.size() == 1 ? gives[0] : str("(", join(gives), ")")));
  }

  void regions(ByteReader& in) {
    auto [count, is_isolated] = in.flagged();
    ByteReader own("");
    bool is_section = is_isolated && file_.version >= 2;
    if (is_section) {
      auto [id, bytes] = in.section();
      if (id != 4) in.fail(str("expected a region, found section ", id));
      own = ByteReader(bytes, file_.origin);
    }
    ByteReader& from = is_section ? own : in;
    if (is_isolated) scopes_.emplace_back();
    put(" (");
    for (uint64_t i = 0; i < count; ++i) {
      if (i > 0) put(", ");
      region(from);
    }
    put(")");
    if (is_isolated) scopes_.pop_back();
  }

  void op(ByteReader& in) {
    DepthGuard nested(*this);
    uint64_t number = in.number();
    if (number >= file_.ops.size()) in.fail(str("operation index ", number, " is out of range"));
    const HloBytecode::OpName& from = file_.ops[static_cast<size_t>(number)];
    bool is_vhlo = from.dialect == "vhlo";
    DecodedOp op;
    name_op(op, from);
    uint8_t mask = in.byte();
    in.number();  // its location
    if ((mask & has_attributes) != 0) set_dictionary(op, in.number(), is_vhlo);
    if ((mask & has_properties) != 0) {
      std::string full = str(from.dialect, ".", from.name);
      set_attributes(op, properties(in, full, from.is_registered), is_vhlo);
    }
    values(in, op, mask);
    if ((mask & has_orders) != 0) orders(in, op.out.size());
    if (op.name == "builtin.unrealized_conversion_cast") return alias(in, op);
    line();
    bool is_function = is_function_;
    is_function_ = op.short_name == "func";
    // Results are defined after the operands and before values of regions.
    name_results(op);
    head(op);
    if ((mask & has_regions) != 0) regions(in);
    tail(op);
    is_function_ = is_function;
  }

  const HloBytecode& file_;
  HloWords words_;
  std::string out_ = {};
  std::vector<RegionScope> scopes_ = {};
  size_t next_ = 0;
  int depth_ = 0;
  size_t values_ = 0;  // of all scopes
  PollCounter polls_;
  bool is_function_ = false;  // whether the operations belong to the block of a function
};

}  // namespace

std::string stablehlo_from_bytecode(std::string_view bytes) {
  HloBytecode file(bytes);
  size_t room = std::min(16 * bytes.size() + (size_t{1} << 20), size_t{1} << 30);
  return BytecodePrinter(file, room).all() + "\n";
}

}  // namespace rille
