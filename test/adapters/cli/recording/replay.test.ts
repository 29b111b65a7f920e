// `serve --record` and `reprise replay`: files, output and exit codes.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterEach, describe, expect, vi } from 'vitest';
import { junit } from '../../../../adapters/cli/recording/junit.ts';
import { run } from '../../../../adapters/cli/program.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import {
  expectEqual,
  linesOf,
  writeSealed,
  type Raw,
} from '../../../support/recording/recordings.ts';
import type { JsonBody } from '../../../support/server/server.ts';
import {
  createFundedWallets,
  createWalletSet,
  settle,
  startTransfer,
  waitUntil,
} from '../../../support/server/requests.ts';
import type { Shell } from '../shell.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

/** Each test may begin with a recording of a short session. */
const it = shellTest().extend('file', ({ shell }) => record(shell, 'a.jsonl'));
afterEach(() => vi.restoreAllMocks());

/** Records a short session into a file of the shell's folder. */
async function record(shell: Shell, name: string, flags: readonly string[] = []): Promise<string> {
  const { server, stop } = await shell.serve([
    '--memory',
    '--clock',
    'frozen',
    '--record',
    name,
    ...flags,
  ]);
  const { from } = await createFundedWallets(server);
  await startTransfer(server, { walletId: from.id });
  await settle(server);
  expect(await stop()).toBe(0);
  return name;
}

/** Writes an edited copy of a recording, with new hashes. */
function edit(shell: Shell, name: string, into: string, change: (lines: Raw[]) => void): string {
  const lines = linesOf(shell.path(name));
  change(lines);
  writeSealed(shell.path(into), lines);
  return into;
}

const isActing = ({ kind, input }: Raw) => kind === 'http.request' && input !== undefined;

/** Writes a copy with another answer than a replay returns. */
const writeDifferent = (shell: Shell, name: string, into = 'different.jsonl') =>
  edit(shell, name, into, (lines) => {
    const answer = lines.find(({ kind, status }) => kind === 'http.answer' && status === 201);
    answer.text = answer.text.replace(/"id":"[^"]*"/, '"id":"\\u0007<&\\"]]>"');
  });

function writeCut(shell: Shell, name: string, into = 'cut.jsonl'): string {
  const text = shell.read(name);
  shell.write(into, text.slice(0, text.trimEnd().lastIndexOf('\n') + 30));
  return into;
}

function writeTampered(shell: Shell, name: string, into = 'tampered.jsonl'): string {
  const text = shell.read(name);
  shell.write(into, text.replace('"status":201', '"status":200'));
  return into;
}

/** The name of a wallet set whose creation throws in a mock, which breaks the world. */
const breaking = 'breaking';

/** Writes a copy with a request that breaks the world, and mocks the decider to do so. */
function writeBroken(shell: Shell, name: string, into = 'broken.jsonl'): string {
  const { decider } = wallet;
  const { decide } = decider;
  vi.spyOn(decider, 'decide').mockImplementation((command, ...rest) => {
    if (command.type === 'CreateWalletSet' && command.name === breaking) {
      throw new TypeError('planted');
    }
    return decide(command, ...rest);
  });
  return edit(shell, name, into, (lines) => {
    const request = lines.find(isActing);
    request.text = JSON.stringify({ ...JSON.parse(request.text as string), name: breaking });
  });
}

/** Writes a copy with an earlier input whose command no world accepts. */
const writeSenseless = (shell: Shell, name: string, into = 'senseless.jsonl') =>
  edit(shell, name, into, (lines) => {
    const [header] = lines as [Raw];
    const data = { kind: 'command', domain: 'wallet', command: { type: 'Mate' } };
    for (const line of lines) {
      if (line.input !== undefined) line.input += 1;
      if (line.after !== undefined) line.after += 1;
      if (line.to !== undefined) line.to += 1;
    }
    header.base.inputs = 1;
    lines.splice(1, 0, { kind: 'input', at: Date.parse(header.epoch as string), input: 1, data });
  });

