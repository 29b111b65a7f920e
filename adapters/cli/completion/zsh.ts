// The completion script for zsh.

import { quotedForShell } from '../../shell-quotes.ts';
import { verbPatterns } from './bash.ts';
import type { OptionNode, Values, VerbNode } from './tree.ts';

export function zshScript(nodes: readonly VerbNode[]): string {
  return `#compdef reprise
# Completion of reprise for zsh: source <(reprise completion zsh), or save it as _reprise in a folder of $fpath.
_reprise() {
  local verb="" word i
  local -a list
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    case "$verb $word" in
      (${verbPatterns(nodes)}) verb="\${verb:+$verb }$word" ;;
    esac
  done
  local prev="\${words[CURRENT-1]}"
  if [[ $PREFIX == --*=* ]]; then
    prev="\${PREFIX%%=*}"
    compset -P '*='
  fi
  case "$verb:$prev" in
${nodes.flatMap((node) => node.options.flatMap((option) => valueCase(node, option))).join('\n')}
  esac
  case "$verb:$PREFIX" in
${nodes.flatMap(wordCases).join('\n')}
  esac
}
if [[ $funcstack[1] == _reprise ]]; then
  _reprise "$@"
else
  compdef _reprise reprise
fi`;
}

function valueCase({ words }: VerbNode, { flags, values }: OptionNode): readonly string[] {
  if (values === undefined) return [];
  const patterns = flags.map((flag) => quotedForShell(`${words}:${flag}`)).join(' | ');
  return [`    (${patterns}) ${replies(values)}return ;;`];
}

function wordCases({ words, parts, options, values }: VerbNode): readonly string[] {
  const verb = quotedForShell(`${words}:`);
  const flags = options.flatMap((option) => option.flags.map((flag) => described(flag, option)));
  const verbs = parts.map((part) => described(part.name, part));
  const list = verbs.length === 0 ? '' : `list=(${verbs.join(' ')}); _describe verb list; `;
  return [
    `    (${verb}-*) list=(${flags.join(' ')}); _describe -o option list ;;`,
    `    (${verb}*) ${list}${replies(values)};;`,
  ];
}

function described(name: string, { summary }: { readonly summary: string }): string {
  return quotedForShell(`${name}:${summary}`);
}

function replies({ choices, areFiles }: Values): string {
  const words = choices.map(quotedForShell).join(' ');
  return `${words === '' ? '' : `compadd -- ${words}; `}${areFiles ? '_files; ' : ''}`;
}
