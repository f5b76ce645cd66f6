// Programs of StableHLO as files, and of functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jit/stablehlo.h"
#include "vm/function.h"
#include "vm/value.h"

namespace rille {

// The program that a file holds: text, or bytecode. Errors stand at their place in its text, which
// is a source of the State; of bytecode that is what it says, written down.
HloProgram stablehlo_of_file(State& state, const std::string& path,
                             const std::string& function = "main");

// The text of such a file.
std::string stablehlo_text_of_file(const std::string& path);

// The function for arguments of these types as text: what it captures is written down. `check`
// ("equal", "close", "near"): the arguments, too, and what it gives for them, to be held so by
// whoever runs it.
std::string stablehlo_text(const Function& f, const Values& args, const std::string& check = "");

// The arguments of a program from files: .npy one; .npz, in the order of its files, and
// safetensors, in the order of a tree of their names, several. Where all arrays of a file have
// names of the program's params they are these, else they follow one another, in order of files.
// error[io] where a file cannot be read; error[type] where they are not as many as the program
// takes, or of other types.
std::vector<Array> hlo_arguments(const HloProgram& program, const std::vector<std::string>& files);

// Whether a name of a tree's leaf stands before another where JAX lists them: part by part between
// dots and brackets, whole numbers, which are places of lists, by their value and first.
bool is_before_in_tree(std::string_view a, std::string_view b);

// Results as files: .npz with arr_0, arr_1 and so on, or, of one, .npy.
void write_hlo_results(const std::string& path, std::vector<Array> results);

}  // namespace rille
