// fft_dtypes_zero_shape_complex64_14_15_0_17_ffttype_3_fftlengths_33_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<> : tensor<14x15x0x17xcomplex<f32>>
    %out:1 = func.call @program(%in0) : (tensor<14x15x0x17xcomplex<f32>>) -> (tensor<14x15x0x33xf32>)
    %want0 = stablehlo.constant dense<> : tensor<14x15x0x33xf32>
    %c1 = func.call @judge(%in0, %want0, %out#0) : (tensor<14x15x0x17xcomplex<f32>>, tensor<14x15x0x33xf32>, tensor<14x15x0x33xf32>) -> tensor<i1>
    check.expect_eq_const %c1, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<14x15x0x17xcomplex<f32>>) -> (tensor<14x15x0x33xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [33] : (tensor<14x15x0x17xcomplex<f32>>) -> tensor<14x15x0x33xf32>
    return %0 : tensor<14x15x0x33xf32>
  }

  func.func private @judge(%arg0: tensor<14x15x0x17xcomplex<f32>>, %arg1: tensor<14x15x0x33xf32>, %arg2: tensor<14x15x0x33xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : (tensor<14x15x0x17xcomplex<f32>>) -> tensor<14x15x0x17xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<14x15x0x17xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.maximum %cst_0, %1 : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.700000e+01> : tensor<f32>
    %3 = stablehlo.multiply %cst_1, %2 : tensor<f32>
    %4 = stablehlo.abs %arg1 : tensor<14x15x0x33xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<14x15x0x33xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.maximum %cst_3, %5 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.maximum %6, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<3.57627869E-5> : tensor<f32>
    %8 = stablehlo.multiply %cst_5, %7 : tensor<f32>
    %9 = stablehlo.subtract %arg2, %arg1 : tensor<14x15x0x33xf32>
    %10 = stablehlo.abs %9 : tensor<14x15x0x33xf32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<14x15x0x33xf32>
    %12 = stablehlo.compare LE, %10, %11, FLOAT : (tensor<14x15x0x33xf32>, tensor<14x15x0x33xf32>) -> tensor<14x15x0x33xi1>
    %13 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<14x15x0x33xf32>, tensor<14x15x0x33xf32>) -> tensor<14x15x0x33xi1>
    %14 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<14x15x0x33xf32>, tensor<14x15x0x33xf32>) -> tensor<14x15x0x33xi1>
    %15 = stablehlo.and %13, %14 : tensor<14x15x0x33xi1>
    %16 = stablehlo.or %12, %15 : tensor<14x15x0x33xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %17 = stablehlo.reduce(%16 init: %c) applies stablehlo.and across dimensions = [0, 1, 2, 3] : (tensor<14x15x0x33xi1>, tensor<i1>) -> tensor<i1>
    return %17 : tensor<i1>
  }
}
