// The completion script for bash. It needs no version above 3.2, which macOS has.

import { quotedForShell } from '../../shell-quotes.ts';
import type { OptionNode, Values, VerbNode } from './tree.ts';

export function bashScript(nodes: readonly VerbNode[]): string {
  return `# Completion of reprise for bash: eval "$(reprise completion bash)", or save it for bash-completion.
_reprise() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" verb="" word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$verb $word" in
      ${verbPatterns(nodes)}) verb="\${verb:+$verb }$word" ;;
    esac
  done
  # --clock=frozen is three words in bash.
  if [[ $cur == = ]]; then
    cur=""
  elif [[ $prev == = ]]; then
    prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  local IFS=$'\\n'
  COMPREPLY=()
  case "$verb:$prev" in
${nodes.flatMap((node) => node.options.flatMap((option) => valueCase(node, option))).join('\n')}
  esac
  case "$verb:$cur" in
${nodes.flatMap(wordCases).join('\n')}
  esac
}
complete -F _reprise reprise`;
}

/** The patterns of a verb after the words before it, for every shell of this family. */
export function verbPatterns(nodes: readonly VerbNode[]): string {
  const names = nodes.map(({ words }) => words).filter((words) => words !== '');
  return names
    .map((words) => quotedForShell(words.includes(' ') ? words : ` ${words}`))
    .join(' | ');
}

function valueCase({ words }: VerbNode, { flags, values }: OptionNode): readonly string[] {
  if (values === undefined) return [];
  const patterns = flags.map((flag) => quotedForShell(`${words}:${flag}`)).join(' | ');
  return [`    ${patterns}) ${replies(values)}return ;;`];
}

function wordCases({ words, parts, options, values }: VerbNode): readonly string[] {
  const verb = quotedForShell(`${words}:`);
  const flags = options.flatMap((option) => option.flags);
  const choices = [...parts.map(({ name }) => name), ...values.choices];
  return [
    `    ${verb}-*) ${replies({ choices: flags, areFiles: false })};;`,
    `    ${verb}*) ${replies({ ...values, choices })};;`,
  ];
}

function replies({ choices, areFiles }: Values): string {
  const words = choices.map((choice) => `${choice}\n`).join('');
  const list =
    words === '' ? '' : `compgen -W $'${words.trimEnd().replaceAll('\n', '\\n')}' -- "$cur"`;
  const files = areFiles ? 'compgen -f -- "$cur"' : '';
  const commands = [list, files].filter((command) => command !== '').join('; ');
  if (commands === '') return '';
  const marked = areFiles ? 'compopt -o filenames 2>/dev/null; ' : '';
  return `COMPREPLY=($(${commands})); ${marked}`;
}
