" Vim 8 or later with the plugin ALE: save this file as ~/.vim/ale_linters/markdown/mm.vim, and write into the vimrc, before ALE
" is loaded, so that it completes while you type:
"   let g:ale_completion_enabled = 1
function! MMFolder(buffer) abort
  let l:directory = fnamemodify(bufname(a:buffer), ':p:h')
  let l:found = findfile('tags.yaml', l:directory . ';')
  return l:found ==# '' ? '' : fnamemodify(l:found, ':p:h')
endfunction

call ale#linter#Define('markdown', {
      \ 'name': 'mm', 'lsp': 'stdio', 'executable': 'mm', 'command': '%e lsp', 'project_root': function('MMFolder') })
