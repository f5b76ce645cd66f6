// select_and_gather_add_dtypes_shape_float16_4_6_selectprim_ge_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E"> : tensor<4x6xf16>
    %in1 = stablehlo.constant dense<"0x68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46"> : tensor<4x6xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x6xf16>, tensor<4x6xf16>) -> (tensor<3x5xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BE57BE3141E8C69CBCCD42CD4299C22EC6FE3EFE3ECD4299C2083E"> : tensor<3x5xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3x5xf16>) -> tensor<3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x5xf16>) -> tensor<3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x5xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xf16>, %arg1: tensor<4x6xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFC00> : tensor<f16>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %0:2 = "stablehlo.reduce_window"(%arg1, %arg0, %cst, %cst_0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>, %arg4: tensor<f16>, %arg5: tensor<f16>):
      %1 = stablehlo.compare GE, %arg2, %arg4, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %2 = stablehlo.select %1, %arg2, %arg4 : tensor<i1>, tensor<f16>
      %3 = stablehlo.select %1, %arg3, %arg5 : tensor<i1>, tensor<f16>
      stablehlo.return %2, %3 : tensor<f16>, tensor<f16>
    }) : (tensor<4x6xf16>, tensor<4x6xf16>, tensor<f16>, tensor<f16>) -> (tensor<3x5xf16>, tensor<3x5xf16>)
    return %0#1 : tensor<3x5xf16>
  }
}
