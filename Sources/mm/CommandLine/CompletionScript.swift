/// The completion scripts, which let a shell ask `mm` for candidates.
enum CompletionScript {
    static func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// The bash of macOS (3.2) has no `compopt`: there a superfluous blank may follow.
    private static let bash = #"""
        # Completion of mm for bash: source it, or install it as bash-completion/completions/mm.
        _mm() {
            local reply line
            COMPREPLY=()
            {
                IFS= read -r reply || return
                while IFS= read -r line; do COMPREPLY+=("$line"); done
            } < <(command mm --complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
            compopt -o nosort 2>/dev/null
            case $reply in
                unfinished) compopt -o nospace 2>/dev/null ;;
                file*) compopt -o default 2>/dev/null ;;
                directory*) compopt -o dirnames 2>/dev/null ;;
            esac
        }
        complete -F _mm mm

        """#

    private static let zsh = #"""
        #compdef mm
        # Completion of mm for zsh: source it after compinit, or install it as _mm in a directory of fpath.
        _mm() {
            local reply line
            local -a finished unfinished
            {
                IFS= read -r reply || return 1
                while IFS= read -r line; do
                    case $line in
                        .*) finished+=("${line#.}") ;;
                        +*) unfinished+=("${line#+}") ;;
                    esac
                done
            } < <(command mm --complete zsh "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
            case $reply in
                file*) compset -p ${reply#* } && _files ;;
                directory*) compset -p ${reply#* } && _files -/ ;;
                *) _describe -V 'mm' finished -V mm -- unfinished -V mm -S '' ;;
            esac
        }
        if [[ $funcstack[1] == _mm ]]; then
            _mm "$@"
        else
            compdef _mm mm
        fi

        """#

    private static let fish = #"""
        # Completion of mm for fish: source it, or install it as completions/mm.fish.
        function __mm_complete
            set -l line (commandline --current-process --cut-at-cursor | string collect)
            set -l reply (command mm --complete fish $line 2>/dev/null)
            set -l wanted (string split ' ' -- $reply[1])
            switch "$wanted[1]"
                case file directory
                    # Of a command it does not know, fish completes files, with ~ and quotes as typed.
                    set -l token (commandline --current-token --cut-at-cursor)
                    set -l stem (string sub --length $wanted[2] -- $token)
                    set -l paths (complete --do-complete "__mm_path "(string sub --start (math $wanted[2] + 1) -- $token))
                    test $wanted[1] = directory; and set paths (string match --regex '.*/$' -- $paths)
                    printf '%s\n' $stem$paths
                case words
                    printf '%s\n' $reply[2..]
            end
        end
        complete --command mm --no-files --keep-order --arguments '(__mm_complete)'

        """#
}
