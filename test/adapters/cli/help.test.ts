import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { helpPages } from '../../../adapters/cli/support/help-pages.ts';
import { verbs } from '../../../adapters/cli/verbs.ts';
import type { CliHost } from '../../../adapters/cli/support/cli-host.ts';
import { openShell, type Shell } from './shell.ts';

let shell: Shell;
/** The verbs without subcommands, by their words. */
const leaves = new Map<string, Command>();

beforeAll(async () => {
  shell = openShell();
  const host = { now: () => new Date(0) } as unknown as CliHost;
  const add = (command: Command, words: string) => {
    if (command.commands.length === 0) leaves.set(words, command);
    for (const part of command.commands) add(part, `${words} ${part.name()}`);
  };
  for (const { name, load } of verbs) add(await load(host, () => undefined), name);
});
afterAll(() => shell.close());

/** The words of a command line, with support for quotes. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three,
  );

/** The command lines of Reprise in an example, which may contain other commands of the shell. */
const callsIn = (example: string) =>
  [...example.matchAll(/reprise (?:'[^']*'|"[^"]*"|[^'"&>|)])*/g)].map(([call]) => call);

describe('the help of a verb', () => {
  it('has examples for each verb, and for no other', () => {
    expect(Object.keys(helpPages).sort()).toEqual([...leaves.keys()].sort());
    for (const { examples } of Object.values(helpPages)) expect(examples).not.toEqual([]);
  });

  it('has examples of its verb, with valid flags and values', () => {
    for (const [words, { examples }] of Object.entries(helpPages)) {
      const command = (leaves.get(words) ?? new Command()).exitOverride();
      for (const example of examples) {
        const call = callsIn(example).at(-1) ?? '';
        expect(call, example).toMatch(new RegExp(`^reprise ${words.split(' ')[0]}\\b`));
        const named = call.startsWith(`reprise ${words}`) ? words : (words.split(' ')[0] ?? '');
        const given = wordsOf(call.slice(`reprise ${named}`.length)).map((word) =>
          word === '<id>' ? '00000000-0000-4000-8000-000000000000' : (word ?? ''),
        );
        const { operands, unknown } = command.parseOptions(given);
        expect({ example, unknown }).toEqual({ example, unknown: [] });
        const { registeredArguments: slots } = command;
        const required = slots.filter((slot) => slot.required).length;
        const most = slots.some((slot) => slot.variadic) ? Infinity : slots.length;
        expect(operands.length, example).toBeGreaterThanOrEqual(required);
        expect(operands.length, example).toBeLessThanOrEqual(most);
      }
    }
  });

  it('has its exit codes and variables', async () => {
    const { out } = await shell.run(['events', '--help']);
    const text = out.join('\n');
    expect(text).toContain('  reprise events --follow --json');
    expect(text).toMatch(
      /Exit codes:\n {2}0 {2}fine\n {2}1 {2}.*\n {2}2 {2}fewer events came than awaited/,
    );
    expect(text).toMatch(
      /Environment:\n {2}REPRISE_URL .*\n {2}REPRISE_PORT .*\n {2}REPRISE_TOKEN/,
    );
  });

  it('has the examples and variables of its subcommands', async () => {
    const { out } = await shell.run(['tx', '--help']);
    const text = out.join('\n');
    for (const part of ['list', 'watch', 'reorg']) expect(text).toContain(`  reprise tx ${part} `);
    expect(text).toMatch(/ {2}2 {2}it did not reach a final state/);
    expect(text).toContain('REPRISE_WORLD');
  });

  it.each(['worlds', 'clock', 'tx', 'fault', 'wallet', 'chain', 'requests', 'fixture'])(
    'of %s marks the default subcommand, whose options need no word',
    async (verb) => {
      const wrapped = (await shell.run([verb, '--help'])).out.join('\n');
      const text = wrapped.replace(/\n {20,}/g, ' ');
      const [, part] = /^ {2}(\w+) .*\(default\)$/m.exec(text) ?? [];
      expect(part).toMatch(/^(list|show)$/);
      expect(text.match(/\(default\)/g)).toHaveLength(1);
      expect(text).toContain(
        `\nThe options of ${part} need no word: \`reprise ${verb} [options]\` is \`reprise ${verb} ${part} [options]\`.`,
      );
    },
  );

  it('marks no subcommand without a default', async () => {
    const { out } = await shell.run(['recording', '--help']);
    expect(out.join('\n')).not.toMatch(/\(default\)|need no word/);
  });

  it.each([
    [
      ['serve', '--help'],
      ['REPRISE_PORT', 'REPRISE_TOKEN', '  4  an invariant'],
    ],
    [
      ['inspect', '--help'],
      ['NO_COLOR', '  3  a recording cannot be read'],
    ],
    [
      ['diff', '--help'],
      ['NO_COLOR', 'GITHUB_ACTIONS  ', 'GITHUB_WORKSPACE  '],
    ],
    [
      ['replay', '--help'],
      ['GITHUB_ACTIONS  ', 'GITHUB_WORKSPACE  '],
    ],
    [['hear', '--help'], ['  3  the audio cannot be decoded, or the recording cannot be read']],
    [['say', '--help'], ['  3  the text cannot be spoken']],
    [['converse', '--help'], ['  3  a file of --wav cannot be read or decoded']],
    [['--help'], ['reprise help events', '  3  a file cannot be read']],
  ])('of %j has %j', async (args, parts) => {
    const { out } = await shell.run(args);
    for (const part of parts) expect(out.join('\n')).toContain(part);
  });
});
