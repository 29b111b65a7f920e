import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { linesOf, writeSealed } from '../../../support/recording/recordings.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';
import { waitUntil } from '../../../support/server/requests.ts';
import { longMs } from '../../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs }); // each candidate is a process of its own

const demo = resolve('recordings/v1/wallet/demo.jsonl');

const it = shellTest().extend('shrink', ({ shell }) => {
  return (...flags: string[]) => shell.run(['shrink', demo, '-o', 'small.jsonl', ...flags]);
});

/** Fails for recordings with a transaction that is stuck. */
const stuck = 'grep -q STUCK {} && exit 1 || exit 0';

describe('shrink --run', () => {
  it('finds what a failing command needs, and nothing else', async ({ shrink, shell }) => {
    const { exitCode, out, errors } = await shrink('--run', stuck);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
    expect(out.join('\n')).toMatch(
      /^From 106 entries \(40 requests\) to 27 entries \(7 requests\), with \d+ candidates: small\.jsonl\. It still fails, and nothing of it can be left out\.$/,
    );
    const urls = shell
      .read('small.jsonl')
      .split('\n')
      .flatMap(
        (line) => /"method":"([A-Z]+)".*"url":"([^"?]+)/.exec(line)?.slice(1).join(' ') ?? [],
      );
    expect(urls.map((url) => url.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '…'))).toEqual([
      'POST /v1/w3s/developer/walletSets',
      'POST /v1/w3s/developer/wallets',
      'POST /__reprise/worlds/default/wallet/wallets/…/fund',
      'PATCH /__reprise/worlds/default/wallet/chains/ETH-SEPOLIA',
      'POST /v1/w3s/developer/transactions/transfer',
      'POST /__reprise/worlds/default/clock/advance',
      'GET /v1/w3s/transactions/…',
    ]);
    expect((await shell.run(['replay', 'small.jsonl'])).exitCode).toBe(0);
    const again = await shell.run(['shrink', 'small.jsonl', '--run', stuck, '--json']);
    expect(JSON.parse(again.out.join(''))).toMatchObject({
      isSmallest: true,
      file: 'small.small.jsonl',
      before: { entries: 27, requests: 7, connections: 0, frames: 0 },
      after: { entries: 27, requests: 7 },
    });
    expect(shell.read('small.small.jsonl')).toBe(shell.read('small.jsonl'));
  });

  it('refuses a recording that does not fail', async ({ shrink, shell }) => {
    expect(await shrink('--run', 'test -s {}')).toEqual({
      exitCode: 1,
      out: [],
      errors: [
        `${demo} does not fail the command of --run, which ends with 0 for it: there is nothing to shrink.`,
      ],
    });
    expect(existsSync(shell.path('small.jsonl'))).toBe(false);
  });

  it('refuses a command that is not there, not executable, or without a place for the file', async ({
    shrink,
    shell,
  }) => {
    shell.write('plain.txt', 'text');
    const refused = async (command: string) => (await shrink('--run', command)).errors.join('\n');
    expect(await refused('there-is-no-such-command {}')).toMatch(
      /^A command of --run is not found \(exit code 127: .*there-is-no-such-command.*\)\.$/,
    );
    expect(await refused('./plain.txt {}')).toMatch(
      /^A command of --run is not executable \(exit code 126: .*plain\.txt.*\)\.$/,
    );
    expect(await refused('false')).toBe(
      "The command of --run has no {}, which stands for the recording: --run './test.sh {}'.",
    );
  });

  it('ends a command that never ends, with all of its processes', async ({ shrink, shell }) => {
    const command = 'sleep 600 & echo $! > child.txt; wait # {}';
    const { exitCode, errors } = await shrink('--run', command, '--timeout', '300ms');
    expect({ exitCode, errors }).toEqual({
      exitCode: 1,
      errors: [
        'The command of --run did not end within 0.3 s, and was ended: give it more time with --timeout, or set one that ends.',
      ],
    });
    expect(isRunning(Number(shell.read('child.txt')))).toBe(false);
  });

  it('knows no smallest recording if the command did not end for a candidate', async ({
    shrink,
  }) => {
    const command =
      'if grep -q STUCK {}; then exit 1; fi; if [ -e late ]; then exit 0; fi; touch late; sleep 600';
    const { exitCode, out, errors } = await shrink('--run', command, '--timeout', '500ms');
    expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: [] });
    expect(out.join('\n')).toMatch(
      /^For 1 candidate the command did not end within 0\.5 s: give it more time with --timeout\. From 106 entries .* It still fails, and may not be the smallest\.$/,
    );
  });

  it('ends what a command has left behind', async ({ shrink, shell }) => {
    const command =
      'sleep 600 & echo $! >> children.txt; grep -q walletSets {} && exit 3 || exit 0';
    expect((await shrink('--run', command)).exitCode).toBe(0);
    const children = shell.read('children.txt').trim().split('\n').map(Number);
    expect(children.length).toBeGreaterThan(3);
    await waitUntil('all are killed', () => !children.some(isRunning));
  });

  it('keeps the smallest so far at a signal, and ends the command', async ({ shell }) => {
    let stop: (signal: string) => void = () => undefined;
    const stopped = new Promise<string>((resolveSignal) => (stop = resolveSignal));
    const progress = (text: string) => void (text.endsWith('candidate 5') && stop('SIGINT'));
    const { exitCode, out } = await shell.run(
      ['shrink', demo, '-o', 'small.jsonl', '--run', stuck],
      {},
      { stopped: () => stopped, progress },
    );
    expect(exitCode).toBe(2);
    expect(out.join('\n')).toMatch(
      /^Stopped\. From 106 entries \(40 requests\) to \d+ entries \(\d+ requests\), with 5 candidates: small\.jsonl\. It still fails, and may not be the smallest\.$/,
    );
    expect(shell.read('small.jsonl')).toContain('STUCK');
    expect((await shell.run(['replay', 'small.jsonl'])).exitCode).toBe(0);
  });

  it('writes nothing if it is stopped before anything smaller was found', async ({ shell }) => {
    const stopped = () => Promise.resolve('SIGINT');
    const run = (command: string) =>
      shell.run(['shrink', demo, '-o', 'small.jsonl', '--run', command], {}, { stopped });
    expect(await run('sleep 600 # {}')).toEqual({
      exitCode: 2,
      out: [],
      errors: [`Stopped before ${demo} was known to fail: nothing is written.`],
    });
    expect(existsSync(shell.path('small.jsonl'))).toBe(false);
  });
});