const serve = ['serve', '--port', '0', '--memory'];

describe('serve --record', () => {
  it('records the world default from its beginning into a new file, relative to where it is called', async ({
    shell,
  }) => {
    await record(shell, 'session.jsonl');
    const { header, entries } = await expectEqual(shell.path('session.jsonl'));
    expect(header).toMatchObject({
      engine: 'reprise 1.2.3-test',
      world: { name: 'default' },
      base: { inputs: 0, position: 0 },
      recordedAt: '2026-05-01T10:00:00.000Z',
    });
    expect(entries.filter(({ kind }) => kind === 'http.request').length).toBeGreaterThan(3);
  });

  it('accepts an absolute path', async ({ shell }) => {
    await record(shell, shell.path('absolute.jsonl'));
    await expectEqual(shell.path('absolute.jsonl'));
  });

  it('prints the file at startup', async ({ shell }) => {
    const out = await shell.lines(...serve, '--record', 'a.jsonl');
    expect(out).toContain('  recording  world default into a.jsonl');
    await expectEqual(shell.path('a.jsonl'));
  });

  it('never overwrites a file', async ({ shell }) => {
    shell.write('mine.jsonl', 'mine');
    expect(await shell.refuses(...serve, '--record', 'mine.jsonl')).toBe(
      `${shell.path('mine.jsonl')} exists already, and recordings are never overwritten. Set --record to another file, or remove this one.`,
    );
    expect(shell.read('mine.jsonl')).toBe('mine');
  });

  it('reports why it cannot write', async ({ shell }) => {
    shell.write('plain', '');
    for (const file of ['no/folder/a.jsonl', 'plain/a.jsonl', `${'a'.repeat(300)}.jsonl`]) {
      expect(await shell.refuses(...serve, '--record', file)).toMatch(
        /^Cannot record into .*\(.+\)\. Set --record to a file in a writable folder\.$/,
      );
    }
  });

  it('leaves no recording if it cannot listen', async ({ shell }) => {
    const { ready } = await shell.serve(['--memory']);
    const { port } = new URL(ready.url);
    const args = ['serve', '--port', port, '--memory', '--record', 'a.jsonl'];
    expect(await shell.refuses(...args)).toMatch(/is in use/);
    expect(existsSync(shell.path('a.jsonl'))).toBe(false);
    await record(shell, 'a.jsonl');
  });

  it('records a resumed world with its earlier inputs', async ({ shell }) => {
    const first = await shell.serve([
      '--data',
      shell.path('kept.db'),
      '--clock',
      'frozen',
      '--record',
      'first.jsonl',
    ]);
    await createFundedWallets(first.server);
    await first.stop();
    const second = await shell.serve(['--data', shell.path('kept.db'), '--record', 'second.jsonl']);
    await createWalletSet(second.server);
    await second.stop();
    const { header } = await expectEqual(shell.path('second.jsonl'));
    expect(header.base.inputs).toBeGreaterThan(2);
    expect((await expectEqual(shell.path('first.jsonl'))).replay.digest).toBe(header.base.digest);
  });

  it('reports a recording that ended by itself', async ({ shell }) => {
    const errors: string[] = [];
    const changes = { printError: (line: string) => errors.push(line) };
    const { server, stop } = await shell.serve(['--memory', '--record', 'a.jsonl'], changes);
    expect((await server.control('POST', '/worlds/default/reset')).status).toBe(200);
    expect(errors).toEqual([
      `The recording ${shell.path('a.jsonl')} has ended: World 'default' was removed or reset.`,
    ]);
    await stop();
    await expectEqual(shell.path('a.jsonl'));
  });

  it('retains ten unnamed recordings of ended servers, and all of running ones', async ({
    shell,
  }) => {
    mkdirSync(shell.path('.reprise'));
    const names = Array.from({ length: 14 }, (_one, index) => {
      const day = String(index + 1).padStart(2, '0');
      return `recording-2026-04-${day}T10-00-00-000Z-default-99999999-1.jsonl`;
    });
    for (const name of names) shell.write(join('.reprise', name), '');
    const { server } = await shell.serve(['--memory', '--worlds-on-demand']);
    const files: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      await server.control('POST', '/worlds', { name: `w${count}`, clock: 'frozen' });
      const { body } = await server.control('POST', `/worlds/w${count}/recording/start`);
      files.push(body.file as string);
    }
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    const left = readdirSync(shell.path('.reprise')).filter((name) => names.includes(name));
    expect(left).toEqual(names.slice(-9));
  });
});

