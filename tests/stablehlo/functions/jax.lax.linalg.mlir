// jax.lax.linalg.householder_product(mv)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xF6525D4051E62E3E2C93313F51E62E3E415D7840F25EF43E2C93313FF25EF43E912A6040"> : tensor<3x3xf32>
    %in1 = stablehlo.constant dense<"0x6D4E8B3E401DFA3EACFEDB3E"> : tensor<3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>)
    %want0 = stablehlo.constant dense<"0xCA583A3F1DC1A53C1A41B7BD45593EBDDDD3033FE0D017BE9F4241BE6A6160BE3DBBE33E"> : tensor<3x3xf32>
    %c1 = func.call @judge(%in0, %in1, %want0, %out#0) : (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<i1>
    check.expect_eq_const %c1, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x3xf32>, %arg1: tensor<3xf32>) -> (tensor<3x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.custom_call @lapack_sorgqr_ffi(%arg0, %arg1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=3, j=3, k=3, l=3, m=3}, custom>} : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
    return %0 : tensor<3x3xf32>
  }

  func.func private @judge(%arg0: tensor<3x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3x3xf32>, %arg3: tensor<3x3xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.is_finite %arg2 : (tensor<3x3xf32>) -> tensor<3x3xi1>
    %1 = stablehlo.abs %arg2 : tensor<3x3xf32>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = call @judge__where(%0, %1, %c) : (tensor<3x3xi1>, tensor<3x3xf32>, tensor<i64>) -> tensor<3x3xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.maximum %cst_0, %3 : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.maximum %4, %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<3.57627869E-5> : tensor<f32>
    %6 = stablehlo.multiply %cst_2, %5 : tensor<f32>
    %7 = stablehlo.subtract %arg2, %arg3 : tensor<3x3xf32>
    %8 = stablehlo.abs %7 : tensor<3x3xf32>
    %9 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %10 = stablehlo.compare LE, %8, %9, FLOAT : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xi1>
    %11 = stablehlo.compare EQ, %arg2, %arg3, FLOAT : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xi1>
    %12 = stablehlo.or %10, %11 : tensor<3x3xi1>
    %13 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xi1>
    %14 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xi1>
    %15 = stablehlo.and %13, %14 : tensor<3x3xi1>
    %16 = stablehlo.or %12, %15 : tensor<3x3xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %17 = stablehlo.reduce(%16 init: %c_3) applies stablehlo.and across dimensions = [0, 1] : (tensor<3x3xi1>, tensor<i1>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<true> : tensor<i1>
    %18 = stablehlo.and %c_4, %17 : tensor<i1>
    return %18 : tensor<i1>
  }
  func.func private @judge__where(%arg0: tensor<3x3xi1>, %arg1: tensor<3x3xf32>, %arg2: tensor<i64>) -> tensor<3x3xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<3x3xi1>, tensor<3x3xf32>
    return %2 : tensor<3x3xf32>
  }
}
// -----
// jax.lax.linalg.symmetric_product(mm)
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDAB97840F42EB43E8A52F33EF42EB43E7DD05540F465373F8A52F33EF465373FFF704F40"> : tensor<3x3xf32>
    %in1 = stablehlo.constant dense<"0xB1D4273FCC4E563E13A85B3F48FAC13E7258C23E1E45433F586E083E9E9BF03E8D85F23E"> : tensor<3x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x3xf32>, tensor<3x3xf32>) -> (tensor<3x3xf32>)
    %want0 = stablehlo.constant dense<"0xFC4077412B9138408AEC68402B91384011C63C41DF3E9C408AEC6840DF3E9C4034EB3341"> : tensor<3x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x3xf32>) -> tensor<3x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x3xf32>) -> tensor<3x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x3xf32>, %arg1: tensor<3x3xf32>) -> (tensor<3x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<3x3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
    %5 = stablehlo.multiply %4, %arg1 : tensor<3x3xf32>
    %6 = stablehlo.add %3, %5 : tensor<3x3xf32>
    return %6 : tensor<3x3xf32>
  }
}
