# Kakoune with kakoune-lsp 18 or later, in kakrc.
eval %sh{kak-lsp}
hook global BufSetOption filetype=(markdown|yaml) %{
    set-option buffer lsp_servers %{
        [mm]
        command = "mm"
        args = ["lsp"]
        root_globs = ["tags.yaml"]
    }
}
hook global WinSetOption filetype=(markdown|yaml) lsp-enable-window