describe('replay', () => {
  it('prints the number of comparisons, and ends with 0 if all are equal', async ({
    shell,
    file,
  }) => {
    const out = await shell.lines('replay', file);
    expect(out).toEqual([
      'equal      a.jsonl',
      expect.stringMatching(
        /^ {2}\d+ inputs, \d+ exchanges, \d+ answers with \d+ headers, \d+ events, all equal$/,
      ),
      expect.stringMatching(/^ {2}digest [0-9a-f]{64}$/),
    ]);
  });

  it('replays folders in the order of names, and prints a summary', async ({ shell }) => {
    mkdirSync(shell.path('all/deep'), { recursive: true });
    const file = await record(shell, 'all/deep/b.jsonl');
    shell.write('all/a.jsonl', readFileSync(shell.path(file)));
    shell.write('all/notes.txt', 'no recording');
    const out = await shell.lines('replay', 'all', file);
    expect(out.filter((line) => /^\w/.test(line))).toEqual([
      'equal      all/a.jsonl',
      'equal      all/deep/b.jsonl',
      'equal      all/deep/b.jsonl',
      '3 recordings: 3 equal',
    ]);
  });

  it('leaves out installed packages, unless they are named', async ({ shell }) => {
    mkdirSync(shell.path('all/node_modules/some'), { recursive: true });
    const file = await record(shell, 'all/node_modules/some/a.jsonl');
    shell.write('all/b.jsonl', readFileSync(shell.path(file)));
    const { out } = await shell.run(['replay', 'all']);
    expect(out.filter((line) => /^\w/.test(line))).toEqual(['equal      all/b.jsonl']);
    const named = await shell.run(['replay', 'all/node_modules/some']);
    expect(named.out[0]).toBe(`equal      ${file}`);
  });

  it('ends with a usage error without recordings', async ({ shell }) => {
    mkdirSync(shell.path('empty'));
    for (const [args, sentence] of [
      [
        ['none.jsonl'],
        'There is no file or folder none.jsonl. Set a recording, or a folder with recordings (*.jsonl) below it.',
      ],
      [
        ['empty'],
        'There is no recording below empty. Set a recording, or a folder with recordings (*.jsonl) below it.',
      ],
      [['a'.repeat(300)], /^Cannot read a+ \(ENAMETOOLONG\)\.$/],
      [[], /missing required argument/],
    ] as const) {
      const { exitCode, errors } = await shell.run(['replay', ...args]);
      expect(exitCode).toBe(1);
      if (typeof sentence === 'string') expect(errors).toEqual([sentence]);
      else expect(errors.join('\n')).toMatch(sentence);
    }
  });

  it('names the first difference, and ends with 2', async ({ shell, file: whole }) => {
    const file = writeDifferent(shell, whole);
    const { exitCode, out } = await shell.run(['replay', file]);
    expect(exitCode).toBe(2);
    expect(out[0]).toBe('different  different.jsonl');
    const text = out.join('\n');
    expect(text).toMatch(/The first answer that differs, at \+00:00:00\.000:/);
    expect(text).toMatch(/POST \/v1\/w3s\/developer\/walletSets/);
    expect(text).toMatch(/body\.data\.walletSet\.id/);
    expect(text).toMatch(/All events up to there are equal/);
    expect(text).toMatch(/equal up to there/);
    expect(text).not.toContain('\u0007');
  });

  it('escapes control characters, in annotations too', async ({ shell, file }) => {
    const sign = '\u001b]0;x\u0007';
    const files = [
      edit(shell, file, 'event.jsonl', (lines) => {
        lines.find(({ kind, type }) => kind === 'event' && type === 'WalletsCreated').type += sign;
      }),
      edit(shell, file, 'method.jsonl', (lines) => (lines.find(isActing).method += sign)),
    ];
    for (const flags of [[], ['--all']]) {
      const { out, errors } = await shell.run(['replay', '--github', ...flags, ...files]);
      const text = out.join('\n');
      // oxlint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
      const named = '\\u001b]0;x\\u0007';
      expect(out.filter((line) => !line.startsWith('::')).join()).toContain(
        `WalletsCreated${named}`,
      );
      expect(out.filter((line) => line.startsWith('::')).join()).toContain(`POST${named}`);
      expect(errors).toEqual([]);
    }
  });

  it('reports other editions of packaged data first, then replays', async ({ shell, file }) => {
    const older = (lines: Raw[]) => (lines[0].data.zones = '2019a');
    const equal = edit(shell, file, 'equal.jsonl', older);
    const different = edit(shell, writeDifferent(shell, file), 'other.jsonl', older);
    const sentence = expect.stringMatching(
      /^ {2}Recorded with zones 2019a; this Reprise has 20\d\d[a-z]\.$/,
    );
    const fine = await shell.run(['replay', equal]);
    expect(fine.exitCode).toBe(0);
    expect(fine.out.slice(0, 2)).toEqual(['equal      equal.jsonl', sentence]);
    const { exitCode, out } = await shell.run(['replay', different, '--junit', 'r.xml']);
    expect(exitCode).toBe(2);
    expect(out.slice(0, 2)).toEqual(['different  other.jsonl', sentence]);
    expect(out[2]).toMatch(/The first answer that differs/);
    const { failure } = new XMLParser().parse(shell.read('r.xml')).testsuites.testsuite.testcase;
    expect(failure).toMatch(/^Recorded with zones 2019a/);
    const again = edit(shell, different, 'again.jsonl', () => undefined);
    const both = await shell.run(['replay', different, again]);
    const below = both.out.slice(both.out.indexOf('  The same in 1 more recording:') + 1);
    expect(below.slice(0, 2)).toEqual(['different  again.jsonl', sentence]);
  });

  it('explains a cause that several files share once, and lists the files below it', async ({
    shell,
    file,
  }) => {
    const status = edit(shell, file, 'c.jsonl', (lines) => {
      lines.find(({ kind, status: code }) => kind === 'http.answer' && code === 201).status = 200;
    });
    const parts = [
      writeDifferent(shell, file, 'b1.jsonl'),
      status,
      file,
      writeDifferent(shell, file, 'b2.jsonl'),
    ];
    const { exitCode, out } = await shell.run(['replay', ...parts]);
    expect(exitCode).toBe(2);
    expect(out.filter((line) => /^(\w|  The same)/.test(line))).toEqual([
      'equal      a.jsonl',
      'different  b1.jsonl',
      '  The same in 1 more recording:',
      'different  b2.jsonl',
      'different  c.jsonl',
      '4 recordings: 1 equal, 3 different',
    ]);
    const explained = out.filter((line) => line.includes('The first answer that differs'));
    expect(explained).toHaveLength(2);
    expect(out[out.indexOf('different  b2.jsonl') + 1]).toMatch(
      /^  POST \S+walletSets \(entry \d+\): body\.data\.walletSet\.id was /,
    );

    const report = await shell.run(['replay', '--json', '--junit', 'r.xml', ...parts]);
    const { replays } = JSON.parse(report.out[0] ?? '') as {
      readonly replays: readonly { readonly sameAs?: string; readonly divergence?: object }[];
    };
    expect(replays.map(({ sameAs }) => sameAs)).toEqual([
      undefined,
      undefined,
      undefined,
      'b1.jsonl',
    ]);
    expect(replays[3]?.divergence).toEqual(replays[0]?.divergence);
    expect(shell.read('r.xml')).toContain('The same cause as in b1.jsonl.');
  });

  it('replays a cut recording only with --allow-cut', async ({ shell, file: whole }) => {
    const file = writeCut(shell, whole);
    const refused = await shell.run(['replay', file]);
    expect(refused.exitCode).toBe(2);
    expect(refused.out[0]).toBe('cut        cut.jsonl');
    expect(refused.out[1]).toMatch(
      /was cut after entry \d+: it has no end line\. Replay the existing part with --allow-cut/,
    );
    const allowed = await shell.run(['replay', '--allow-cut', file]);
    expect(allowed.exitCode).toBe(0);
    expect(allowed.out[0]).toBe('equal      cut.jsonl');
    expect(allowed.out.at(-1)).toMatch(/was cut after entry \d+; the part that exists is equal/);
  });

  it(
    'replays the remaining part of a recording that was cut anywhere',
    { timeout: 120_000 },
    async ({ shell, file }) => {
      const { length } = readFileSync(shell.path(file));
      const header = shell.read(file).indexOf('\n') + 1;
      for (let bytes = header; bytes < length; bytes += 397) {
        shell.write('cut.jsonl', readFileSync(shell.path(file)));
        truncateSync(shell.path('cut.jsonl'), bytes);
        const { exitCode, out } = await shell.run(['replay', '--allow-cut', 'cut.jsonl']);
        expect({ bytes, exitCode, first: out[0] }).toEqual({
          bytes,
          exitCode: 0,
          first: 'equal      cut.jsonl',
        });
      }
    },
  );

  it('ends with 3 for a damaged recording, or another file', async ({ shell, file }) => {
    writeTampered(shell, file);
    shell.write('empty.jsonl', '');
    shell.write('other.jsonl', 'something else\n');
    appendFileSync(shell.path(file), '{"kind":"more"}\n');
    for (const [name, sentence] of [
      ['tampered.jsonl', /is damaged in entry \d+/],
      ['empty.jsonl', /is empty/],
      ['other.jsonl', /is not a recording of Reprise/],
      ['a.jsonl', /there is text after the end line/],
    ] as const) {
      const { exitCode, out } = await shell.run(['replay', name]);
      expect(exitCode).toBe(3);
      expect(out[0]).toBe(`unreadable ${name}`);
      expect(out[1]).toMatch(sentence);
    }
  });

  it('ends with 3 for an edited recording that cannot be executed', async ({ shell, file }) => {
    edit(shell, file, 'edited.jsonl', (lines) => {
      const last = lines.findLast(isActing);
      delete last.input;
      last.after = 0;
      lines.find(isActing).input += 40;
    });
    const { exitCode, out, errors } = await shell.run(['replay', 'edited.jsonl']);
    expect({ exitCode, errors }).toEqual({ exitCode: 3, errors: [] });
    expect(out).toEqual([
      'unreadable edited.jsonl',
      expect.stringMatching(/edited\.jsonl cannot be replayed: input 1 is missing\.$/),
    ]);
  });

  it('ends with 3 and the entry, without a stack trace, if a world breaks an invariant', async ({
    shell,
    file: whole,
  }) => {
    const file = writeBroken(shell, whole);
    const { exitCode, out, errors } = await shell.run(['replay', file]);
    expect({ exitCode, errors }).toEqual({ exitCode: 3, errors: [] });
    expect(out[0]).toBe('unreadable broken.jsonl');
    expect(out[1]).toMatch(
      /entry \d+ cannot be executed \(Unexpected: TypeError: planted\)\. Unless the recording was edited by hand/,
    );
    expect(out).toHaveLength(2);
  });

  it('ends with 3 for an input that no world accepts', async ({ shell, file: whole }) => {
    const file = writeSenseless(shell, whole);
    const { exitCode, out, errors } = await shell.run(['replay', file]);
    expect({ exitCode, errors }).toEqual({ exitCode: 3, errors: [] });
    expect(out).toEqual([
      'unreadable senseless.jsonl',
      expect.stringMatching(/senseless\.jsonl cannot be replayed: entry 1 has an input that no/),
    ]);
  });

  it('replays all files, and ends with the worst exit code', async ({ shell, file }) => {
    const parts = [
      file,
      writeDifferent(shell, file),
      writeCut(shell, file),
      writeTampered(shell, file),
      writeBroken(shell, file),
    ];
    const { exitCode, out } = await shell.run(['replay', ...parts, file]);
    expect(exitCode).toBe(3);
    expect(out.at(-1)).toBe('6 recordings: 2 equal, 1 different, 1 cut, 2 unreadable');
    expect((await shell.run(['replay', ...parts.slice(0, 3)])).exitCode).toBe(2);
  });

  it('prints one JSON object with --json', async ({ shell, file }) => {
    const { exitCode, out } = await shell.run([
      'replay',
      '--json',
      file,
      writeDifferent(shell, file),
      writeTampered(shell, file),
      writeBroken(shell, file),
    ]);
    expect(exitCode).toBe(3);
    expect(out).toHaveLength(1);
    const { equal, replays } = JSON.parse(out[0] ?? '');
    expect(equal).toBe(false);
    expect(replays).toMatchObject([
      {
        file: 'a.jsonl',
        result: 'equal',
        world: 'default',
        seed: 'reprise',
        compared: {},
        digest: expect.any(String),
      },
      { result: 'different', divergence: { exchange: { path: 'body.data.walletSet.id' } } },
      { result: 'unreadable', message: expect.stringMatching(/is damaged/) },
      { result: 'unreadable', message: expect.stringMatching(/entry \d+ cannot be executed/) },
    ]);
    expect(await shell.json('replay', file)).toMatchObject({
      equal: true,
      replays: [{ result: 'equal' }],
    });
  });

  it('shows its progress, and clears it', async ({ shell, file }) => {
    const told: string[] = [];
    const now = () => new Date();
    const shown = { ...quietHost(shell), now, progress: (text: string) => told.push(text) };
    expect(await run(['replay', file], shown)).toBe(0);
    expect(told).toContain('reading a.jsonl  100 %');
    expect(told).toContain('replaying a.jsonl  0 %');
    expect(told).toContain('replaying a.jsonl  100 %');
    expect(told.at(-1)).toBe('');
  });
});

