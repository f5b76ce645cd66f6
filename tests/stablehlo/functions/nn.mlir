// nn.standardize
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x4590363F87DC423F607F4C3F3C79DC3ED4BB6E3F56E250BF024171BFB8FEBE3C4DF75EBF1DD134BFF8963B3FAE9878BF9E436EBF07CB6BBFF42E253F9D43A93EDFEE59BFDAFC243FCA4E083F9056033FEF29D8BD7819E13E9AEB0C3FEEE7A5BD"> : tensor<4x6xf32>
    %out:1 = func.call @program(%in0) : (tensor<4x6xf32>) -> (tensor<4x6xf32>)
    %want0 = stablehlo.constant dense<"0xFF598E3F5CB2843FF73B833FC859233FC5CD573FFCE84ABF6F8680BF8159E1BD771BBEBF9AD1DCBF1BE80E3F874F84BF7E3A7DBF9AF2C9BF455C4B3FB741DC3E838CD9BF1009BD3F5F93613FADAB263F873AABBE9028283F4BC6983ED2EBB23E"> : tensor<4x6xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<4x6xf32>) -> tensor<4x6xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x6xf32>) -> tensor<4x6xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x6xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x6xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x6xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x6xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x6xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x6xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<4x6xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x6xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x6xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x6xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x6xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
    %0 = call @program_standardize(%arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
  func.func private @program_standardize(%arg0: tensor<4x6xf32>) -> tensor<4x6xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
    %3 = stablehlo.divide %1, %2 : tensor<1x6xf32>
    %4 = chlo.square %arg0 : tensor<4x6xf32> -> tensor<4x6xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
    %8 = stablehlo.divide %6, %7 : tensor<1x6xf32>
    %9 = chlo.square %3 : tensor<1x6xf32> -> tensor<1x6xf32>
    %10 = stablehlo.subtract %8, %9 : tensor<1x6xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %11 = call @program_clip(%10, %c) : (tensor<1x6xf32>, tensor<i64>) -> tensor<1x6xf32>
    %12 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    %13 = stablehlo.subtract %arg0, %12 : tensor<4x6xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
    %15 = stablehlo.add %11, %14 : tensor<1x6xf32>
    %16 = stablehlo.rsqrt %15 : tensor<1x6xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
    %18 = stablehlo.multiply %13, %17 : tensor<4x6xf32>
    return %18 : tensor<4x6xf32>
  }
  func.func private @program_clip(%arg0: tensor<1x6xf32>, %arg1: tensor<i64>) -> tensor<1x6xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<1x6xf32>
    return %2 : tensor<1x6xf32>
  }
}