describe('shrink --rule', () => {
  it('finds the requests of a real service that show a broken rule', async ({ shell }) => {
    const state = (name: string) => JSON.stringify({ data: { transaction: { id, state: name } } });
    const paths = ['/ping', transaction, '/v1/w3s/wallets', transaction, '/ping', transaction];
    const states = ['{}', state('SENT'), '{}', state('QUEUED'), '{}', state('SENT')];
    const real = writeServiceSession(shell.path('real.jsonl'), paths, states);
    const rule = ['--rule', 'transaction-states'];
    expect((await shell.run(['check', real, ...rule])).exitCode).toBe(4);
    expect(await shell.run(['shrink', 'real.jsonl', ...rule])).toEqual({
      exitCode: 0,
      out: [
        expect.stringMatching(
          /^From 12 entries \(6 requests\) to 4 entries \(2 requests\), with \d+ candidates: real\.small\.jsonl\./,
        ),
      ],
      errors: [],
    });
    expect((await shell.run(['check', 'real.small.jsonl', ...rule])).exitCode).toBe(4);
    expect((await shell.run(['inspect', 'real.small.jsonl'])).out.join()).toContain(
      '-> 200 QUEUED',
    );
  });

  it('refuses a recording of a world that was edited by hand: it never happened', async ({
    shell,
  }) => {
    const lines = linesOf(demo);
    const edited = lines.map((line) =>
      line.kind === 'http.answer' && line.text?.includes('"state":"SENT"') === true
        ? { ...line, text: line.text.replace('"state":"SENT"', '"state":"PENDING"') }
        : line,
    );
    writeSealed(shell.path('edited.jsonl'), edited);
    expect(await shell.run(['shrink', 'edited.jsonl', '--rule', 'transaction-states'])).toEqual({
      exitCode: 1,
      out: [],
      errors: [
        'edited.jsonl breaks the rule transaction-states as it was recorded, but not as it replays now (reprise replay shows what differs): there is nothing to shrink.',
      ],
    });
  });
});

