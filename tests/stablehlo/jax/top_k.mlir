// top_k_dtypes_inshape_bfloat16_5_3_k_2
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A40"> : tensor<5x3xbf16>
    %out:2 = func.call @program(%in0) : (tensor<5x3xbf16>) -> (tensor<5x2xbf16>, tensor<5x2xi32>)
    %want0 = stablehlo.constant dense<"0x9C40CBBF26404EC0A840753F8C4040BF5A4078BF"> : tensor<5x2xbf16>
    %want1 = stablehlo.constant dense<"0x00000000020000000100000000000000000000000200000001000000000000000200000000000000"> : tensor<5x2xi32>
    %c1 = stablehlo.convert %out#0 : (tensor<5x2xbf16>) -> tensor<5x2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x2xbf16>) -> tensor<5x2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x2xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x2xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x2xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<5x2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x2xi1>
    stablehlo.custom_call @check.expect_eq(%out#1, %want1) : (tensor<5x2xi32>, tensor<5x2xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x3xbf16>) -> (tensor<5x2xbf16> {jax.result_info = "result[0]"}, tensor<5x2xi32> {jax.result_info = "result[1]"}) {
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<5x3xbf16> -> (tensor<5x2xbf16>, tensor<5x2xi32>)
    return %values, %indices : tensor<5x2xbf16>, tensor<5x2xi32>
  }
}
