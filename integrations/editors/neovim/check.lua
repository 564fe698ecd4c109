-- What somebody sees in Neovim who has the lines of docs/editors.md in the settings: run by `check`.
-- Ends with status 0 if all of it is there, and says each thing that is.

local patience = 120000 -- milliseconds, for a machine that does other things as well

local function say(text)
  local file = assert(io.open(vim.env.SAID, "a"))
  file:write(text .. "\n")
  file:close()
end

local function check(what, found)
  if not found then
    say("FAILED: " .. what)
    vim.cmd("cquit 1")
  end
  say("ok: " .. what)
end

local function wait_for(what, is)
  check(what, vim.wait(patience, is, 50))
end

local function client()
  return vim.lsp.get_clients({ bufnr = 0, name = "alpinist" })[1]
end

--- The position of the first place where `text` stands, `more` characters further.
local function at(text, more)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then
      return { line = number - 1, character = column - 1 + (more or 0) }
    end
  end
  error("`" .. text .. "` is not there")
end

local function ask(method, position, more)
  local params = { textDocument = vim.lsp.util.make_text_document_params(0), position = position }
  local answer = client():request_sync(method, vim.tbl_extend("force", params, more or {}), patience, 0)
  check(method .. " is answered", answer and not answer.err)
  return answer.result
end

local function has(list, key, value)
  for _, one in ipairs(list or {}) do
    if one[key] == value then
      return true
    end
  end
  return false
end

local function diagnosed(code)
  return function()
    return has(vim.diagnostic.get(0), "code", code)
  end
end

local function run()
  vim.cmd.edit("wrong.pvl")
  check("a .pvl file has its type", vim.bo.filetype == "pvl")
  wait_for("the server is attached", function() return client() ~= nil end)
  wait_for("a proof that fails is shown at its place", diagnosed("V022"))
  for _, one in ipairs(vim.diagnostic.get(0)) do
    if one.code == "V022" then
      check("in the line of the postcondition", one.lnum == 1)
    end
  end

  local hover = ask("textDocument/hover", at("twice(n)", 1))
  check("hover shows a contract", vim.inspect(hover):find("requires", 1, true))
  local places = ask("textDocument/references", at("twice(int", 1), { context = { includeDeclaration = true } })
  check("references are found", #places == 2)
  local completion = ask("textDocument/completion", at("twice(n)", 2))
  check("names are completed", has(completion.items or completion, "label", "twice"))
  local help = ask("textDocument/signatureHelp", at("twice(n)", 6))
  check("a call shows what it takes", help and help.signatures[1].label:find("int n", 1, true))
  local symbols = ask("textDocument/documentSymbol", at("twice"))
  check("methods are listed", has(symbols, "name", "twice") or has(symbols, "name", "twice(int n)"))
  local folds = ask("textDocument/foldingRange", at("twice"))
  check("bodies fold", #folds > 0)
  local tokens = ask("textDocument/semanticTokens/full", at("twice"))
  check("words have their meaning", #tokens.data > 0)

  -- As somebody types it: the buffer is changed by what the server answers.
  vim.api.nvim_win_set_cursor(0, { at("twice(int").line + 1, at("twice(int").character })
  vim.lsp.buf.rename("double")
  wait_for("a rename changes both places", function()
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
    return select(2, text:gsub("double", "")) == 2 and not text:find("twice", 1, true)
  end)

  -- Mended, the message goes away, and the method has its mark.
  local line = at("\\result > n").line
  vim.api.nvim_buf_set_lines(0, line, line + 1, false, { "ensures \\result >= n;" })
  wait_for("mended, it is not shown any more", function()
    return not has(vim.diagnostic.get(0), "code", "V022")
  end)
  wait_for("a verified method has its mark", function()
    local range = { start = { line = 0, character = 0 }, ["end"] = { line = 20, character = 0 } }
    local params = { textDocument = vim.lsp.util.make_text_document_params(0), range = range }
    local hints = client():request_sync("textDocument/inlayHint", params, patience, 0)
    return hints and #(hints.result or {}) > 0
  end)

  if vim.env.PARSER then
    local here = at("ensures")
    local captures = vim.treesitter.get_captures_at_pos(0, here.line, here.character)
    check("clauses have a colour of the grammar", #captures > 0)
  end
  vim.cmd.write()

  if vim.env.CUDA then
    vim.cmd.edit("race.cu")
    wait_for("the server is attached to CUDA", function() return client() ~= nil end)
    wait_for("a race is shown at its place", diagnosed("K301"))
  end
  vim.cmd("qall!")
end

vim.schedule(function()
  local fine, why = pcall(run)
  if not fine then
    say("FAILED: " .. tostring(why))
    vim.cmd("cquit 1")
  end
end)
