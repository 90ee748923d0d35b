-- Neovim 0.11 or later, in init.lua. For earlier versions, see neovim-0.7.lua.
vim.lsp.config('mm', { cmd = { 'mm', 'lsp' }, filetypes = { 'markdown', 'yaml' }, root_markers = { 'tags.yaml' } })
vim.lsp.enable('mm')
