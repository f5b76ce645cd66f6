// cumlogsumexp_dtype_by_fun_shape_float16_8_9_associative_scan_reductions_axis_0_reverse_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBE"> : tensor<8x9xf16>
    %out:1 = func.call @program(%in0) : (tensor<8x9xf16>) -> (tensor<8x9xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BE04464444DBEF0BA3D41CD423C45C0B5E03BE2447644A6BDE542B6421543504517B2DB3CE24477448F3EE742BB421743504534A9DC3DE2447D4404456B43C542184350451645D03EE24482448C467D4329433B43504516450F3FE3449244914612444A43E14350455245B440E4449D4491467B44E544A14650455245BF40"> : tensor<8x9xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<8x9xf16>) -> tensor<8x9xf64>
    %c2 = stablehlo.convert %want0 : (tensor<8x9xf16>) -> tensor<8x9xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<8x9xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<8x9xf64>
    %c8 = stablehlo.abs %c7 : tensor<8x9xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<8x9xf64>
    %c10 = stablehlo.abs %c2 : tensor<8x9xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<8x9xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<8x9xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<8x9xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<8x9xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<8x9xi1>
    check.expect_eq_const %c16, dense<true> : tensor<8x9xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8x9xf16>) -> (tensor<8x9xf16> {jax.result_info = "result"}) {
    %0 = call @program_cumlogsumexp(%arg0) : (tensor<8x9xf16>) -> tensor<8x9xf16>
    return %0 : tensor<8x9xf16>
  }
  func.func private @program_cumlogsumexp(%arg0: tensor<8x9xf16>) -> tensor<8x9xf16> {
    %cst = stablehlo.constant dense<0xFC00> : tensor<f16>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f16>, %arg2: tensor<f16>):
      %1 = stablehlo.maximum %arg1, %arg2 : tensor<f16>
      %2 = stablehlo.subtract %arg1, %arg2 : tensor<f16>
      %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %4 = stablehlo.add %arg1, %arg2 : tensor<f16>
      %5 = stablehlo.abs %2 : tensor<f16>
      %6 = stablehlo.negate %5 : tensor<f16>
      %7 = stablehlo.exponential %6 : tensor<f16>
      %8 = stablehlo.log_plus_one %7 : tensor<f16>
      %9 = stablehlo.add %1, %8 : tensor<f16>
      %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<f16>
      stablehlo.return %10 : tensor<f16>
    }) : (tensor<8x9xf16>, tensor<f16>) -> tensor<8x9xf16>
    return %0 : tensor<8x9xf16>
  }
}
