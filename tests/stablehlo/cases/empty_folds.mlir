// The greatest and the least of no element: the end of the type, which the text gives as the start.
func.func @main() -> tensor<i32> {
  %x0 = stablehlo.constant dense<> : tensor<2x0xi8>
  %i0_0 = stablehlo.constant dense<-128> : tensor<i8>
  %y0_0 = stablehlo.reduce(%x0 init: %i0_0) applies stablehlo.maximum across dimensions = [1] : (tensor<2x0xi8>, tensor<i8>) -> tensor<2xi8>
  check.expect_eq_const %y0_0, dense<-128> : tensor<2xi8>
  %i0_1 = stablehlo.constant dense<127> : tensor<i8>
  %y0_1 = stablehlo.reduce(%x0 init: %i0_1) applies stablehlo.minimum across dimensions = [1] : (tensor<2x0xi8>, tensor<i8>) -> tensor<2xi8>
  check.expect_eq_const %y0_1, dense<127> : tensor<2xi8>
  %x1 = stablehlo.constant dense<> : tensor<2x0xi16>
  %i1_0 = stablehlo.constant dense<-32768> : tensor<i16>
  %y1_0 = stablehlo.reduce(%x1 init: %i1_0) applies stablehlo.maximum across dimensions = [1] : (tensor<2x0xi16>, tensor<i16>) -> tensor<2xi16>
  check.expect_eq_const %y1_0, dense<-32768> : tensor<2xi16>
  %i1_1 = stablehlo.constant dense<32767> : tensor<i16>
  %y1_1 = stablehlo.reduce(%x1 init: %i1_1) applies stablehlo.minimum across dimensions = [1] : (tensor<2x0xi16>, tensor<i16>) -> tensor<2xi16>
  check.expect_eq_const %y1_1, dense<32767> : tensor<2xi16>
  %x2 = stablehlo.constant dense<> : tensor<2x0xi32>
  %i2_0 = stablehlo.constant dense<-2147483648> : tensor<i32>
  %y2_0 = stablehlo.reduce(%x2 init: %i2_0) applies stablehlo.maximum across dimensions = [1] : (tensor<2x0xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %y2_0, dense<-2147483648> : tensor<2xi32>
  %i2_1 = stablehlo.constant dense<2147483647> : tensor<i32>
  %y2_1 = stablehlo.reduce(%x2 init: %i2_1) applies stablehlo.minimum across dimensions = [1] : (tensor<2x0xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %y2_1, dense<2147483647> : tensor<2xi32>
  %x3 = stablehlo.constant dense<> : tensor<2x0xi64>
  %i3_0 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %y3_0 = stablehlo.reduce(%x3 init: %i3_0) applies stablehlo.maximum across dimensions = [1] : (tensor<2x0xi64>, tensor<i64>) -> tensor<2xi64>
  check.expect_eq_const %y3_0, dense<-9223372036854775808> : tensor<2xi64>
  %i3_1 = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %y3_1 = stablehlo.reduce(%x3 init: %i3_1) applies stablehlo.minimum across dimensions = [1] : (tensor<2x0xi64>, tensor<i64>) -> tensor<2xi64>
  check.expect_eq_const %y3_1, dense<9223372036854775807> : tensor<2xi64>
  %x4 = stablehlo.constant dense<> : tensor<2x0xui8>
  %i4_0 = stablehlo.constant dense<0> : tensor<ui8>
  %y4_0 = stablehlo.reduce(%x4 init: %i4_0) applies stablehlo.maximum across dimensions = [1] : (tensor<2x0xui8>, tensor<ui8>) -> tensor<2xui8>
  check.expect_eq_const %y4_0, dense<0> : tensor<2xui8>
  %i4_1 = stablehlo.constant dense<255> : tensor<ui8>
  %y4_1 = stablehlo.reduce(%x4 init: %i4_1) applies stablehlo.minimum across dimensions = [1] : (tensor<2x0xui8>, tensor<ui8>) -> tensor<2xui8>
  check.expect_eq_const %y4_1, dense<255> : tensor<2xui8>
  %x5 = stablehlo.constant dense<> : tensor<2x0xui32>
  %i5_0 = stablehlo.constant dense<0> : tensor<ui32>
  %y5_0 = stablehlo.reduce(%x5 init: %i5_0) applies stablehlo.maximum across dimensions = [1] : (tensor<2x0xui32>, tensor<ui32>) -> tensor<2xui32>
  check.expect_eq_const %y5_0, dense<0> : tensor<2xui32>
  %i5_1 = stablehlo.constant dense<4294967295> : tensor<ui32>
  %y5_1 = stablehlo.reduce(%x5 init: %i5_1) applies stablehlo.minimum across dimensions = [1] : (tensor<2x0xui32>, tensor<ui32>) -> tensor<2xui32>
  check.expect_eq_const %y5_1, dense<4294967295> : tensor<2xui32>
  %x6 = stablehlo.constant dense<> : tensor<2x0xf32>
  %i6_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %y6_0 = stablehlo.reduce(%x6 init: %i6_0) applies stablehlo.maximum across dimensions = [1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %y6_0, dense<0xFF800000> : tensor<2xf32>
  %i6_1 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %y6_1 = stablehlo.reduce(%x6 init: %i6_1) applies stablehlo.minimum across dimensions = [1] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %y6_1, dense<0x7F800000> : tensor<2xf32>
  %x7 = stablehlo.constant dense<> : tensor<2x0xf64>
  %i7_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %y7_0 = stablehlo.reduce(%x7 init: %i7_0) applies stablehlo.maximum across dimensions = [1] : (tensor<2x0xf64>, tensor<f64>) -> tensor<2xf64>
  check.expect_eq_const %y7_0, dense<0xFFF0000000000000> : tensor<2xf64>
  %i7_1 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %y7_1 = stablehlo.reduce(%x7 init: %i7_1) applies stablehlo.minimum across dimensions = [1] : (tensor<2x0xf64>, tensor<f64>) -> tensor<2xf64>
  check.expect_eq_const %y7_1, dense<0x7FF0000000000000> : tensor<2xf64>
  %x8 = stablehlo.constant dense<> : tensor<2x0xf16>
  %i8_0 = stablehlo.constant dense<0xFC00> : tensor<f16>
  %y8_0 = stablehlo.reduce(%x8 init: %i8_0) applies stablehlo.maximum across dimensions = [1] : (tensor<2x0xf16>, tensor<f16>) -> tensor<2xf16>
  check.expect_eq_const %y8_0, dense<0xFC00> : tensor<2xf16>
  %i8_1 = stablehlo.constant dense<0x7C00> : tensor<f16>
  %y8_1 = stablehlo.reduce(%x8 init: %i8_1) applies stablehlo.minimum across dimensions = [1] : (tensor<2x0xf16>, tensor<f16>) -> tensor<2xf16>
  check.expect_eq_const %y8_1, dense<0x7C00> : tensor<2xf16>
  %r = stablehlo.constant dense<0> : tensor<i32>
  return %r : tensor<i32>
}
