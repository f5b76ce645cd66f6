// error[shape]: StableHLO: LAPACK's routines take floats of one dtype, and operand 0 as matrices of one batch, got f32[]
module {
  func.func @main(%a: tensor<f32>) -> tensor<f32> {
    %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) : (tensor<f32>) -> (tensor<f32>, tensor<i32>, tensor<i32>)
    return %a : tensor<f32>
  }
}
