" Settings for editing Rille files.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1
setlocal commentstring=#\ %s comments=:##,:# formatoptions+=croql
setlocal expandtab shiftwidth=2 softtabstop=2 textwidth=100
let b:undo_ftplugin = "setlocal commentstring< comments< formatoptions< expandtab< shiftwidth< softtabstop< textwidth<"
