" Detects files of the array language Rille.
autocmd BufNewFile,BufRead *.rille setfiletype rille
