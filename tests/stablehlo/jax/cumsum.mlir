// cumsum_dtype_by_fun_shape_float16_8_9_associative_scan_reductions_axis_0_reverse_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBE"> : tensor<8x9xf16>
    %out:1 = func.call @program(%in0) : (tensor<8x9xf16>) -> (tensor<8x9xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83B20441A41C4C730C4C63D03C3BE3F9AC1B4BE40444C4489C908BA2644FEBFA444DAC417C0C63DFC42BDC8A8C1EA410FC43640DEC62AC0A2BF32447FC4D0B8C340B8C660B028BFB8BFA4C3C544383FB6B33C44D2C5C6BC38C5F4C172C4884652441B41174554C2EAC2D8BDC0BD57C5FF471844F245D348CA42A6C7CBC5E7C1"> : tensor<8x9xf16>
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
    %0 = call @program_cumsum(%arg0) : (tensor<8x9xf16>) -> tensor<8x9xf16>
    return %0 : tensor<8x9xf16>
  }
  func.func private @program_cumsum(%arg0: tensor<8x9xf16>) -> tensor<8x9xf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<f16>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f16>, %arg2: tensor<f16>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f16>
      stablehlo.return %2 : tensor<f16>
    }) : (tensor<8x9xf16>, tensor<f16>) -> tensor<8x9xf16>
    return %1 : tensor<8x9xf16>
  }
}
// -----
// cumsum_dtype_by_fun_shape_uint32_8_9_axis_0_reverse_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000"> : tensor<8x9xui32>
    %out:1 = func.call @program(%in0) : (tensor<8x9xui32>) -> (tensor<8x9xui32>)
    %want0 = stablehlo.constant dense<"0x04000000010000000100000003000000020000000600000005000000020000000000000004000000050000000700000003000000030000000900000008000000020000000200000004000000060000000A00000006000000050000000A0000000A000000040000000200000006000000060000000B00000008000000060000000C0000000C000000060000000200000009000000060000000F0000000A000000060000000E0000000E0000000B000000020000000A00000006000000150000000A000000070000000E0000000F0000000E000000030000000A00000007000000170000000C00000007000000100000001100000011000000040000000A00000008000000170000000F0000000B00000016000000150000001500000005000000"> : tensor<8x9xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<8x9xui32>, tensor<8x9xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8x9xui32>) -> (tensor<8x9xui32> {jax.result_info = "result"}) {
    %0 = call @program_cumsum(%arg0) : (tensor<8x9xui32>) -> tensor<8x9xui32>
    return %0 : tensor<8x9xui32>
  }
  func.func private @program_cumsum(%arg0: tensor<8x9xui32>) -> tensor<8x9xui32> {
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<ui32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<ui32>, %arg2: tensor<ui32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<ui32>
      stablehlo.return %2 : tensor<ui32>
    }) : (tensor<8x9xui32>, tensor<ui32>) -> tensor<8x9xui32>
    return %1 : tensor<8x9xui32>
  }
}
// -----
// cumsum_axis_by_fun_shape_float32_8_9_associative_scan_reductions_axis_0_reverse_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF"> : tensor<8x9xf32>
    %out:1 = func.call @program(%in0) : (tensor<8x9xf32>) -> (tensor<8x9xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F62FF83407B4423405E7AF8C001F585C0F4D6B83F313660C042A6F73F084233C02C96D6BFD40C884082958940981131C1308240BF3CC384402E77FFBF0065944050449BC063E302C070DDB83FC8BB5F40969C17C10EED34C03E593D40C0D581C074820640DCB4DBC0E15105C0A42EF4BFE45E8640E0E18FC068D019BF248418401E0CD7C0F01D0FBE60ECE4BF2721F7BFEE6474C0D4B29840FCF7E63FC82076BE74828740223BBAC0502799BF9FE9A6C078A33EC040408EC0AE03D140DA488A407C6323400CEDA240CF834AC0D36B5DC0888CBABFE24FB8BF2EDEAAC080E9FF409A078340AA54BE40086A1A41991D594034C6F4C0AC45B9C072033DC0"> : tensor<8x9xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<8x9xf32>) -> tensor<8x9xf64>
    %c2 = stablehlo.convert %want0 : (tensor<8x9xf32>) -> tensor<8x9xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<8x9xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<8x9xf64>
    %c8 = stablehlo.abs %c7 : tensor<8x9xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<8x9xf64>
    %c10 = stablehlo.abs %c2 : tensor<8x9xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<8x9xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<8x9xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<8x9xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<8x9xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<8x9xi1>
    check.expect_eq_const %c16, dense<true> : tensor<8x9xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8x9xf32>) -> (tensor<8x9xf32> {jax.result_info = "result"}) {
    %0 = call @program_cumsum(%arg0) : (tensor<8x9xf32>) -> tensor<8x9xf32>
    return %0 : tensor<8x9xf32>
  }
  func.func private @program_cumsum(%arg0: tensor<8x9xf32>) -> tensor<8x9xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x9xf32>, tensor<f32>) -> tensor<8x9xf32>
    return %1 : tensor<8x9xf32>
  }
}
// -----
// cumsum_reverse_shape_float32_8_9_associative_scan_reductions_axis_0_reverse_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF"> : tensor<8x9xf32>
    %out:1 = func.call @program(%in0) : (tensor<8x9xf32>) -> (tensor<8x9xf32>)
    %want0 = stablehlo.constant dense<"0x2EDEAAC080E9FF409A078340AA54BE40086A1A41991D594034C6F4C0AC45B9C072033DC00B6723C103521D41F4BBB540F9AA1241CEBFE140B5C024415A234EC1806460C0DA447AC0C86E17C14347AE40FCC03D41D62422412A4F0341E4A9DC40E25719C14E493FC0B870A3BF817519C1FDA76C4066957241F064D640D510B040976CAC409A9544C1DC0A70BF3C8068BF8A15D9C09D0B90406420594199650C417227D6408C64EE40B8031CC1C0BC893F46C65EBF0AA55BC03A157340BD740941B88ED1400092E84076CD2141454DF0C0940A80C0BEE582BFDCAEC2BF596D4E4036931240B005C6409D51AD40F7641341607CCEC068E012BFC002D03C70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF"> : tensor<8x9xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<8x9xf32>) -> tensor<8x9xf64>
    %c2 = stablehlo.convert %want0 : (tensor<8x9xf32>) -> tensor<8x9xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<8x9xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<8x9xf64>
    %c8 = stablehlo.abs %c7 : tensor<8x9xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<8x9xf64>
    %c10 = stablehlo.abs %c2 : tensor<8x9xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<8x9xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<8x9xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<8x9xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<8x9xf64>, tensor<8x9xf64>) -> tensor<8x9xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<8x9xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<8x9xi1>
    check.expect_eq_const %c16, dense<true> : tensor<8x9xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<8x9xf32>) -> (tensor<8x9xf32> {jax.result_info = "result"}) {
    %0 = call @program_cumsum(%arg0) : (tensor<8x9xf32>) -> tensor<8x9xf32>
    return %0 : tensor<8x9xf32>
  }
  func.func private @program_cumsum(%arg0: tensor<8x9xf32>) -> tensor<8x9xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 7], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 8, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x9xf32>, tensor<f32>) -> tensor<8x9xf32>
    return %1 : tensor<8x9xf32>
  }
}
