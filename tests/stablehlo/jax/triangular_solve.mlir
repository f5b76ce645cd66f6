// triangular_solve_dtypes_a_float16_4_4_b_float16_4_1_leftside_True_lower_False_transposea_False_conjugatea_False_unitdiagonal_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C2"> : tensor<4x4xf16>
    %in1 = stablehlo.constant dense<"0x23B844C10D30FE3E"> : tensor<4x1xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x4xf16>, tensor<4x1xf16>) -> (tensor<4x1xf16>)
    %want0 = stablehlo.constant dense<"0x7CB94F22BEB93EB8"> : tensor<4x1xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x1xf16>) -> tensor<4x1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x1xf16>) -> tensor<4x1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x1xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x1xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x1xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<4x1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x4xf16>, %arg1: tensor<4x1xf16>) -> (tensor<4x1xf16> {jax.result_info = "result"}) {
    %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf16>, tensor<4x1xf16>) -> tensor<4x1xf16>
    return %0 : tensor<4x1xf16>
  }
}
// -----
// triangular_solve_dtypes_a_complex64_4_4_b_complex64_4_1_leftside_True_lower_False_transposea_False_conjugatea_False_unitdiagonal_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B40C46C04BF1AEAEABF7F8C28C065D1CABF3EAE013E8E024EC011CDDF3F84282640A25153C09DF2DCC076C95B407E80A740FD1A2D40D72612C034F5C03FA305753FDFF62C4036843FBF974603C0C45C8C4067C2BCBE05C6C5C0F0AA33C0CD9D77BFF1BC4DBF147A93BF10A8CB3F09AF594082CC04C0DB2D53C0755A98BF"> : tensor<4x4xcomplex<f32>>
    %in1 = stablehlo.constant dense<"0xEAEF03C00A8656C08C4722C00008343F17E100C04C579F40629F1BBDF4780E40"> : tensor<4x1xcomplex<f32>>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x4xcomplex<f32>>, tensor<4x1xcomplex<f32>>) -> (tensor<4x1xcomplex<f32>>)
    %want0 = stablehlo.constant dense<"0x04D646BFB11B68BF44E63E3EBFEBBF3DD8A8BFBEC925013E721352BE2CC419BF"> : tensor<4x1xcomplex<f32>>
    %c1 = stablehlo.abs %want0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %c2 = stablehlo.real %out#0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %c3 = stablehlo.real %want0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %c4 = stablehlo.convert %c2 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c5 = stablehlo.convert %c3 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c6 = stablehlo.compare EQ, %c4, %c5, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c7 = stablehlo.compare NE, %c4, %c4, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c8 = stablehlo.compare NE, %c5, %c5, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c9 = stablehlo.and %c7, %c8 : tensor<4x1xi1>
    %c10 = stablehlo.subtract %c4, %c5 : tensor<4x1xf64>
    %c11 = stablehlo.abs %c10 : tensor<4x1xf64>
    %c12 = stablehlo.constant dense<1.0> : tensor<4x1xf64>
    %c13 = stablehlo.convert %c1 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c14 = stablehlo.maximum %c12, %c13 : tensor<4x1xf64>
    %c15 = stablehlo.constant dense<0.0001> : tensor<4x1xf64>
    %c16 = stablehlo.multiply %c14, %c15 : tensor<4x1xf64>
    %c17 = stablehlo.compare LE, %c11, %c16, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c18 = stablehlo.or %c9, %c17 : tensor<4x1xi1>
    %c19 = stablehlo.or %c6, %c18 : tensor<4x1xi1>
    check.expect_eq_const %c19, dense<true> : tensor<4x1xi1>
    %c20 = stablehlo.imag %out#0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %c21 = stablehlo.imag %want0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %c22 = stablehlo.convert %c20 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c23 = stablehlo.convert %c21 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c24 = stablehlo.compare EQ, %c22, %c23, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c25 = stablehlo.compare NE, %c22, %c22, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c26 = stablehlo.compare NE, %c23, %c23, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c27 = stablehlo.and %c25, %c26 : tensor<4x1xi1>
    %c28 = stablehlo.subtract %c22, %c23 : tensor<4x1xf64>
    %c29 = stablehlo.abs %c28 : tensor<4x1xf64>
    %c30 = stablehlo.constant dense<1.0> : tensor<4x1xf64>
    %c31 = stablehlo.convert %c1 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c32 = stablehlo.maximum %c30, %c31 : tensor<4x1xf64>
    %c33 = stablehlo.constant dense<0.0001> : tensor<4x1xf64>
    %c34 = stablehlo.multiply %c32, %c33 : tensor<4x1xf64>
    %c35 = stablehlo.compare LE, %c29, %c34, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c36 = stablehlo.or %c27, %c35 : tensor<4x1xi1>
    %c37 = stablehlo.or %c24, %c36 : tensor<4x1xi1>
    check.expect_eq_const %c37, dense<true> : tensor<4x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x4xcomplex<f32>>, %arg1: tensor<4x1xcomplex<f32>>) -> (tensor<4x1xcomplex<f32>> {jax.result_info = "result"}) {
    %0 = stablehlo.custom_call @lapack_ctrsm_ffi(%arg0, %arg1) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=4, j=4, k=4, l=1, m=4, n=1}, custom>} : (tensor<4x4xcomplex<f32>>, tensor<4x1xcomplex<f32>>) -> tensor<4x1xcomplex<f32>>
    return %0 : tensor<4x1xcomplex<f32>>
  }
}
// -----
// triangular_solve_dtypes_a_complex64_4_4_b_complex64_4_1_leftside_True_lower_False_transposea_False_conjugatea_False_unitdiagonal_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B40C46C04BF1AEAEABF7F8C28C065D1CABF3EAE013E8E024EC011CDDF3F84282640A25153C09DF2DCC076C95B407E80A740FD1A2D40D72612C034F5C03FA305753FDFF62C4036843FBF974603C0C45C8C4067C2BCBE05C6C5C0F0AA33C0CD9D77BFF1BC4DBF147A93BF10A8CB3F09AF594082CC04C0DB2D53C0755A98BF"> : tensor<4x4xcomplex<f32>>
    %in1 = stablehlo.constant dense<"0xEAEF03C00A8656C08C4722C00008343F17E100C04C579F40629F1BBDF4780E40"> : tensor<4x1xcomplex<f32>>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x4xcomplex<f32>>, tensor<4x1xcomplex<f32>>) -> (tensor<4x1xcomplex<f32>>)
    %want0 = stablehlo.constant dense<"0xC27DAD43B0322043B337BF428A6389C2CAF707C1AA0C9541629F1BBDF4780E40"> : tensor<4x1xcomplex<f32>>
    %c1 = stablehlo.abs %want0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %c2 = stablehlo.real %out#0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %c3 = stablehlo.real %want0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %c4 = stablehlo.convert %c2 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c5 = stablehlo.convert %c3 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c6 = stablehlo.compare EQ, %c4, %c5, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c7 = stablehlo.compare NE, %c4, %c4, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c8 = stablehlo.compare NE, %c5, %c5, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c9 = stablehlo.and %c7, %c8 : tensor<4x1xi1>
    %c10 = stablehlo.subtract %c4, %c5 : tensor<4x1xf64>
    %c11 = stablehlo.abs %c10 : tensor<4x1xf64>
    %c12 = stablehlo.constant dense<1.0> : tensor<4x1xf64>
    %c13 = stablehlo.convert %c1 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c14 = stablehlo.maximum %c12, %c13 : tensor<4x1xf64>
    %c15 = stablehlo.constant dense<0.0001> : tensor<4x1xf64>
    %c16 = stablehlo.multiply %c14, %c15 : tensor<4x1xf64>
    %c17 = stablehlo.compare LE, %c11, %c16, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c18 = stablehlo.or %c9, %c17 : tensor<4x1xi1>
    %c19 = stablehlo.or %c6, %c18 : tensor<4x1xi1>
    check.expect_eq_const %c19, dense<true> : tensor<4x1xi1>
    %c20 = stablehlo.imag %out#0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %c21 = stablehlo.imag %want0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %c22 = stablehlo.convert %c20 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c23 = stablehlo.convert %c21 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c24 = stablehlo.compare EQ, %c22, %c23, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c25 = stablehlo.compare NE, %c22, %c22, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c26 = stablehlo.compare NE, %c23, %c23, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c27 = stablehlo.and %c25, %c26 : tensor<4x1xi1>
    %c28 = stablehlo.subtract %c22, %c23 : tensor<4x1xf64>
    %c29 = stablehlo.abs %c28 : tensor<4x1xf64>
    %c30 = stablehlo.constant dense<1.0> : tensor<4x1xf64>
    %c31 = stablehlo.convert %c1 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c32 = stablehlo.maximum %c30, %c31 : tensor<4x1xf64>
    %c33 = stablehlo.constant dense<0.0001> : tensor<4x1xf64>
    %c34 = stablehlo.multiply %c32, %c33 : tensor<4x1xf64>
    %c35 = stablehlo.compare LE, %c29, %c34, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c36 = stablehlo.or %c27, %c35 : tensor<4x1xi1>
    %c37 = stablehlo.or %c24, %c36 : tensor<4x1xi1>
    check.expect_eq_const %c37, dense<true> : tensor<4x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x4xcomplex<f32>>, %arg1: tensor<4x1xcomplex<f32>>) -> (tensor<4x1xcomplex<f32>> {jax.result_info = "result"}) {
    %0 = stablehlo.custom_call @lapack_ctrsm_ffi(%arg0, %arg1) {backend_config = "", mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=4, j=4, k=4, l=1, m=4, n=1}, custom>} : (tensor<4x4xcomplex<f32>>, tensor<4x1xcomplex<f32>>) -> tensor<4x1xcomplex<f32>>
    return %0 : tensor<4x1xcomplex<f32>>
  }
}
// -----
// triangular_solve_real_transformations_a_float32_4_4_b_float32_4_1_leftside_True_lower_False_transposea_False_conjugatea_False_unitdiagonal_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0"> : tensor<4x4xf32>
    %in1 = stablehlo.constant dense<"0xC46C04BF7F8C28C03EAE013E11CDDF3F"> : tensor<4x1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x4xf32>, tensor<4x1xf32>) -> (tensor<4x1xf32>)
    %want0 = stablehlo.constant dense<"0xCE502FBF88924D3C3ABE37BF81A607BF"> : tensor<4x1xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x1xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x1xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x1xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<4x1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x4xf32>, %arg1: tensor<4x1xf32>) -> (tensor<4x1xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %arg1) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=4, j=4, k=4, l=1, m=4, n=1}, custom>} : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
    return %0 : tensor<4x1xf32>
  }
}
// -----
// triangular_solve_real_transformations_a_float32_4_4_b_float32_4_1_leftside_True_lower_False_transposea_True_conjugatea_False_unitdiagonal_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0"> : tensor<4x4xf32>
    %in1 = stablehlo.constant dense<"0xC46C04BF7F8C28C03EAE013E11CDDF3F"> : tensor<4x1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x4xf32>, tensor<4x1xf32>) -> (tensor<4x1xf32>)
    %want0 = stablehlo.constant dense<"0x7366D9BD14BCD13E7E23FFBE51E7643E"> : tensor<4x1xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x1xf32>) -> tensor<4x1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x1xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x1xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x1xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<4x1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x1xf64>, tensor<4x1xf64>) -> tensor<4x1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x4xf32>, %arg1: tensor<4x1xf32>) -> (tensor<4x1xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %arg1) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 85 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=4, j=4, k=4, l=1, m=4, n=1}, custom>} : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
    return %0 : tensor<4x1xf32>
  }
}
