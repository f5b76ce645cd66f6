// error[type]: StableHLO: collapsed or batching axis 0 has window size 5, expected at most 1
module {
  func.func @main() -> tensor<2xf32> {
    %x = stablehlo.constant dense<1.0> : tensor<5xf32>
    %i = stablehlo.constant dense<0> : tensor<2x1xi64>
    %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 5>}> : (tensor<5xf32>, tensor<2x1xi64>) -> tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
