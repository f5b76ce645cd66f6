// The generic form, of a module too; attributes as properties and behind the regions.
"builtin.module"() <{sym_name = "generic"}> ({
  "func.func"() <{function_type = () -> tensor<2x3xf32>, sym_name = "main"}> ({
    %x = "stablehlo.constant"() <{value = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
    %zero = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %sum = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    "stablehlo.custom_call"(%sum, %sum) <{call_target_name = "check.expect_eq", has_side_effect = true}> : (tensor<2xf32>, tensor<2xf32>) -> ()
    "check.expect_eq_const"(%sum) {value = dense<[6.0, 15.0]> : tensor<2xf32>} : (tensor<2xf32>) -> ()
    %y = "stablehlo.broadcast_in_dim"(%sum) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>) -> tensor<2x3xf32>
    %less = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    check.expect_eq_const %less, dense<true> : tensor<2x3xi1>
    %cut = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 9223372036854775807>, strides = array<i64: 1, 2>}> : (tensor<2x3xf32>) -> tensor<2x1xf32>
    check.expect_eq_const %cut, dense<[[2.0], [5.0]]> : tensor<2x1xf32>
    "func.return"(%x) : (tensor<2x3xf32>) -> ()
  }) : () -> ()
}) : () -> ()