/** A host for `run` that discards all output. */
function quietHost(shell: Shell): Parameters<typeof run>[1] {
  return {
    cwd: shell.cwd,
    env: {},
    version: '1.2.3-test',
    nodeVersion: process.versions.node,
    processId: process.pid,
    now: () => new Date('2026-05-01T10:00:00Z'),
    print: () => undefined,
    write: () => undefined,
    printError: () => undefined,
    progress: () => undefined,
    showsProgress: false,
    isRunning: () => true,
    isTerminal: false,
    input: async function* () {},
    columns: undefined,
    openInBrowser: async () => false,
    outputEnded: new AbortController().signal,
    stopped: async () => 'SIGTERM',
  };
}

const parse = (xml: string): JsonBody => {
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
  }).parse(xml);
};

describe('replay --junit', () => {
  it('writes a report with a case for each recording', async ({ shell, file }) => {
    const parts = [
      file,
      writeDifferent(shell, file),
      writeCut(shell, file),
      writeTampered(shell, file),
      writeBroken(shell, file, 'b & <"c">.jsonl'),
    ];
    const { exitCode, out } = await shell.run(['replay', '--junit', 'report.xml', ...parts]);
    expect(exitCode).toBe(3);
    expect(out.at(-1)).toMatch(/^5 recordings/);
    const xml = shell.read('report.xml');
    // oxlint-disable-next-line no-control-regex
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
    const { testsuites } = parse(xml);
    const { testsuite } = testsuites;
    for (const totals of [testsuites, testsuite]) {
      expect(totals).toMatchObject({
        name: 'reprise replay',
        tests: '5',
        failures: '4',
        errors: '0',
      });
      expect(totals.time).toMatch(/^\d+\.\d{3}$/);
    }
    expect(testsuite.testcase.map(({ name }: JsonBody) => name)).toEqual([
      ...parts.slice(0, 4),
      parts[4],
    ]);
    const [equal, ...failed] = testsuite.testcase;
    expect(equal.failure).toBeUndefined();
    const messages = failed.map(({ failure }: JsonBody) => failure.message as string);
    expect(messages).toEqual([
      expect.stringMatching(
        /^POST \/v1\/w3s\/developer\/walletSets \(entry \d+\): body\.data\.walletSet\.id was/,
      ),
      expect.stringMatching(/was cut after entry/),
      expect.stringMatching(/is damaged in entry/),
      expect.stringMatching(/edited by hand/),
    ]);
    expect(messages[0]).toContain('<&');
    expect(failed[0].failure['#text']).toContain('The first answer that differs');
  });

  it('writes a report of one recording, and names an unwritable file', async ({ shell, file }) => {
    await shell.lines('replay', '--junit', 'one.xml', file);
    const { testsuites } = parse(shell.read('one.xml'));
    expect(testsuites.testsuite.testcase).toMatchObject({
      name: 'a.jsonl',
      classname: 'reprise replay',
    });
    const { exitCode, errors } = await shell.run(['replay', '--junit', 'no/where.xml', file]);
    expect(exitCode).toBe(1);
    expect(errors.join('\n')).toMatch(/^Cannot write .*no\/where\.xml/);
  });

  it('escapes any text', () => {
    const text = 'a\u0000\u0007\u001b[31m"\'<&>]]>\ud800\udc00\ud800 \ufffe\n\té-->';
    const xml = junit('suite "of" <&>', [
      { name: text, seconds: 1.2345, failure: { message: text, details: text } },
      { name: 'plain', seconds: 0 },
    ]);
    const { testsuite } = parse(xml).testsuites;
    expect(testsuite).toMatchObject({
      name: 'suite "of" <&>',
      tests: '2',
      failures: '1',
      time: '1.234',
    });
    const kept = 'a\ufffd\ufffd\ufffd[31m"\'<&>]]>\ud800\udc00\ufffd \ufffd\n\té-->';
    expect(testsuite.testcase[0].failure['#text']).toBe(kept);
    expect(testsuite.testcase[0].name.replace(/\s+/g, ' ')).toBe(kept.replace(/\s+/g, ' '));
  });
});

