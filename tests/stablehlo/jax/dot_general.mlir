// dot_general_dtypes_and_precision_lhs_bfloat16_7_3_4_rhs_bfloat16_7_4_dimensionnumbers_2_1_0_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F"> : tensor<7x3x4xbf16>
    %in1 = stablehlo.constant dense<"0x183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F"> : tensor<7x4xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xbf16>, tensor<7x4xbf16>) -> (tensor<7x3xbf16>)
    %want0 = stablehlo.constant dense<"0xE53F62C178C1C540F7C0A8417DBEA2C0934085BF70413C41B14048404B41754127C1E8C11CC18F3E2CBF"> : tensor<7x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<7x3xbf16>) -> tensor<7x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<7x3xbf16>) -> tensor<7x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<7x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<7x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<7x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<7x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<7x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<7x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<7x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<7x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<7x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<7x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<7x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xbf16>, %arg1: tensor<7x4xbf16>) -> (tensor<7x3xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<7x3x4xbf16>, tensor<7x4xbf16>) -> tensor<7x3xbf16>
    return %0 : tensor<7x3xbf16>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_bfloat16_7_3_4_rhs_bfloat16_7_4_dimensionnumbers_2_1_0_0_precision_Precision_HIGHEST_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F"> : tensor<7x3x4xbf16>
    %in1 = stablehlo.constant dense<"0x183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F"> : tensor<7x4xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xbf16>, tensor<7x4xbf16>) -> (tensor<7x3xbf16>)
    %want0 = stablehlo.constant dense<"0xE53F62C178C1C540F7C0A8417DBEA2C0934085BF70413C41B14048404B41754127C1E8C11CC18F3E2CBF"> : tensor<7x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<7x3xbf16>) -> tensor<7x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<7x3xbf16>) -> tensor<7x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<7x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<7x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<7x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<7x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<7x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<7x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<7x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<7x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<7x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<7x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<7x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xbf16>, %arg1: tensor<7x4xbf16>) -> (tensor<7x3xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<7x3x4xbf16>, tensor<7x4xbf16>) -> tensor<7x3xbf16>
    return %0 : tensor<7x3xbf16>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_float16_3_4_rhs_float16_4_2_dimensionnumbers_1_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6"> : tensor<3x4xf16>
    %in1 = stablehlo.constant dense<"0xBDBB9CBCCD4299C223B844C10D30FE3E"> : tensor<4x2xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x4xf16>, tensor<4x2xf16>) -> (tensor<3x2xf16>)
    %want0 = stablehlo.constant dense<"0x45C90EBC3FCF0A4085C63FCD"> : tensor<3x2xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3x2xf16>) -> tensor<3x2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x2xf16>) -> tensor<3x2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x2xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x2xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x2xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<3x2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x2xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x4xf16>, %arg1: tensor<4x2xf16>) -> (tensor<3x2xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xf16>, tensor<4x2xf16>) -> tensor<3x2xf16>
    return %0 : tensor<3x2xf16>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_float16_7_3_4_rhs_float16_7_4_dimensionnumbers_2_1_0_0_precision_Precision_HIGHEST_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3C"> : tensor<7x3x4xf16>
    %in1 = stablehlo.constant dense<"0xC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B"> : tensor<7x4xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xf16>, tensor<7x4xf16>) -> (tensor<7x3xf16>)
    %want0 = stablehlo.constant dense<"0x233F05CBC3CB2446AFC7404D7DB30EC59C4439BC864BDC4987453F42534AA94B38C93ECFE2C8AA345AB9"> : tensor<7x3xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<7x3xf16>) -> tensor<7x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<7x3xf16>) -> tensor<7x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<7x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<7x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<7x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<7x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<7x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<7x3xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<7x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<7x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<7x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<7x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<7x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xf16>, %arg1: tensor<7x4xf16>) -> (tensor<7x3xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<7x3x4xf16>, tensor<7x4xf16>) -> tensor<7x3xf16>
    return %0 : tensor<7x3xf16>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_float32_7_3_4_rhs_float32_7_4_dimensionnumbers_2_1_0_0_precision_Precision_DEFAULT_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F"> : tensor<7x3x4xf32>
    %in1 = stablehlo.constant dense<"0x504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F"> : tensor<7x4xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xf32>, tensor<7x4xf32>) -> (tensor<7x3xf32>)
    %want0 = stablehlo.constant dense<"0x9592E43F4A9F60C1076078C18D95C4406AF4F5C0EFF6A741898C6DBECDCDA1C0489993405E6F86BF9FC07041038D3B4148DAB0402BDF47408E694A41BA2375410DE926C133B0E7C12B341CC1DCD0963E362F2BBF"> : tensor<7x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<7x3xf32>) -> tensor<7x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<7x3xf32>) -> tensor<7x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<7x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<7x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<7x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<7x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<7x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<7x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<7x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<7x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<7x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<7x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<7x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xf32>, %arg1: tensor<7x4xf32>) -> (tensor<7x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<7x3x4xf32>, tensor<7x4xf32>) -> tensor<7x3xf32>
    return %0 : tensor<7x3xf32>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_float32_7_3_4_rhs_float32_7_4_dimensionnumbers_2_1_0_0_precision_Precision_HIGHEST_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F"> : tensor<7x3x4xf32>
    %in1 = stablehlo.constant dense<"0x504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F"> : tensor<7x4xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xf32>, tensor<7x4xf32>) -> (tensor<7x3xf32>)
    %want0 = stablehlo.constant dense<"0x9592E43F4A9F60C1076078C18D95C4406AF4F5C0EFF6A741898C6DBECDCDA1C0489993405E6F86BF9FC07041038D3B4148DAB0402BDF47408E694A41BA2375410DE926C133B0E7C12B341CC1DCD0963E362F2BBF"> : tensor<7x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<7x3xf32>) -> tensor<7x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<7x3xf32>) -> tensor<7x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<7x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<7x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<7x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<7x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<7x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<7x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<7x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<7x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<7x3xf64>, tensor<7x3xf64>) -> tensor<7x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<7x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<7x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<7x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xf32>, %arg1: tensor<7x4xf32>) -> (tensor<7x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<7x3x4xf32>, tensor<7x4xf32>) -> tensor<7x3xf32>
    return %0 : tensor<7x3xf32>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_int8_7_3_4_rhs_int8_7_4_dimensionnumbers_2_1_0_0_precision_Precision_DEFAULT_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA0002000200000001"> : tensor<7x3x4xi8>
    %in1 = stablehlo.constant dense<"0x0000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC00"> : tensor<7x4xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xi8>, tensor<7x4xi8>) -> (tensor<7x3xi8>)
    %want0 = stablehlo.constant dense<"0xFFF4F206FA0F00FD02030C0C02010608FBE8000000"> : tensor<7x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<7x3xi8>, tensor<7x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xi8>, %arg1: tensor<7x4xi8>) -> (tensor<7x3xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<7x3x4xi8>, tensor<7x4xi8>) -> tensor<7x3xi8>
    return %0 : tensor<7x3xi8>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_int8_7_3_4_rhs_int8_7_4_dimensionnumbers_2_1_0_0_precision_Precision_HIGH_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA0002000200000001"> : tensor<7x3x4xi8>
    %in1 = stablehlo.constant dense<"0x0000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC00"> : tensor<7x4xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xi8>, tensor<7x4xi8>) -> (tensor<7x3xi8>)
    %want0 = stablehlo.constant dense<"0xFFF4F206FA0F00FD02030C0C02010608FBE8000000"> : tensor<7x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<7x3xi8>, tensor<7x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xi8>, %arg1: tensor<7x4xi8>) -> (tensor<7x3xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, HIGH] : (tensor<7x3x4xi8>, tensor<7x4xi8>) -> tensor<7x3xi8>
    return %0 : tensor<7x3xi8>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_int8_1_3_4_rhs_int8_1_4_3_dimensionnumbers_2_1_1_2_0_0_precision_Precision_HIGHEST_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA"> : tensor<1x3x4xi8>
    %in1 = stablehlo.constant dense<"0x00FF03FD00FE0001FD030201"> : tensor<1x4x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x3x4xi8>, tensor<1x4x3xi8>) -> (tensor<1xi8>)
    %want0 = stablehlo.constant dense<"0xE7"> : tensor<1xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi8>, tensor<1xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x3x4xi8>, %arg1: tensor<1x4x3xi8>) -> (tensor<1xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2, 1] x [1, 2], precision = [HIGHEST, HIGHEST] : (tensor<1x3x4xi8>, tensor<1x4x3xi8>) -> tensor<1xi8>
    return %0 : tensor<1xi8>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_int16_1_3_4_rhs_int16_1_4_3_dimensionnumbers_2_1_1_2_0_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF"> : tensor<1x3x4xi16>
    %in1 = stablehlo.constant dense<"0x0000FFFF0300FDFF0000FEFF00000100FDFF030002000100"> : tensor<1x4x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x3x4xi16>, tensor<1x4x3xi16>) -> (tensor<1xi16>)
    %want0 = stablehlo.constant dense<"0xE7FF"> : tensor<1xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi16>, tensor<1xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x3x4xi16>, %arg1: tensor<1x4x3xi16>) -> (tensor<1xi16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<1x3x4xi16>, tensor<1x4x3xi16>) -> tensor<1xi16>
    return %0 : tensor<1xi16>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_int16_7_3_4_rhs_int16_7_4_dimensionnumbers_2_1_0_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF00000200000002000000000000000100"> : tensor<7x3x4xi16>
    %in1 = stablehlo.constant dense<"0x00000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF0000"> : tensor<7x4xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xi16>, tensor<7x4xi16>) -> (tensor<7x3xi16>)
    %want0 = stablehlo.constant dense<"0xFFFFF4FFF2FF0600FAFF0F000000FDFF020003000C000C000200010006000800FBFFE8FF000000000000"> : tensor<7x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<7x3xi16>, tensor<7x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xi16>, %arg1: tensor<7x4xi16>) -> (tensor<7x3xi16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<7x3x4xi16>, tensor<7x4xi16>) -> tensor<7x3xi16>
    return %0 : tensor<7x3xi16>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_int16_7_3_4_rhs_int16_7_4_dimensionnumbers_2_1_0_0_precision_Precision_DEFAULT_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF00000200000002000000000000000100"> : tensor<7x3x4xi16>
    %in1 = stablehlo.constant dense<"0x00000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF0000"> : tensor<7x4xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xi16>, tensor<7x4xi16>) -> (tensor<7x3xi16>)
    %want0 = stablehlo.constant dense<"0xFFFFF4FFF2FF0600FAFF0F000000FDFF020003000C000C000200010006000800FBFFE8FF000000000000"> : tensor<7x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<7x3xi16>, tensor<7x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xi16>, %arg1: tensor<7x4xi16>) -> (tensor<7x3xi16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<7x3x4xi16>, tensor<7x4xi16>) -> tensor<7x3xi16>
    return %0 : tensor<7x3xi16>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_int16_7_3_4_rhs_int16_7_4_dimensionnumbers_2_1_0_0_precision_Precision_HIGHEST_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF00000200000002000000000000000100"> : tensor<7x3x4xi16>
    %in1 = stablehlo.constant dense<"0x00000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF0000"> : tensor<7x4xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xi16>, tensor<7x4xi16>) -> (tensor<7x3xi16>)
    %want0 = stablehlo.constant dense<"0xFFFFF4FFF2FF0600FAFF0F000000FDFF020003000C000C000200010006000800FBFFE8FF000000000000"> : tensor<7x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<7x3xi16>, tensor<7x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xi16>, %arg1: tensor<7x4xi16>) -> (tensor<7x3xi16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<7x3x4xi16>, tensor<7x4xi16>) -> tensor<7x3xi16>
    return %0 : tensor<7x3xi16>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_int32_7_3_4_rhs_int32_7_4_dimensionnumbers_2_1_0_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF0000000002000000000000000200000000000000000000000000000001000000"> : tensor<7x3x4xi32>
    %in1 = stablehlo.constant dense<"0x0000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF00000000"> : tensor<7x4xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xi32>, tensor<7x4xi32>) -> (tensor<7x3xi32>)
    %want0 = stablehlo.constant dense<"0xFFFFFFFFF4FFFFFFF2FFFFFF06000000FAFFFFFF0F00000000000000FDFFFFFF02000000030000000C0000000C00000002000000010000000600000008000000FBFFFFFFE8FFFFFF000000000000000000000000"> : tensor<7x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<7x3xi32>, tensor<7x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xi32>, %arg1: tensor<7x4xi32>) -> (tensor<7x3xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<7x3x4xi32>, tensor<7x4xi32>) -> tensor<7x3xi32>
    return %0 : tensor<7x3xi32>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_uint8_3_4_rhs_uint8_4_2_dimensionnumbers_1_0_precision_Precision_DEFAULT_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406"> : tensor<3x4xui8>
    %in1 = stablehlo.constant dense<"0x0001030300020001"> : tensor<4x2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x4xui8>, tensor<4x2xui8>) -> (tensor<3x2xui8>)
    %want0 = stablehlo.constant dense<"0x030C1220000E"> : tensor<3x2xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x2xui8>, tensor<3x2xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x4xui8>, %arg1: tensor<4x2xui8>) -> (tensor<3x2xui8> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xui8>, tensor<4x2xui8>) -> tensor<3x2xui8>
    return %0 : tensor<3x2xui8>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_uint32_3_4_rhs_uint32_4_2_dimensionnumbers_1_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000"> : tensor<3x4xui32>
    %in1 = stablehlo.constant dense<"0x0000000001000000030000000300000000000000020000000000000001000000"> : tensor<4x2xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x4xui32>, tensor<4x2xui32>) -> (tensor<3x2xui32>)
    %want0 = stablehlo.constant dense<"0x030000000C0000001200000020000000000000000E000000"> : tensor<3x2xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x2xui32>, tensor<3x2xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x4xui32>, %arg1: tensor<4x2xui32>) -> (tensor<3x2xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x4xui32>, tensor<4x2xui32>) -> tensor<3x2xui32>
    return %0 : tensor<3x2xui32>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_bool_7_3_4_rhs_bool_7_4_dimensionnumbers_2_1_0_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101"> : tensor<7x3x4xi1>
    %in1 = stablehlo.constant dense<"0x01010101010101010101010101010101010101010101010101010101"> : tensor<7x4xi1>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xi1>, tensor<7x4xi1>) -> (tensor<7x3xi1>)
    %want0 = stablehlo.constant dense<"0x010101010101010101010101010101010101010101"> : tensor<7x3xi1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<7x3xi1>, tensor<7x3xi1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xi1>, %arg1: tensor<7x4xi1>) -> (tensor<7x3xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<7x3x4xi1>, tensor<7x4xi1>) -> tensor<7x3xi1>
    return %0 : tensor<7x3xi1>
  }
}
// -----
// dot_general_dtypes_and_precision_lhs_bool_7_3_4_rhs_bool_7_4_dimensionnumbers_2_1_0_0_precision_Precision_DEFAULT_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101"> : tensor<7x3x4xi1>
    %in1 = stablehlo.constant dense<"0x01010101010101010101010101010101010101010101010101010101"> : tensor<7x4xi1>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x3x4xi1>, tensor<7x4xi1>) -> (tensor<7x3xi1>)
    %want0 = stablehlo.constant dense<"0x010101010101010101010101010101010101010101"> : tensor<7x3xi1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<7x3xi1>, tensor<7x3xi1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x3x4xi1>, %arg1: tensor<7x4xi1>) -> (tensor<7x3xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<7x3x4xi1>, tensor<7x4xi1>) -> tensor<7x3xi1>
    return %0 : tensor<7x3xi1>
  }
}
// -----
// dot_general_preferred_lhs_bfloat16_4_3_rhs_bfloat16_3_6_dimensionnumbers_1_0_preferred_float32_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C0"> : tensor<4x3xbf16>
    %in1 = stablehlo.constant dense<"0x78BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F"> : tensor<3x6xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x3xbf16>, tensor<3x6xbf16>) -> (tensor<4x6xf32>)
    %want0 = stablehlo.constant dense<"0x30E213C10017B2C038F3B94100628FC18068C6C0E05991C1408973C180F9B241E0B987C180CE1B4200A7634100A8B33F007832C0C0AF3FC17C67C84180BCDEC1604C1AC180717CC1001977C10076A941801C6BC100A80B42008989410060A4BF"> : tensor<4x6xf32>
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
  func.func private @program(%arg0: tensor<4x3xbf16>, %arg1: tensor<3x6xbf16>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xbf16>, tensor<3x6xbf16>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}
