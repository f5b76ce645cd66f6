// grad.jvp
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x20F0943D0E72113E8A6D7E3FD9B1773F8BD0333F4A24603FA304B93E1619273E1C62343F9D1DC73E381414BF50C200BF4EE34B3EF58EFFBEDD3E7EBE5302183FB31D893C3D0B18BFB2BFBA3ECC327DBE"> : tensor<5x4xf32>
    %in1 = stablehlo.constant dense<"0xB5DF36BEF0F95ABF4E3576BF8FE0283FECD1643FC4B22CBF2E0064BF54BCE6BE29FACEBEF70AE43E5C36183E41857FBFCA7F2B3FBBE988BEB86877BF09BB9F3E57FBA43E2C304FBFEBBB8D3E265312BF"> : tensor<5x4xf32>
    %out:2 = func.call @program(%in0, %in1) : (tensor<5x4xf32>, tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<5x4xf32>)
    %want0 = stablehlo.constant dense<"0x0CAD943DAA79103E064E423F9D643F3F931B1B3F7545343F3C5DB13E64A1253E95771B3F56A6BD3EB98205BFD5CBEDBE503C493EAE41ECBE952579BE4F59083F6A1A893CB25F08BFACE2B23E522978BE"> : tensor<5x4xf32>
    %want1 = stablehlo.constant dense<"0xFBE835BE0B9E56BF0FBED0BE84F7943ED8D1103F641FAEBED3A348BFF3B2E0BE95A482BE2EC1C43EDA9FDD3DF96648BF3CE0243F7E8557BE49C368BF6FD6643E82EFA43E6C6414BF75DD783E21BB09BF"> : tensor<5x4xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<5x4xf32>) -> tensor<5x4xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x4xf32>) -> tensor<5x4xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x4xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x4xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x4xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x4xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x4xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x4xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<5x4xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x4xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x4xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x4xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x4xi1>
    %c17 = stablehlo.convert %out#1 : (tensor<5x4xf32>) -> tensor<5x4xf64>
    %c18 = stablehlo.convert %want1 : (tensor<5x4xf32>) -> tensor<5x4xf64>
    %c19 = stablehlo.compare EQ, %c17, %c18, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c20 = stablehlo.compare NE, %c17, %c17, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c21 = stablehlo.compare NE, %c18, %c18, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c22 = stablehlo.and %c20, %c21 : tensor<5x4xi1>
    %c23 = stablehlo.subtract %c17, %c18 : tensor<5x4xf64>
    %c24 = stablehlo.abs %c23 : tensor<5x4xf64>
    %c25 = stablehlo.constant dense<1.0> : tensor<5x4xf64>
    %c26 = stablehlo.abs %c18 : tensor<5x4xf64>
    %c27 = stablehlo.maximum %c25, %c26 : tensor<5x4xf64>
    %c28 = stablehlo.constant dense<0.0001> : tensor<5x4xf64>
    %c29 = stablehlo.multiply %c27, %c28 : tensor<5x4xf64>
    %c30 = stablehlo.compare LE, %c24, %c29, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c31 = stablehlo.or %c22, %c30 : tensor<5x4xi1>
    %c32 = stablehlo.or %c19, %c31 : tensor<5x4xi1>
    check.expect_eq_const %c32, dense<true> : tensor<5x4xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x4xf32>, %arg1: tensor<5x4xf32>) -> (tensor<5x4xf32> {jax.result_info = "result[0]"}, tensor<5x4xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.tanh %arg0 : tensor<5x4xf32>
    %1 = stablehlo.multiply %arg1, %0 : tensor<5x4xf32>
    %2 = stablehlo.add %arg1, %1 : tensor<5x4xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %4 = stablehlo.subtract %3, %0 : tensor<5x4xf32>
    %5 = stablehlo.multiply %2, %4 : tensor<5x4xf32>
    return %0, %5 : tensor<5x4xf32>, tensor<5x4xf32>
  }
}
// -----
// grad.offload_names
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x20F0943D0E72113E8A6D7E3FD9B1773F8BD0333F4A24603FA304B93E1619273E1C62343F9D1DC73E381414BF50C200BF4EE34B3EF58EFFBEDD3E7EBE5302183FB31D893C3D0B18BFB2BFBA3ECC327DBE"> : tensor<5x4xf32>
    %out:1 = func.call @program(%in0) : (tensor<5x4xf32>) -> (tensor<5x4xf32>)
    %want0 = stablehlo.constant dense<"0xD669143E497F8F3E2E126A3FA9326F3F2E7B7C3F87D97B3FA253293FBC25A43EA4AA7C3F4EA3333F51616ABFA63B58BFB38AC63E7C2D57BFBEECF3BE3F6E6D3F2417093DE8746DBFEF9E2A3FEC00F3BE"> : tensor<5x4xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<5x4xf32>) -> tensor<5x4xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x4xf32>) -> tensor<5x4xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x4xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x4xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x4xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x4xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x4xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x4xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<5x4xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x4xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x4xf64>, tensor<5x4xf64>) -> tensor<5x4xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x4xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x4xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x4xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x4xf32>) -> (tensor<5x4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.sine %arg0 : tensor<5x4xf32>
    %1 = stablehlo.reduce_precision %0, format = e8m23 : tensor<5x4xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<5x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4:3 = stablehlo.optimization_barrier %1, %arg0, %cst_0 : tensor<5x4xf32>, tensor<5x4xf32>, tensor<f32>
    %5 = stablehlo.cosine %4#1 : tensor<5x4xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %7 = stablehlo.multiply %6, %4#0 : tensor<5x4xf32>
    %8 = stablehlo.broadcast_in_dim %4#2, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<5x4xf32>
    %10 = stablehlo.multiply %9, %5 : tensor<5x4xf32>
    return %10 : tensor<5x4xf32>
  }
}
