// Programs of StableHLO: from files, and from functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jit/stablehlo.h"
#include "vm/function.h"
#include "vm/value.h"

namespace rille {

// The program in a file: text or bytecode. Errors point into its text, which is a source of the
// State; for bytecode, into the text that it decodes to.
HloProgram stablehlo_of_file(State& state, const std::string& path,
                             const std::string& function = "main");

// The text of a StableHLO file.
std::string stablehlo_text_of_file(const std::string& path);

// The text of the function for arguments of these types; captured values become constants. With
// `check` ("equal", "close", "near"), the text also holds the arguments and the results, which the
// program that runs it compares accordingly.
std::string stablehlo_text(const Function& f, const Values& args, const std::string& check = "");

// The arguments of a program from files. An .npy file holds one; an .npz file, in the order of its
// members, and a safetensors file, in the tree order of its names, hold several. If all arrays of a
// file are named like parameters of the program, they are matched by name; otherwise by position,
// in the order of the files. error[io] if a file cannot be read; error[type] if the number or the
// types of the arguments are wrong.
std::vector<Array> hlo_arguments(const HloProgram& program, const std::vector<std::string>& files);

// Whether the leaf name `a` comes before `b` in JAX's order of a tree. Names are compared segment
// by segment, separated by dots and brackets. Integers, which index lists, compare by value and
// come first.
bool is_before_in_tree(std::string_view a, std::string_view b);

// Writes the results to a file: .npz with arr_0, arr_1, and so on, or .npy for a single result.
void write_hlo_results(const std::string& path, std::vector<Array> results);

}  // namespace rille
