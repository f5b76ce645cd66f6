// cummin_dtype_by_fun_shape_bfloat16_8_9_associative_scan_reductions_axis_0_reverse_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BF"> : tensor<8x9xbf16>
    %out:1 = func.call @program(%in0) : (tensor<8x9xbf16>) -> (tensor<8x9xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BFEBBFC6C04EC093BFDDC053C012C029C040BFEBBFC6C04EC093BFDDC053C012C029C034C0EBBFC6C04EC098BFDDC053C012C029C057C0EBBFC6C04EC098BFDDC053C012C029C057C0EBBFC6C04EC098BFDDC053C05BC029C057C0EBBFC6C04EC098BFDDC053C05BC029C057C0EBBFC6C04EC098BFDDC086C08BC029C0"> : tensor<8x9xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<8x9xbf16>) -> tensor<8x9xf64>
    %c2 = stablehlo.convert %want0 : (tensor<8x9xbf16>) -> tensor<8x9xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<8x9xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<8x9xf64>
    %c8 = stablehlo.abs %c7 : tensor<8x9xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<8x9xf64>
    %c10 = stablehlo.abs %c2 : tensor<8x9xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<8x9xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<8x9xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<8x9xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<8x9xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<8x9xi1>
    check.expect_eq_const %c16, dense<true> : tensor<8x9xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8x9xbf16>) -> (tensor<8x9xbf16> {jax.result_info = "result"}) {
    %0 = call @program_cummin(%arg0) : (tensor<8x9xbf16>) -> tensor<8x9xbf16>
    return %0 : tensor<8x9xbf16>
  }
  func.func private @program_cummin(%arg0: tensor<8x9xbf16>) -> tensor<8x9xbf16> {
    %cst = stablehlo.constant dense<0x7F80> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<bf16>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
      %2 = stablehlo.minimum %arg1, %arg2 : tensor<bf16>
      stablehlo.return %2 : tensor<bf16>
    }) : (tensor<8x9xbf16>, tensor<bf16>) -> tensor<8x9xbf16>
    return %1 : tensor<8x9xbf16>
  }
}
