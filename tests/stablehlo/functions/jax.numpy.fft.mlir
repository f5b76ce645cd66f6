// jax.numpy.fft.irfftn(f)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xD99B3CBFE07B8FBEE02E293FF80F693E801B473CBCC6093F"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf32>) -> (tensor<2x4xf32>)
    %want0 = stablehlo.constant dense<"0xF46A9D3CBCA65ABE62F01C3EBCA65ABE389636BEFE230BBEEE8503BDFE230BBE"> : tensor<2x4xf32>
    %c1 = func.call @judge(%in0, %want0, %out#0) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<i1>
    check.expect_eq_const %c1, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<2x4xf32> {jax.result_info = "result"}) {
    %0 = call @program_fft(%arg0) : (tensor<2x3xf32>) -> tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
  func.func private @program_fft(%arg0: tensor<2x3xf32>) -> tensor<2x4xf32> {
    %0 = stablehlo.convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
    %1 = stablehlo.fft %0, type = IRFFT, length = [2, 4] : (tensor<2x3xcomplex<f32>>) -> tensor<2x4xf32>
    return %1 : tensor<2x4xf32>
  }

  func.func private @judge(%arg0: tensor<2x3xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<2x4xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.is_finite %arg1 : (tensor<2x4xf32>) -> tensor<2x4xi1>
    %1 = stablehlo.abs %arg1 : tensor<2x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = call @judge__where(%0, %1, %c) : (tensor<2x4xi1>, tensor<2x4xf32>, tensor<i64>) -> tensor<2x4xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.maximum %cst_0, %3 : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.maximum %4, %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<3.57627869E-5> : tensor<f32>
    %6 = stablehlo.multiply %cst_2, %5 : tensor<f32>
    %7 = stablehlo.subtract %arg1, %arg2 : tensor<2x4xf32>
    %8 = stablehlo.abs %7 : tensor<2x4xf32>
    %9 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
    %10 = stablehlo.compare LE, %8, %9, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
    %11 = stablehlo.compare EQ, %arg1, %arg2, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
    %12 = stablehlo.or %10, %11 : tensor<2x4xi1>
    %13 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
    %14 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
    %15 = stablehlo.and %13, %14 : tensor<2x4xi1>
    %16 = stablehlo.or %12, %15 : tensor<2x4xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %17 = stablehlo.reduce(%16 init: %c_3) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x4xi1>, tensor<i1>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<true> : tensor<i1>
    %18 = stablehlo.and %c_4, %17 : tensor<i1>
    return %18 : tensor<i1>
  }
  func.func private @judge__where(%arg0: tensor<2x4xi1>, %arg1: tensor<2x4xf32>, %arg2: tensor<i64>) -> tensor<2x4xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<2x4xi1>, tensor<2x4xf32>
    return %2 : tensor<2x4xf32>
  }
}
// -----
// jax.numpy.fft.ifftshift(f)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x602EE43D669D333FD8E9163FAF790ABF76B80F3F24E5433F"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
    %want0 = stablehlo.constant dense<"0x76B80F3F24E5433FAF790ABF669D333FD8E9163F602EE43D"> : tensor<2x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
    %0 = call @program__roll_static(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @program__roll_static(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.slice %arg0 [1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
    %1 = stablehlo.slice %arg0 [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    %3 = stablehlo.slice %2 [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>
    %4 = stablehlo.slice %2 [0:2, 0:1] : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %5 = stablehlo.concatenate %3, %4, dim = 1 : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
    return %5 : tensor<2x3xf32>
  }
}
