// error[syntax]: StableHLO: a token orders calls back into Python and the like
func.func @main(%0: !stablehlo.token) -> !stablehlo.token {
  return %0 : !stablehlo.token
}
