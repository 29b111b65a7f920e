// The completion script for fish.

import type { OptionNode, Values, VerbNode } from './tree.ts';

export function fishScript(nodes: readonly VerbNode[]): string {
  const verbs = nodes.map(({ words }) => words).filter((words) => words !== '');
  return `# Completion of reprise for fish: reprise completion fish | source, or save it in ~/.config/fish/completions/reprise.fish.
function __reprise_at
  set -l verb ''
  set -l words (commandline -opc)
  for word in $words[2..-1]
    set -l next (string trim -- "$verb $word")
    contains -- "$next" ${verbs.map(quoted).join(' ')}; and set verb $next
  end
  test "$verb" = "$argv[1]"
end
complete -c reprise -f
${nodes.flatMap(linesOf).join('\n')}`;
}

function linesOf({ words, parts, options, values }: VerbNode): readonly string[] {
  const line = (rest: string) =>
    `complete -c reprise -n ${quoted(`__reprise_at ${quoted(words)}`)} ${rest}`;
  return [
    ...parts.map(({ name, summary }) => line(`-a ${name} -d ${quoted(summary)}`)),
    ...(values.choices.length === 0 ? [] : [line(`-a ${quoted(values.choices.join(' '))}`)]),
    ...(values.areFiles ? [line('-F')] : []),
    ...options.map((option) => line(optionOf(option))),
  ];
}

function optionOf({ flags, summary, values }: OptionNode): string {
  const names = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  return [...names, ...valuesOf(values), `-d ${quoted(summary)}`].join(' ');
}

function valuesOf(values: Values | undefined): readonly string[] {
  if (values === undefined) return [];
  const choices = values.choices.length === 0 ? [] : [`-a ${quoted(values.choices.join(' '))}`];
  return [values.areFiles ? '-r -F' : '-x', ...choices];
}

/** In single quotes, fish has an escape of its own. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
