// Loops, branches and calls that read what stands around them.
module @control {
  func.func @main() -> tensor<i32> {
    %limit = stablehlo.constant dense<10> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %table = stablehlo.constant dense<[3, 1, 4, 1, 5, 9, 2, 6, 5, 3]> : tensor<10xi32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
      cond {
        %c = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %t = stablehlo.dynamic_slice %table, %i, sizes = [1] : (tensor<10xi32>, tensor<i32>) -> tensor<1xi32>
        %u = stablehlo.reshape %t : (tensor<1xi32>) -> tensor<i32>
        %s = func.call @weighed(%sum, %u) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %s : tensor<i32>, tensor<i32>
      }
    check.expect_eq_const %r#1, dense<39> : tensor<i32>
    %far = stablehlo.constant dense<7> : tensor<i32>
    %k = "stablehlo.case"(%far) ({
      stablehlo.return %one : tensor<i32>
    }, {
      stablehlo.return %limit : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    check.expect_eq_const %k, dense<10> : tensor<i32>
    %yes = stablehlo.constant dense<true> : tensor<i1>
    %w = "stablehlo.if"(%yes) ({
      %v = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
      %first = stablehlo.slice %v [0:1] : (tensor<2xi32>) -> tensor<1xi32>
      %n = stablehlo.reshape %first : (tensor<1xi32>) -> tensor<i32>
      stablehlo.return %n : tensor<i32>
    }, {
      stablehlo.return %k : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    check.expect_eq_const %w, dense<7> : tensor<i32>
    return %w : tensor<i32>
  }
  func.func private @weighed(%a: tensor<i32> loc("a"), %b: tensor<i32>) -> (tensor<i32> {jax.result_info = ""}) {
    %s = stablehlo.add %a, %b : tensor<i32> loc("sum"("f.py":3:4))
    return %s : tensor<i32>
  }
}
#loc = loc(unknown)
