// rearrange: axes split, reordered, and merged by name.
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "stdlib/array/apply_op.h"
#include "vm/calling.h"
#include "vm/numbers/rank.h"

namespace rille {
namespace {

[[noreturn]] void refuse(const std::string& what, const char* parameter = "pattern") {
  throw labelled(Error(Code::value, str("rearrange: ", what)), parameter);
}

// The axes of one side: each is a single name, several names in parentheses, or no name for size 1.
using AxisGroup = std::vector<std::string>;
using AxisPattern = std::vector<AxisGroup>;

constexpr const char* others = "...";           // represents separate axes
constexpr const char* joined_others = "(...)";  // in parentheses: all of them merged into one axis

class AxisPatternParser {
 public:
  explicit AxisPatternParser(std::string_view text) : text_(text) {}

  AxisPattern side() {
    AxisPattern out;
    for (std::string word = next(); !word.empty(); word = next()) {
      if (word == "(") {
        out.push_back(bracket());
      } else if (word == ")") {
        refuse("the pattern has an unmatched `)`");
      } else {
        out.push_back(word == "1" ? AxisGroup{} : AxisGroup{word});
      }
    }
    return out;
  }

 private:
  AxisGroup bracket() {
    AxisGroup out;
    for (std::string word = next(); word != ")"; word = next()) {
      if (word.empty()) refuse("the pattern has an unmatched `(`");
      if (word == "(") refuse("the pattern has nested parentheses");
      if (word != "1") out.push_back(word == others ? joined_others : word);
    }
    return out;
  }

  std::string next() {
    auto is_space = [](char c) { return c == ' '; };
    auto is_letter = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    if (at_ == text_.size()) return "";
    size_t begin = at_;
    if (text_.substr(at_, 3) == others) {
      at_ += 3;
    } else if (text_[at_] == '(' || text_[at_] == ')') {
      ++at_;
    } else {
      while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    }
    std::string out(text_.substr(begin, at_ - begin));
    bool is_name = std::isdigit(static_cast<unsigned char>(out.empty() ? '0' : out[0])) == 0;
    if (out.empty() || (!is_name && out != "1")) {
      refuse(
          str("`", text_.substr(begin, std::max<size_t>(out.size(), 1)), "` is not an axis name"));
    }
    return out;
  }

  std::string_view text_;
  size_t at_ = 0;
};

std::vector<std::string> names_of(const AxisPattern& side) {
  std::vector<std::string> out;
  for (const AxisGroup& group : side) out.insert(out.end(), group.begin(), group.end());
  if (out.size() > max_axes) {
    refuse(str("one side names ", out.size(), " axes, expected at most ", max_axes));
  }
  for (size_t i = 0; i < out.size(); ++i) {
    if (std::find(out.begin(), out.begin() + static_cast<long>(i), out[i]) <
        out.begin() + static_cast<long>(i)) {
      refuse(str("`", out[i], "` appears twice on one side"));
    }
  }
  return out;
}

int64_t times(int64_t a, int64_t b) {
  if (__builtin_mul_overflow(a, b, &a)) refuse("the size of an axis overflows", "sizes");
  return a;
}

class Rearrangement {
 public:
  Rearrangement(const Array& x, const std::string& pattern, const Value& sizes) : x_(x) {
    size_t arrow = pattern.find("->");
    if (arrow == std::string::npos) refuse("the pattern lacks `->`");
    left_ = AxisPatternParser(std::string_view(pattern).substr(0, arrow)).side();
    right_ = AxisPatternParser(std::string_view(pattern).substr(arrow + 2)).side();
    for (const AxisPattern* side : {&left_, &right_}) names_of(*side);
    take_sizes(sizes);
    spread_others();
    match();
  }

  Array run(const std::string& how) const {
    std::vector<std::string> from = names_of(left_), to = names_of(right_), kept;
    Array out = reshape_to(x_, shape_of(from));
    Ints gone;
    for (size_t i = 0; i < from.size(); ++i) {
      bool stays = std::ranges::count(to, from[i]) > 0;
      if (stays) kept.push_back(from[i]);
      if (!stays) gone.push_back(static_cast<int64_t>(i));
    }
    out = without(out, gone, from, how);
    for (const std::string& name : to) {  // a new axis repeats the array
      if (std::ranges::count(kept, name) > 0) continue;
      kept.push_back(name);
      out = broadcast(expand(out, {-1}), shape_of(kept));
    }
    Ints order;
    for (const std::string& name : to) {
      order.push_back(std::ranges::find(kept, name) - kept.begin());
    }
    Shape shape;
    for (const AxisGroup& group : right_) shape.push_back(product_of(group));
    return reshape_to(transpose(out, order), shape);
  }

 private:
  void take_sizes(const Value& sizes) {
    if (sizes.is_nil()) return;
    const Branch& branch = sizes.branch();
    for (size_t i = 0; i < branch.items.size(); ++i) {
      int64_t size = branch.items[i].as_array().integer();
      if (size < 0) {
        refuse(str("the size of `", branch.layout->names[i], "` is ", size, ", expected size >= 0"),
               "sizes");
      }
      sizes_[branch.layout->names[i]] = size;
    }
  }

