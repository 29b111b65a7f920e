import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShell, type Shell } from './shell.ts';

const completeInZsh = fileURLToPath(new URL('complete.zsh', import.meta.url));

let shell: Shell;
beforeAll(() => {
  shell = openShell();
  writeFileSync(join(shell.cwd, 'call one.wav'), '');
});
afterAll(() => shell.close());

async function script(name: string): Promise<string> {
  const { exitCode, out, errors } = await shell.run(['completion', name]);
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
  return out.join('\n');
}

/** Command lines as the shell splits them, with an unfinished last word, and its completions. */
const cases: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['cl'], ['clock']],
  [
    ['clock', ''],
    ['show', 'set', 'advance'],
  ],
  [['clock', 'set', '--m'], ['--mode']],
  [
    ['clock', 'set', '--mode', ''],
    ['real', 'frozen', 'skip'],
  ],
  [['serve', '-p', ''], []],
  [['serve', '--clock', 'fr'], ['frozen']],
  [['events', '--world', 'clock', '--fo'], ['--follow']],
  [['fault', 'add', 'lose-r'], ['lose-request']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['chain', 'show', 'ARC'], ['ARC-TESTNET']],
  [['serve', '--fixture', 'wallet/t'], ['wallet/treasury']],
  [
    ['hear', '--script', 'ca'],
    ['calendar/town-year', 'call one.wav'],
  ],
  [['fixture', 'check', 'wallet/t'], ['wallet/treasury']],
  [['hear', 'call'], ['call one.wav']],
  [['say', '--output', 'call'], ['call one.wav']],
];

describe('completion', () => {
  it('completes verbs, flags, values and files in bash', async () => {
    const ofBash = [
      ...cases,
      [['serve', '--clock', '=', 'sk'], ['skip']] as const,
      [
        ['serve', '--clock', '='],
        ['real', 'frozen', 'skip'],
      ] as const,
    ];
    const calls = ofBash.map(
      ([words]) =>
        `COMP_WORDS=(reprise ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _reprise; (IFS=,; echo "\${COMPREPLY[*]}")`,
    );
    const { stdout, stderr } = spawnSync('bash', ['--norc'], {
      input: [await script('bash'), ...calls].join('\n'),
      cwd: shell.cwd,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toEqual(ofBash.map(([, replies]) => replies.join(',')));
  });

  const hasFish = spawnSync('fish', ['--version']).status === 0;

  it.runIf(hasFish)('completes verbs, flags, values and files in fish', async () => {
    const calls = cases.map(
      ([words]) =>
        `echo (complete -C '${['reprise', ...words].join(' ')}' | cut -f 1 | sort | string join ,)`,
    );
    const program = [await script('fish'), ...calls].join('\n');
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', program], {
      cwd: shell.cwd,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toEqual(
      cases.map(([, replies]) => [...replies].sort().join(',')),
    );
  });

  const hasZsh = spawnSync('zsh', ['--version']).status === 0;

  it.runIf(hasZsh)('completes verbs, flags, values and files in zsh', async () => {
    const ofZsh = [...cases, [['serve', '--clock=sk'], ['skip']] as const];
    writeFileSync(join(shell.cwd, '_reprise'), await script('zsh'));
    const { stdout, stderr } = spawnSync('zsh', ['-f', completeInZsh], {
      input: ofZsh.map(([words]) => `reprise ${words.join(' ')}\n`).join(''),
      cwd: shell.cwd,
      encoding: 'utf8',
      timeout: 15_000,
    });
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toEqual(ofZsh.map(([, replies]) => replies.join(',')));
  });

  it('describes verbs and flags for zsh and fish', async () => {
    expect(await script('zsh')).toContain(
      "'advance:Advance time and run everything due on the way'",
    );
    expect(await script('fish')).toContain("-l clock -x -a 'real frozen skip' -d 'clock mode'");
  });

  it('is printed as JSON, and refused for other shells', async () => {
    const { out } = await shell.run(['completion', 'bash', '--json']);
    expect(JSON.parse(out[0] ?? '')).toEqual({ shell: 'bash', script: await script('bash') });
    const { exitCode, errors } = await shell.run(['completion', 'tcsh']);
    expect({ exitCode, errors }).toEqual({
      exitCode: 1,
      errors: [expect.stringMatching(/Allowed choices are bash, zsh, fish\./)],
    });
  });
});