// -----
// dot_general_different_dtypes_lhs_int32_4_3_rhs_uint8_3_6_dimensionnumbers_1_0_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF"> : tensor<4x3xi32>
    %in1 = stablehlo.constant dense<"0x000103030002000103030201020200020001"> : tensor<3x6xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x3xi32>, tensor<3x6xui8>) -> (tensor<4x6xi32>)
    %want0 = stablehlo.constant dense<"0xFEFFFFFF010000000900000007000000FEFFFFFF06000000F4FFFFFFF3FFFFFFFDFFFFFFF1FFFFFF04000000F6FFFFFF00000000030000000900000009000000FCFFFFFF08000000F4FFFFFFF8FFFFFF0C0000000000000008000000FEFFFFFF"> : tensor<4x6xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x6xi32>, tensor<4x6xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x3xi32>, %arg1: tensor<3x6xui8>) -> (tensor<4x6xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : tensor<4x3xi32>
    %1 = stablehlo.convert %arg1 : (tensor<3x6xui8>) -> tensor<3x6xi32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xi32>, tensor<3x6xi32>) -> tensor<4x6xi32>
    return %2 : tensor<4x6xi32>
  }
}
// -----
// dot_general_different_dtypes_lhs_int32_4_3_rhs_uint16_3_6_dimensionnumbers_1_0_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF"> : tensor<4x3xi32>
    %in1 = stablehlo.constant dense<"0x000001000300030000000200000001000300030002000100020002000000020000000100"> : tensor<3x6xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x3xi32>, tensor<3x6xui16>) -> (tensor<4x6xi32>)
    %want0 = stablehlo.constant dense<"0xFEFFFFFF010000000900000007000000FEFFFFFF06000000F4FFFFFFF3FFFFFFFDFFFFFFF1FFFFFF04000000F6FFFFFF00000000030000000900000009000000FCFFFFFF08000000F4FFFFFFF8FFFFFF0C0000000000000008000000FEFFFFFF"> : tensor<4x6xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x6xi32>, tensor<4x6xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x3xi32>, %arg1: tensor<3x6xui16>) -> (tensor<4x6xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : tensor<4x3xi32>
    %1 = stablehlo.convert %arg1 : (tensor<3x6xui16>) -> tensor<3x6xi32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xi32>, tensor<3x6xi32>) -> tensor<4x6xi32>
    return %2 : tensor<4x6xi32>
  }
}
// -----
// dot_general_different_dtypes_lhs_int32_4_3_rhs_bfloat16_3_6_dimensionnumbers_1_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF"> : tensor<4x3xi32>
    %in1 = stablehlo.constant dense<"0x78BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F"> : tensor<3x6xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x3xi32>, tensor<3x6xbf16>) -> (tensor<4x6xbf16>)
    %want0 = stablehlo.constant dense<"0xD7C08AC08A415DC17EC05BC151C19A416AC107423C41B03FA3C014C1BD41BBC100C182C17BC19A4130C1F5417A4162C0"> : tensor<4x6xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x6xbf16>) -> tensor<4x6xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x6xbf16>) -> tensor<4x6xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x6xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x6xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x6xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x6xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x6xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x6xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<4x6xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x6xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x6xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x6xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x6xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x3xi32>, %arg1: tensor<3x6xbf16>) -> (tensor<4x6xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<4x3xi32>) -> tensor<4x3xbf16>
    %1 = stablehlo.convert %arg1 : tensor<3x6xbf16>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xbf16>, tensor<3x6xbf16>) -> tensor<4x6xbf16>
    return %2 : tensor<4x6xbf16>
  }
}
// -----
// dot_general_different_dtypes_lhs_int32_4_3_rhs_float32_3_6_dimensionnumbers_1_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF"> : tensor<4x3xi32>
    %in1 = stablehlo.constant dense<"0xCD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F"> : tensor<3x6xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x3xi32>, tensor<3x6xf32>) -> (tensor<4x6xf32>)
    %want0 = stablehlo.constant dense<"0xC857D6C00CCA89C0C3348A417C355DC184187EC028205AC146F750C177159A41A58769C1E2710642BD883C410045AF3F84DDA2C0911F14C1CEE1BC4106EFBAC1F8DEFFC0767681C16B577BC136689A412FED2FC1EFA4F441D7417A41C80D61C0"> : tensor<4x6xf32>
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
  func.func private @program(%arg0: tensor<4x3xi32>, %arg1: tensor<3x6xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<4x3xi32>) -> tensor<4x3xf32>
    %1 = stablehlo.convert %arg1 : tensor<3x6xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
    return %2 : tensor<4x6xf32>
  }
}
// -----
// dot_general_different_dtypes_lhs_uint8_4_3_rhs_uint16_3_6_dimensionnumbers_1_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406"> : tensor<4x3xui8>
    %in1 = stablehlo.constant dense<"0x000001000300030000000200000001000300030002000100020002000000020000000100"> : tensor<3x6xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x3xui8>, tensor<3x6xui16>) -> (tensor<4x6xui16>)
    %want0 = stablehlo.constant dense<"0x020007000F00110002000A000C0011000F001B0004000E00000007001500150004000C000C0010000C00180008000A00"> : tensor<4x6xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x6xui16>, tensor<4x6xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x3xui8>, %arg1: tensor<3x6xui16>) -> (tensor<4x6xui16> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<4x3xui8>) -> tensor<4x3xui16>
    %1 = stablehlo.convert %arg1 : tensor<3x6xui16>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xui16>, tensor<3x6xui16>) -> tensor<4x6xui16>
    return %2 : tensor<4x6xui16>
  }
}
// -----
// dot_general_different_dtypes_lhs_uint16_4_3_rhs_uint32_3_6_dimensionnumbers_1_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600"> : tensor<4x3xui16>
    %in1 = stablehlo.constant dense<"0x000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000"> : tensor<3x6xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x3xui16>, tensor<3x6xui32>) -> (tensor<4x6xui32>)
    %want0 = stablehlo.constant dense<"0x02000000070000000F00000011000000020000000A0000000C000000110000000F0000001B000000040000000E00000000000000070000001500000015000000040000000C0000000C000000100000000C00000018000000080000000A000000"> : tensor<4x6xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x6xui32>, tensor<4x6xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x3xui16>, %arg1: tensor<3x6xui32>) -> (tensor<4x6xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<4x3xui16>) -> tensor<4x3xui32>
    %1 = stablehlo.convert %arg1 : tensor<3x6xui32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xui32>, tensor<3x6xui32>) -> tensor<4x6xui32>
    return %2 : tensor<4x6xui32>
  }
}
// -----
// dot_general_different_dtypes_lhs_uint16_4_3_rhs_bfloat16_3_6_dimensionnumbers_1_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600"> : tensor<4x3xui16>
    %in1 = stablehlo.constant dense<"0x78BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F"> : tensor<3x6xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x3xui16>, tensor<3x6xbf16>) -> (tensor<4x6xbf16>)
    %want0 = stablehlo.constant dense<"0x86BF9CC01F4149C128BEEFC0594144C1B43F9FC178BF954093C010C027411AC1354023C18641A9C076C148C0C0407A41"> : tensor<4x6xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x6xbf16>) -> tensor<4x6xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x6xbf16>) -> tensor<4x6xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x6xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x6xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x6xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x6xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x6xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x6xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<4x6xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x6xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x6xf64>, tensor<4x6xf64>) -> tensor<4x6xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x6xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x6xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x6xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x3xui16>, %arg1: tensor<3x6xbf16>) -> (tensor<4x6xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<4x3xui16>) -> tensor<4x3xbf16>
    %1 = stablehlo.convert %arg1 : tensor<3x6xbf16>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xbf16>, tensor<3x6xbf16>) -> tensor<4x6xbf16>
    return %2 : tensor<4x6xbf16>
  }
}
// -----
// dot_general_different_dtypes_lhs_uint32_4_3_rhs_float32_3_6_dimensionnumbers_1_0_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000"> : tensor<4x3xui32>
    %in1 = stablehlo.constant dense<"0xCD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F"> : tensor<3x6xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x3xui32>, tensor<3x6xf32>) -> (tensor<4x6xf32>)
    %want0 = stablehlo.constant dense<"0x141885BF1C2A9DC08DF41E413A2649C134102CBEACF1EDC02A125941664444C116B0B13F08FF9EC10ADC76BFF4239540BCA792C021E410C0FB71264197141AC105AE3440527222C199C68541B406AAC015B676C1C8DB46C045E8BF40A6387941"> : tensor<4x6xf32>
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
  func.func private @program(%arg0: tensor<4x3xui32>, %arg1: tensor<3x6xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<4x3xui32>) -> tensor<4x3xf32>
    %1 = stablehlo.convert %arg1 : tensor<3x6xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
    return %2 : tensor<4x6xf32>
  }
}
// -----
// dot_general_different_dtypes_lhs_float16_4_3_rhs_float32_3_6_dimensionnumbers_1_0_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6"> : tensor<4x3xf16>
    %in1 = stablehlo.constant dense<"0xCD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F"> : tensor<3x6xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x3xf16>, tensor<3x6xf32>) -> (tensor<4x6xf32>)
    %want0 = stablehlo.constant dense<"0x82A313C1FB39B2C089B0B941A4668FC116B1C6C045EE90C18B8F73C1BC4DB3419FC787C109B11B4213C763413A64B33FA30031C07BC63FC1EAEAC7410365DEC1FA6F1AC1DB447BC13FC076C1EDA8A94197016CC17E860B4254BF8941BBEA9FBF"> : tensor<4x6xf32>
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
  func.func private @program(%arg0: tensor<4x3xf16>, %arg1: tensor<3x6xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<4x3xf16>) -> tensor<4x3xf32>
    %1 = stablehlo.convert %arg1 : tensor<3x6xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
    return %2 : tensor<4x6xf32>
  }
}
