// error[shape]: StableHLO: LAPACK routine: operand 0 is f32[], expected a batch of matrices with the same float dtype and batch shape for all operands
module {
  func.func @main(%a: tensor<f32>) -> tensor<f32> {
    %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) : (tensor<f32>) -> (tensor<f32>, tensor<i32>, tensor<i32>)
    return %a : tensor<f32>
  }
}
