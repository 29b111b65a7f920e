// The end of the help of a verb: its examples, its exit codes, and the environment variables that it reads.

import type { Command } from 'commander';
import { helpPages, type HelpPage } from './help-pages.ts';
import { isOfClients } from './settings.ts';
import { table } from './table.ts';

type Rows = readonly (readonly [string, string])[];

const usualExits: Readonly<Record<number, string>> = {
  0: 'fine',
  1: 'wrong usage, or refused: one sentence says why',
};

const worldVariable = 'REPRISE_WORLD';

const variablesOfClients: Rows = [
  ['REPRISE_URL', 'the server, without --url'],
  ['REPRISE_PORT', 'its port on this machine, without --url and REPRISE_URL'],
  ['REPRISE_TOKEN', 'its token; not needed in the folder where it was started'],
  [worldVariable, 'the world, without --world'],
];

const variablesOfServe: Rows = [
  ['REPRISE_PORT', 'the port, without --port'],
  ['REPRISE_STORE', 'the URL of PostgreSQL, without --store, --data and --memory'],
  ['REPRISE_TOKEN', 'the token of the control plane (default: a random one)'],
];

/** By an option of verbs that need no server. */
const variablesOfOptions: readonly (readonly [string, Rows])[] = [
  ['--no-color', [['NO_COLOR', 'without colours, unless --color is given']]],
  [
    '--github',
    [
      ['GITHUB_ACTIONS', 'if it is true, as with --github'],
      ['GITHUB_WORKSPACE', 'the folder that paths in annotations are relative to'],
    ],
  ],
];

const programPage: HelpPage = {
  examples: [
    'reprise --clock frozen --fixture wallet/treasury',
    'reprise clock advance 10m',
    'reprise help events',
  ],
  exits: {
    2: 'differences, or an awaited event is missing',
    3: 'a file cannot be read, or is damaged',
    4: 'an invariant of Reprise is broken, which is a bug',
  },
};

/** Adds the end of its help to the program, and marks the default parts of its verbs. */
export function withProgramHelp(program: Command): void {
  program.configureHelp({
    subcommandDescription(part) {
      const text = part.summary() || part.description();
      return part.parent !== null && isDefaultPart(part, part.parent) ? `${text} (default)` : text;
    },
  });
  program.addHelpText('after', () => endOf(programPage, []));
}

/** Adds the end of its help to a verb, and to its parts. `words` are the names that lead to it. */
export function withHelp(command: Command, words = command.name()): void {
  for (const part of command.commands) withHelp(part, `${words} ${part.name()}`);
  command.addHelpText('after', () =>
    [defaultSentence(command, words), endOf(pageOf(command, words), variablesOf(command))].join(''),
  );
}

/** How the default part of a verb is called; empty without one. */
function defaultSentence(command: Command, words: string): string {
  const part = command.commands.find((one) => isDefaultPart(one, command))?.name();
  if (part === undefined) return '';
  const [short, long] = [`reprise ${words} [options]`, `reprise ${words} ${part} [options]`];
  return `\nThe options of ${part} need no word: \`${short}\` is \`${long}\`.\n`;
}

/** Whether a verb without the name of a part runs this one: commander's types lack that. */
function isDefaultPart(part: Command, verb: Command): boolean {
  const { _defaultCommandName: name } = verb as unknown as { _defaultCommandName: string | null };
  return part.name() === name;
}

/** The page of a verb; of one with parts, the first example of each and all exit codes. */
function pageOf(command: Command, words: string): HelpPage {
  if (command.commands.length === 0) return helpPages[words] ?? { examples: [] };
  const pages = command.commands.map((part) => pageOf(part, `${words} ${part.name()}`));
  return {
    examples: pages.flatMap(({ examples }) => examples.slice(0, 1)),
    exits: Object.assign({}, ...pages.map(({ exits }) => exits)) as Record<number, string>,
  };
}

function variablesOf(command: Command): Rows {
  if (command.name() === 'serve') return variablesOfServe;
  if (command.name() === 'doctor')
    return variablesOfClients.filter(([name]) => name !== worldVariable);
  if (isOfClients(command) || command.commands.some(isOfClients)) return variablesOfClients;
  return variablesOfOptions.flatMap(([option, rows]) =>
    command.options.some(({ long }) => long === option) ? rows : [],
  );
}

function endOf({ examples, exits }: HelpPage, variables: Rows): string {
  const codes = Object.entries({ ...usualExits, ...exits });
  return [
    ...section(
      'Examples',
      examples.map((line) => [line]),
    ),
    ...section('Exit codes', codes),
    ...section('Environment', variables),
  ].join('\n');
}

function section(title: string, rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const lines = table(rows).split('\n');
  return [`\n${title}:`, ...lines.map((line) => `  ${line}`)];
}
