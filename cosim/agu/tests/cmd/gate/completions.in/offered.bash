# What completion offers for the last of the words, sorted. compopt works in a shell that completes
# alone.
compopt() { :; }
source <(agu completions bash)
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_agu "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}" | grep -v offered.bash | sort -u