it('a replay does not disturb a server that records at the same time', async ({ shell }) => {
  const { server, stop } = await shell.serve([
    '--memory',
    '--clock',
    'frozen',
    '--record',
    'live.jsonl',
  ]);
  await createFundedWallets(server);
  await waitUntil('something is written', () => shell.read('live.jsonl').length > 5_000);
  await shell.lines('replay', '--allow-cut', 'live.jsonl');
  await createWalletSet(server);
  await stop();
  await shell.lines('replay', 'live.jsonl');
});

/** Mocks the decider so that all transfers cost more. */
function plantDearerTransfers(): void {
  const { decider } = wallet;
  const { decide } = decider;
  vi.spyOn(decider, 'decide').mockImplementation((...args) => {
    const outcome = decide(...args);
    if (!outcome.ok) return outcome;
    const value = outcome.value.map((event) =>
      event.type === 'TransactionConfirmed'
        ? { ...event, networkFee: `1${event.networkFee}` }
        : event,
    );
    return { ...outcome, value };
  });
}

describe('replay --all', () => {
  it('groups all differences by their causes', async ({ shell, file }) => {
    plantDearerTransfers();
    const { exitCode, out } = await shell.run(['replay', '--all', file]);
    expect(exitCode).toBe(2);
    expect(out.slice(0, 2)).toEqual(['different  a.jsonl', '  1 difference, 1 cause:']);
    expect(out.join('\n')).toMatch(/TransactionConfirmed of wallet\/transaction/);
    expect(out.at(-2)).toMatch(/^ {2}\d+ answers with \d+ headers, \d+ events, equal$/);
    const { out: json } = await shell.run(['replay', '--all', '--json', file]);
    expect(JSON.parse(json[0] ?? '')).toMatchObject({
      replays: [{ groups: [{ first: { event: { type: 'TransactionConfirmed' } }, others: [] }] }],
    });
  });
});

