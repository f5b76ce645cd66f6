// error[syntax]: StableHLO: a token orders callbacks into the host
func.func @main(%0: !stablehlo.token) -> !stablehlo.token {
  return %0 : !stablehlo.token
}