const id = '0b44e9fb-0a14-4f75-a0d2-5eb12b1a8f6c';
const transaction = `/v1/w3s/transactions/${id}`;

/** A recording of GET requests to a real service, with their answers. */
function writeServiceSession(file: string, paths: string[], texts: string[]): string {
  const header = {
    reprise: 3,
    kind: 'header',
    engine: 'reprise 1.2.3',
    behaviour: 0,
    source: 'proxy',
    upstreams: { other: 'http://service.example' },
    redaction: { salt: '0'.repeat(32) },
    recordedAt: '2026-05-01T00:00:00.000Z',
  };
  const entries = paths.flatMap((url, index) => {
    const at = 1_000 * index;
    const headers = { 'content-type': 'application/json' };
    return [
      { kind: 'http.request', at, service: 'other', method: 'GET', url, headers: {} },
      { kind: 'http.answer', at, to: 2 * index + 1, status: 200, headers, text: texts[index] },
    ];
  });
  return writeSealed(file, [header, ...entries, { kind: 'end' }]);
}

describe('shrink', () => {
  it('refuses none or two ways to fail, an unknown rule, and a time-out without a command', async ({
    shrink,
  }) => {
    const refused = async (...flags: string[]) => {
      const { exitCode, errors } = await shrink(...flags);
      expect(exitCode).toBe(1);
      return errors.join('\n');
    };
    expect(await refused()).toMatch(/^Say what fails: /);
    expect(await refused('--run', stuck, '--rule', 'transaction-states')).toMatch(
      /^Set only one of them: /,
    );
    expect(await refused('--rule', 'transaction-state')).toMatch(
      /^There is no rule 'transaction-state'\. Did you mean transaction-states\?/,
    );
    expect(await refused('--rule', 'transaction-states', '--timeout', '1s')).toBe(
      '--timeout is for the command of --run.',
    );
    expect(await refused('--rule', 'transaction-states')).toBe(
      `${demo} does not break the rule transaction-states: there is nothing to shrink.`,
    );
  });

  it('never overwrites a file', async ({ shrink, shell }) => {
    shell.write('small.jsonl', 'mine');
    expect(await shrink('--run', stuck)).toEqual({
      exitCode: 1,
      out: [],
      errors: [
        'small.jsonl exists already, and recordings are never overwritten. Set -o to another file, or remove this one.',
      ],
    });
    expect(shell.read('small.jsonl')).toBe('mine');
  });

  it('refuses files that are not there, damaged or cut', async ({ shell }) => {
    const lines = readFileSync(demo, 'utf8').split('\n');
    shell.write(
      'damaged.jsonl',
      lines.with(3, (lines[3] ?? '').replace('demo', 'dent')).join('\n'),
    );
    shell.write('cut.jsonl', `${lines.slice(0, 90).join('\n')}\n`);
    const run = (file: string, ...flags: string[]) =>
      shell.run(['shrink', file, '--run', stuck, '-o', 'small.jsonl', ...flags]);
    const lacking = linesOf(demo).map((line) => (line.input === 4 ? { ...line, input: 40 } : line));
    writeSealed(shell.path('lacking.jsonl'), lacking);
    expect(await run('lacking.jsonl')).toMatchObject({
      exitCode: 3,
      errors: [expect.stringContaining('cannot be replayed: input 4 is missing')],
    });
    expect(await run('none.jsonl')).toMatchObject({ exitCode: 3 });
    expect(await run('damaged.jsonl')).toMatchObject({
      exitCode: 3,
      errors: [expect.stringContaining('damaged in entry')],
    });
    expect(await run('cut.jsonl')).toEqual({
      exitCode: 2,
      out: [],
      errors: [
        'cut.jsonl was cut after entry 89: it has no end line. Shrink the existing part with --allow-cut.',
      ],
    });
    expect(await run('cut.jsonl', '--allow-cut')).toMatchObject({ exitCode: 0, errors: [] });
    expect((await shell.run(['replay', 'small.jsonl'])).exitCode).toBe(0);
  });
});

/** A process that was killed may wait for its parent to notice. */
function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${processId}/stat`;
  return !existsSync(stat) || !/^\d+ \(.*\) Z/.test(readFileSync(stat, 'utf8'));
}
