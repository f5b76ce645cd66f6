// summed: changed files get the checksums that fit them.
#pragma once

#include "tests/fuzz/files.h"

namespace rille::fuzz {

// Readers refuse what has a wrong checksum, and nothing behind the check is met. So the sums of
// TFRecord, Riegeli, PNG, zip, of our headers, and a CRC-32C at the end of a file, where the good
// file had one, are computed anew as far as the changed file still has their form.
void sum_again(Files& files, const Files& good);

}  // namespace rille::fuzz
