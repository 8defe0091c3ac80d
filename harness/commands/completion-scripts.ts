/** Scripts for shells that ask the program itself what may come next, so that they are never out of date. */

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** What asks: the words of the line before the one that is being typed, and that one. */
export const askWord = '__complete'

const program = 'handoff-conformance'

export function completionScript(shell: Shell): string {
  switch (shell) {
    case 'bash':
      return `# ${program} in bash: source <(${program} completion bash)
_handoff_conformance() {
  local current=\${COMP_WORDS[COMP_CWORD]} line=\${COMP_LINE:0:COMP_POINT} reply
  local -a words=(\${COMP_WORDS[@]:1:COMP_CWORD-1})
  # Bash splits words at = and :, which stand in options and reports.
  case $line in *[![:space:]]) current=\${line##*[[:space:]]} ;; *) current= ;; esac
  COMPREPLY=()
  while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <("\${COMP_WORDS[0]}" ${askWord} "$current" -- "\${words[@]}" 2>/dev/null)
  # What stands before the last of those signs is on the line already.
  case $current in *[=:]*) local before=\${current%"\${current##*[=:]}"}; COMPREPLY=("\${COMPREPLY[@]#"$before"}") ;; esac
}
complete -o default -F _handoff_conformance ${program}
`
    case 'zsh':
      return `#compdef ${program}
# ${program} in zsh: source <(${program} completion zsh), or as a file _${program} in a folder of fpath
_handoff_conformance() {
  local -a replies
  replies=(\${(f)"$("$words[1]" ${askWord} "$PREFIX" -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)"})
  if (( \${#replies} )); then compadd -- "\${replies[@]}"; else _files; fi
}
compdef _handoff_conformance ${program}
`
    case 'fish':
      return `# ${program} in fish: ${program} completion fish | source
function __handoff_conformance_replies
    set -l words (commandline -opc)
    $words[1] ${askWord} (commandline -ct) -- $words[2..-1] 2>/dev/null
end
complete -c ${program} -a '(__handoff_conformance_replies)'
`
  }
}
