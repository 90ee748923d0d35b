-- Neovim 0.7 or later, in init.lua.
-- Ctrl-Y takes the chosen item, and nothing is inserted before.
vim.opt.completeopt = { 'menuone', 'noinsert' }

-- Neovim's own omnifunc cuts what it inserts at the first blank, and registers no new tag.
function _G.mm_complete(is_start, base)
  if is_start == 1 then
    local line, column = unpack(vim.api.nvim_win_get_cursor(0))
    local position = { line = line - 1, character = column }
    local params = { textDocument = vim.lsp.util.make_text_document_params(), position = position }
    vim.b.mm_items = {}
    for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 2000) or {}) do
      local items = type(answer.result) == 'table' and answer.result.items or {}
      if #items > 0 then vim.b.mm_items = items end
    end
    local first = vim.b.mm_items[1]
    return first and first.textEdit.range.start.character or -2
  end
  local found = vim.tbl_filter(function(item)
    return vim.startswith(item.filterText:lower(), base:lower())
  end, vim.b.mm_items)
  return { refresh = 'always', words = vim.tbl_map(function(item)
    local more = { command = item.command, edits = item.additionalTextEdits }
    return { word = item.textEdit.newText, abbr = item.label, menu = item.detail, dup = 1, user_data = { mm = more } }
  end, found) }
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'markdown', 'yaml' },
  callback = function(args)
    local directory = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(args.buf), ':p:h')
    local found = vim.fn.findfile('tags.yaml', vim.fn.escape(directory, ' ,;*[') .. ';')
    if found == '' then return end
    -- Neovim 0.10.4 counts wrongly in UTF-16 behind umlauts and emoji.
    local able = vim.lsp.protocol.make_client_capabilities()
    able.general = vim.tbl_extend('force', able.general or {}, { positionEncodings = { 'utf-8' } })
    local root = vim.fn.fnamemodify(found, ':p:h')
    local config = { name = 'mm', cmd = { 'mm', 'lsp' }, root_dir = root, capabilities = able, offset_encoding = 'utf-8' }
    vim.bo[args.buf].omnifunc = 'v:lua.mm_complete'
    if vim.lsp.start then return vim.lsp.start(config, { bufnr = args.buf }) and nil end
    -- Neovim 0.7
    local known = vim.tbl_filter(function(client)
      return client.name == 'mm' and client.config.root_dir == root
    end, vim.tbl_values(vim.lsp.get_active_clients()))[1]
    vim.lsp.buf_attach_client(args.buf, known and known.id or vim.lsp.start_client(config))
  end,
})

-- What belongs to a chosen date is written, and a new tag that was chosen is registered.
vim.api.nvim_create_autocmd('CompleteDone', {
  callback = function()
    local more = vim.tbl_get(vim.v.completed_item, 'user_data', 'mm') or {}
    if more.edits then vim.lsp.util.apply_text_edits(more.edits, vim.api.nvim_get_current_buf(), 'utf-8') end
    if not more.command then return end
    vim.lsp.buf_request(0, 'workspace/executeCommand', more.command, function(fault, _, context)
      local client = vim.lsp.get_client_by_id(context.client_id)
      if fault and client and client.name == 'mm' then vim.notify(fault.message, vim.log.levels.ERROR) end
    end)
  end,
})

-- Neovim looks only at files in windows. The registry, which a rename opens in none, would stay as it was then.
vim.api.nvim_create_autocmd({ 'BufEnter', 'FocusGained', 'CursorHold' }, {
  callback = function()
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      if vim.bo[buffer].omnifunc == 'v:lua.mm_complete' and vim.api.nvim_buf_is_loaded(buffer) then
        pcall(vim.cmd, 'checktime ' .. buffer)
      end
    end
  end,
})
