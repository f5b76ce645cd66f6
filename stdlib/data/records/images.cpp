// data.images: images with labels from directory names.
#include <algorithm>
#include <cstdlib>

#include "stdlib/data/records/record_file.h"
#include "stdlib/data/streams.h"
#include "stdlib/file/folder.h"
#include "stdlib/image/picture.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

struct LabeledImage {
  std::string path;
  int64_t label;
};

// Entries of a directory in byte order, as io.list returns them.
std::vector<FolderEntry> entries_of(const std::string& folder) {
  std::vector<FolderEntry> out = entries_in(folder);
  std::erase_if(out, [](const auto& each) { return first_bad(each.name) != each.name.size(); });
  return out;
}

// Finds all images below a directory. The depth is limited because symbolic links may form cycles.
void find_pictures(const std::string& folder, int64_t label, int depth,
                   std::vector<LabeledImage>& out) {
  constexpr int deepest = 40;
  for (const FolderEntry& entry : entries_of(folder)) {
    std::string path = joined_path(folder, entry.name);
    if (entry.is_folder) {
      if (depth < deepest) find_pictures(path, label, depth + 1, out);
    } else if (is_picture_path(path)) {
      out.push_back({std::move(path), label});
    }
  }
}

class ImageFolder final : public RecordFile {
 public:
  ImageFolder(State& state, const std::string& folder, ImageOptions wish) : wish_(std::move(wish)) {
    int64_t label = 0;
    std::vector<FolderEntry> entries = entries_of(folder);
    for (const FolderEntry& entry : entries) {
      if (entry.is_folder) find_pictures(joined_path(folder, entry.name), label++, 0, all_);
    }
    for (const FolderEntry& entry : entries) {
      std::string path = joined_path(folder, entry.name);
      if (!entry.is_folder && is_picture_path(path)) all_.push_back({std::move(path), -1});
    }
    form_ = Value::record(state, {{"image", {}}, {"label", {}}, {"path", {}}});
  }

  int64_t count() const override { return std::ssize(all_); }

  Value record(int64_t number) const override {
    const LabeledImage& one = all_[static_cast<size_t>(number)];
    FileContents contents = read_file(one.path);
    Array picture = read_picture(contents.view(), wish_, {one.path, "image"});
    return Value::like(form_.branch(), {Value(std::move(picture)), one.label, one.path});
  }

 private:
  ImageOptions wish_;
  std::vector<LabeledImage> all_;
  Value form_;
};

// The options are the mode, and the height and width if there is a size. They are checked because a
// script may have set them.
std::unique_ptr<RecordFile> open_folder(State& state, const std::string& path,
                                        const RecordOptions& options) {
  ImageOptions wish;
  if (!options.empty()) wish.mode = options[0];
  if (options.size() == 3) {
    wish.height = std::atoll(options[1].c_str());
    wish.width = std::atoll(options[2].c_str());
  }
  constexpr int64_t most = 1 << 20;
  bool fits = wish.height >= 0 && wish.width >= 0 && wish.height <= most && wish.width <= most &&
              (wish.height == 0) == (wish.width == 0);
  if (!fits) {
    throw Error(Code::value, str("data.images: the size is ", wish.height, " by ", wish.width,
                                 " pixels, expected 1 to ", most, " for each"));
  }
  return std::make_unique<ImageFolder>(state, path, std::move(wish));
}

Value images(State& state, const Value& folder, const std::optional<std::string>& mode,
             const std::optional<Shape>& size) {
  RecordOptions options = {mode.value_or("")};
  if (size) {
    bool fits = size->size() == 2 && (*size)[0].number() > 0 && (*size)[1].number() > 0;
    if (!fits) {
      throw Error(Code::value, str("data.images: `size` is ", text(*size),
                                   ", expected a height and a width above 0"))
          .label(2);
    }
    options.push_back(str((*size)[0].number()));
    options.push_back(str((*size)[1].number()));
  }
  return stream_of_records(state, images_form, folder, std::move(options));
}

}  // namespace

extern const RecordFormat images_form = {"images", "data.images", &open_folder};

extern const Builtin data_images_builtin = {
    .signature =
        "data.images(dir: str or (str, ...), mode: \"gray\" or \"rgb\" or \"rgba\" or nil = "
        "\"rgb\", size: shape = nil) -> stream",
    .brief = "Creates a random-access stream of the images in a directory, with labels.",
    .params = {{"dir",
                "Directory with one subdirectory for each label, or with images; or several "
                "directories, which are read one after another."},
               {"mode",
                "Channels of the images, as for `image.load`. If nil, an image keeps the channels "
                "of its file."},
               {"size",
                "Height and width to which all images are resized, as by `image.load`, so that "
                "they can be batched. If nil, an image keeps the size of its file."}},
    .returns =
        "a random-access stream of records (image, label, path), ordered by directory and path in "
        "byte order. The label is the index of the subdirectory in `io.list(dir, dirs = true)`, or "
        "-1 for an image directly in the directory",
    .errors =
        "error[io] if the directory cannot be read, an image is corrupt, or the number of images "
        "differs when the stream is resumed; error[value] if `size` is not two numbers above 0; "
        "error[trace] while tracing",
    .example =
        "image.save(\"dot.png\", u8([[7]])); [r.label for r in data.images(\".\", \"gray\")] |> "
        "max  #> -1",
    .source = "torchvision.datasets.ImageFolder; .png, .jpg and .jpeg",
    .call = bind<&images>,
    .purity = Purity::host,
};

}  // namespace rille
