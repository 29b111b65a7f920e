# Reads command lines, completes the last word of each as an interactive zsh does, and prints the matches of each, separated by
# commas. `_reprise` in this folder is the script.

zmodload zsh/zpty
: > matches
zpty shell zsh -f -i
zpty -w shell 'unsetopt beep; autoload -Uz compinit; compinit -u -D; source ./_reprise'
# Stores matches instead of listing them; with -O, -A or -D there are none to list.
zpty -w shell 'compadd() {
  if [[ " $* " == *" -"[OAD]" "* ]] { builtin compadd "$@"; return }
  local -a found; builtin compadd -A found "$@"; print -rl -- "${(Q)found[@]}" >> matches
}'
zpty -w shell 'finish() { print END >> matches; BUFFER= }; zle -N finish; bindkey "^Y" finish; bindkey "^I" complete-word'
zpty -w shell 'print END >> matches'

ended() {
  until (( $(grep -c "^END$" matches) > $1 )) { sleep 0.01 }
}
ended 0
lines=0
while IFS= read -r line; do
  zpty -w -n shell "$line"$'\t\x19'
  ended $(( ++lines ))
done
sed -n '2,$p' matches | grep -v '^$' | paste -s -d , | sed 's/,\{0,1\}END,\{0,1\}/\n/g'
zpty -d shell