describe('replay --update', () => {
  it('rewrites different recordings, and does not change equal ones', async ({ shell, file }) => {
    const { mode } = statSync(shell.path(file));
    const before = shell.read(file);
    const equal = await shell.run(['replay', '--update', file]);
    expect(equal.out[0]).toBe('equal      a.jsonl');
    expect(shell.read(file)).toBe(before);

    plantDearerTransfers();
    const out = await shell.lines('replay', '--update', file);
    expect(out[0]).toBe('updated    a.jsonl');
    await shell.lines('replay', file);
    expect(statSync(shell.path(file)).mode).toBe(mode);
    expect(readdirSync(shell.cwd)).toEqual(['.reprise', 'a.jsonl']);
    vi.restoreAllMocks();
    expect((await shell.run(['replay', file])).exitCode).toBe(2);
  });

  it('never writes a file that cannot be replayed', async ({ shell, file }) => {
    for (const [other, code] of [
      [writeCut(shell, file), 2],
      [writeTampered(shell, file), 3],
      [writeSenseless(shell, file), 3],
      [writeBroken(shell, file), 3],
    ] as const) {
      const before = shell.read(other);
      expect((await shell.run(['replay', '--update', other])).exitCode).toBe(code);
      expect(shell.read(other)).toBe(before);
    }
    const others = readdirSync(shell.cwd).filter((name) => !name.endsWith('.jsonl'));
    expect(others).toEqual(['.reprise']);
    expect(await shell.refuses('replay', '--update', '--allow-cut', file)).toBe(
      '--update needs whole recordings: omit --allow-cut.',
    );
  });
});