  // Replaces "..." by one name for each remaining axis of x.
  void spread_others() {
    for (const AxisGroup& group : left_) {
      if (std::ranges::count(group, joined_others) == 0) continue;
      refuse("`(...)` is allowed on the right side only");
    }
    auto is_others = [](const AxisGroup& group) { return group == AxisGroup{others}; };
    auto many = static_cast<int64_t>(std::ranges::count_if(left_, is_others));
    int64_t count = x_.rank() - static_cast<int64_t>(left_.size()) + many;
    if (many > 1 || count < 0 || (many == 0 && count > 0)) {
      throw Error(Code::shape, str("rearrange: the pattern has ", left_.size() - many, " axes but ",
                                   arg(0, "x"), " is ", x_.type()))
          .label(0);
    }
    AxisGroup all;
    for (int64_t i = 0; i < count; ++i) all.push_back(str("... ", i));
    for (AxisPattern* side : {&left_, &right_}) {
      AxisPattern out;
      for (const AxisGroup& group : *side) {
        if (is_others(group)) {
          for (const std::string& name : all) out.push_back({name});
          continue;
        }
        out.emplace_back();
        for (const std::string& name : group) {
          if (name != joined_others) out.back().push_back(name);
          if (name == joined_others) out.back().insert(out.back().end(), all.begin(), all.end());
        }
      }
      *side = std::move(out);
    }
  }

  // The size of each axis of x determines the one unknown size of its group.
  void match() {
    for (size_t axis = 0; axis < left_.size(); ++axis) {
      int64_t extent = x_.type().extent(static_cast<int>(axis)).number(), known = 1;
      const std::string* open = nullptr;
      for (const std::string& name : left_[axis]) {
        auto found = sizes_.find(name);
        if (found != sizes_.end()) {
          known = times(known, found->second);
        } else if (open != nullptr) {
          refuse(str("the sizes of `", *open, "` and `", name,
                     "` are unknown, expected one of them in `sizes`"));
        } else {
          open = &name;
        }
      }
      bool fits = open == nullptr ? known == extent : known > 0 && extent % known == 0;
      if (!fits) {
        throw Error(Code::shape,
                    str("rearrange: axis ", axis, " of ", x_.type(), " has size ", extent,
                        ", expected ", open == nullptr ? "" : "a multiple of ", known))
            .label(0);
      }
      if (open != nullptr) sizes_[*open] = extent / known;
    }
    for (const std::string& name : names_of(right_)) {
      if (!sizes_.contains(name))
        refuse(str("the size of `", name, "` is unknown, expected it in `sizes`"), "sizes");
    }
  }

  static Array without(const Array& x, const Ints& gone, const std::vector<std::string>& names,
                       const std::string& how) {
    if (gone.empty()) return x;
    if (how.empty()) {
      const std::string& name = names[static_cast<size_t>(gone[0])];
      refuse(str("`", name, "` is not on the right side, but `reduce` is nil"));
    }
    if (how == "sum") return sum(x, gone);
    if (how == "mean") return mean(x, gone);
    if (how == "prod") return prod(x, gone);
    return how == "max" ? max(x, gone) : min(x, gone);
  }

  Shape shape_of(const std::vector<std::string>& names) const {
    Shape out;
    for (const std::string& name : names) out.push_back(sizes_.at(name));
    return out;
  }
  int64_t product_of(const AxisGroup& group) const {
    int64_t out = 1;
    for (const std::string& name : group) out = times(out, sizes_.at(name));
    return out;
  }

  Array x_;
  AxisPattern left_, right_;
  std::map<std::string, int64_t> sizes_;
};

Array rearrange(const Array& x, const std::string& pattern, const Value& sizes,
                const std::optional<std::string>& how) {
  return Rearrangement(x, pattern, sizes).run(how.value_or(""));
}

}  // namespace

extern const Builtin rearrange_builtin = {
    .signature =
        "rearrange(x: any[...], pattern: str, sizes: record = nil, reduce: \"sum\" or \"mean\" or "
        "\"max\" or \"min\" or \"prod\" = nil) -> any[...]",
    .brief = "Splits, reorders, merges, repeats, or reduces axes by a pattern of axis names.",
    .params =
        {{"x", "Array to rearrange."},
         {"pattern",
          "Axis names on both sides of `->`, in the order of `x` and of the result. `(h w)` is one "
          "axis composed of two, `...` represents all other axes, and `1` for an axis of size 1."},
         {"sizes",
          "Sizes that cannot be inferred from `x`, such as `(h = 8)`. A name on the right side "
          "only adds an axis of that size, along which the array repeats."},
         {"reduce",
          "Reduction over the axes that the right side does not name. If nil, there must be no "
          "such axis."}},
    .errors =
        "error[value] if the pattern is invalid, or a size is missing or negative; error[shape] if "
        "`x` does not match the pattern",
    .example = "rearrange([[1, 2, 3, 4]], \"b (h w) -> w b h\", (h = 2))[0]  #> [[1, 3]]",
    .source = "einops.rearrange, repeat and reduce",
    .call = bind<&rearrange>,
};

}  // namespace rille