describe('annotations of GitHub Actions', () => {
  it('name the line of each cause, and of files that cannot be replayed', async ({
    shell,
    file,
  }) => {
    const different = writeDifferent(shell, file, 'b,c: 100%.jsonl');
    const files = [file, different, writeCut(shell, file), writeTampered(shell, file)];
    const env = { GITHUB_ACTIONS: 'true' };
    const { out } = await shell.run(['replay', ...files], env);
    const at = out.filter((line) => line.startsWith('::'));
    const entry = (name: string) =>
      /entry (\d+)/.exec(out[out.findIndex((line) => line.endsWith(name)) + 1] ?? '')?.[1];
    expect(at).toEqual([
      expect.stringMatching(
        /^::error file=b%2Cc%3A 100%25\.jsonl,line=\d+,title=reprise replay%3A different::POST \/v1\/w3s\/developer\/walletSets \(entry \d+\): body\.data\.walletSet\.id was /,
      ),
      expect.stringContaining(
        `::error file=cut.jsonl,line=${Number(entry('cut.jsonl')) + 1},title=reprise replay%3A cut::`,
      ),
      expect.stringMatching(
        /^::error file=tampered\.jsonl,line=\d+,title=reprise replay%3A unreadable::/,
      ),
    ]);
    const [line = '', number = 0] = /line=(\d+)/.exec(at[0] ?? '') ?? [];
    expect(line).not.toBe('');
    expect(linesOf(shell.path(different))[Number(number) - 1]).toMatchObject({
      kind: 'http.request',
    });
    const without = await shell.run(['replay', different]);
    expect(without.out.filter((text) => text.startsWith('::'))).toEqual([]);
    const elsewhere = await shell.run(['replay', '--github', '--json', different]);
    expect(elsewhere.out).toHaveLength(1);
    expect(elsewhere.errors).toEqual(at.slice(0, 1));
  });
});
