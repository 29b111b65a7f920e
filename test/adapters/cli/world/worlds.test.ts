import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedKey } from '../../../../adapters/fingerprints.ts';
import { createFundedWallets, startTransfer } from '../../../support/server/requests.ts';
import { openShell, type RunningServer, type Shell } from '../shell.ts';

let shell: Shell;
let served: RunningServer;
let url: string;
beforeEach(async () => {
  shell = openShell();
  served = await shell.serve(['--memory', '--clock', 'frozen']);
  ({ url } = served.ready);
});
afterEach(() => shell.close());

/** Runs a command line that must succeed; returns its output. */
async function fine(...args: string[]): Promise<string> {
  const { exitCode, out, errors } = await shell.run(args);
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
  return out.join('\n');
}
const asJson = async (...args: string[]) => JSON.parse(await fine(...args, '--json'));
const shown = async (name: string) => (await served.server.control('GET', `/worlds/${name}`)).body;
const names = async () => (await asJson('worlds')).worlds.map(({ name }: { name: string }) => name);

/** Runs a command line that must fail; returns its one-line error. */
async function refused(...args: string[]): Promise<string> {
  const { exitCode, out, errors } = await shell.run(args);
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
  expect(errors).toHaveLength(1);
  return errors[0] ?? '';
}

/** Completes a transfer in the world `default`; returns the position before it. */
async function completed(): Promise<number> {
  const { from } = await createFundedWallets(served.server);
  const { position } = await shown('default');
  await startTransfer(served.server, { walletId: from.id });
  await fine('clock', 'advance', '--until-idle');
  return position;
}

describe('worlds', () => {
  it('lists them as a table, and as JSON', async () => {
    await fine('worlds', 'create', 'alice', '--seed', 'roses', '--clock', 'skip');
    await fine('fork', 'alice', 'bob');
    const start = '2026-01-01T00:00:00.000Z';
    const table = [
      'name     position  now                       clock   seed     forked from',
      `default  0         ${start}  frozen  reprise`,
      `alice    0         ${start}  skip    roses`,
      `bob      0         ${start}  skip    roses    alice at 0`,
    ].join('\n');
    expect(await fine('worlds')).toBe(table);
    expect(await fine('worlds', 'list')).toBe(table);
    expect(await asJson('worlds')).toEqual((await served.server.control('GET', '/worlds')).body);
  });

  it('prints each world on one line, with any seed', async () => {
    await fine('worlds', 'create', 'odd', '--seed', `a\nb${'c'.repeat(100)}`);
    const rows = (await fine('worlds')).split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatch(/ {2}a\\nbc{35}…$/);
  });

  it('reports an empty list', async () => {
    await fine('worlds', 'remove', 'default');
    expect(await fine('worlds')).toBe('There are no worlds.');
  });

  it('shows one as text, and as JSON', async () => {
    await completed();
    const world = await shown('default');
    const text = await fine('worlds', 'show', 'default');
    expect(text.split('\n')[0]).toBe(
      `World 'default' is at position ${world.position}, digest ${world.digest}`,
    );
    expect(text).toContain(`clock      frozen, now ${world.clock.now}, nothing is due`);
    expect(text).toContain(`seed 'reprise', epoch 2026-01-01T00:00:00.000Z, ids ordinal`);
    expect(text).toContain(`${url}/w/default/v1/w3s  (key TEST_API_KEY:reprise:demo or `);
    expect(text).toContain(`transactions ${world.counts.transactions}`);
    expect(text).not.toMatch(/forked|outbound/);
    expect(await asJson('worlds', 'show', 'default')).toEqual(world);
  });

  it('shows the parent of a fork, and that the fork sends no webhooks', async () => {
    await fine('fork', 'default', 'branch');
    const text = await fine('worlds', 'show', 'branch');
    expect(text).toContain(`forked     from 'default' at position 0`);
    expect(text).toContain('sends no webhooks');
  });

  it('creates one with the defaults of the server', async () => {
    expect(await fine('worlds', 'create', 'alice')).toBe(
      `Created world 'alice', at position 0, 2026-01-01T00:00:00.000Z, clock frozen, seed 'reprise'. Base URL: ${url}/w/alice`,
    );
  });

  it('creates one by the verb of earlier versions', async () => {
    expect(await fine('worlds', 'make', 'earlier')).toContain("Created world 'earlier'");
  });

  it('creates one with all options', async () => {
    const flags =
      '--seed roses --epoch 2030-01-01 --clock real --rate 60 --ids idempotency-key --wallet-key TEST_API_KEY:a:b --wallet-key LIVE_API_KEY:a:b --speech-key reprise-demo --calendar-auth wordpress';
    const world = await asJson('worlds', 'create', 'alice', ...flags.split(' '));
    expect(world).toMatchObject({
      name: 'alice',
      seed: 'roses',
      epoch: '2030-01-01T00:00:00.000Z',
      clock: { mode: 'real', rate: 60 },
      config: {
        ids: 'idempotency-key',
        walletKeys: [storedKey('TEST_API_KEY:a:b'), storedKey('LIVE_API_KEY:a:b')],
        speechKeys: ['reprise-demo'],
        calendar: { mode: 'wordpress' },
      },
    });
    expect(await fine('worlds', 'show', 'alice')).toContain(
      '(key TEST_API_KEY:a:<secret> or LIVE_API_KEY:a:<secret>)',
    );
  });

  it('creates one that begins now, and one with a rate alone', async () => {
    const now = await asJson('worlds', 'create', 'now', '--epoch', 'now');
    expect(now.epoch).toBe('2026-05-01T10:00:00.000Z');
    const fast = await asJson('worlds', 'create', 'fast', '--rate', '60');
    expect(fast.clock).toMatchObject({ mode: 'real', rate: 60 });
  });

  it('creates one with a fixture, and reports file and line of a refusal', async () => {
    const town = await asJson('worlds', 'create', 'town', '--fixture', 'calendar/town-year');
    expect(town.counts.events).toBeGreaterThan(200);
    const file = join(shell.cwd, 'fair.yaml');
    const fair = ['title: Fair', 'start_date: someday', 'end_date: today'].join('\n      ');
    writeFileSync(file, `version: 1\ncalendar:\n  events:\n    - ${fair}\n`);
    expect(await refused('worlds', 'create', 'fair', '--fixture', file)).toBe(
      `The fixture is refused: ${file}, line 5, fixture.calendar.events.0.start_date: must be a date such as 2031-01-10 09:00:00 or tomorrow 9am.`,
    );
    expect(await refused('worlds', 'create', 'town', '--fixture', 'calendar/town-year')).toBe(
      "A world named 'town' exists already; choose another name, or remove that world first.",
    );
  });

  it('resets one to its beginning', async () => {
    await completed();
    expect(await fine('worlds', 'reset', 'default')).toBe(
      `Reset world 'default', at position 0, 2026-01-01T00:00:00.000Z, clock frozen, seed 'reprise'. Base URL: ${url}/w/default`,
    );
    expect(await asJson('worlds', 'reset', 'default')).toMatchObject({ position: 0 });
    expect(await fine('tx')).toBe('There are no transactions.');
  });

  it('removes one without its forks', async () => {
    await fine('worlds', 'create', 'alice');
    await fine('fork', 'alice', 'bob');
    expect(await fine('worlds', 'remove', 'alice')).toBe(
      "Removed world 'alice'. Its forks remain.",
    );
    expect(await names()).toEqual(['default', 'bob']);
    expect(await asJson('worlds', 'remove', 'bob')).toEqual({});
  });

  it('prints the error message of the server', async () => {
    expect(await refused('worlds', 'create', 'default')).toContain("'default' exists already");
    expect(await refused('worlds', 'create', 'a b')).toContain('1 to 64 letters');
    for (const verb of ['show', 'reset', 'remove']) {
      expect(await refused('worlds', verb, 'nowhere')).toContain("no world 'nowhere'");
    }
  });

  it.each(['..', '.', '', 'a/b', 'a?b', 'x'.repeat(65)])(
    'refuses %j as a name before it leads somewhere else',
    async (name) => {
      for (const args of [
        ['worlds', 'remove', name],
        ['fork', name, 'branch'],
        ['clock', '--world', name],
      ]) {
        expect(await refused(...args)).toContain('is not a world name');
      }
      expect(await names()).toEqual(['default']);
    },
  );
});

describe('fork', () => {
  it('creates a world at the position of its parent', async () => {
    await completed();
    const parent = await shown('default');
    expect(await fine('fork', 'default', 'branch')).toBe(
      `Forked 'default' into 'branch', at position ${parent.position}, ${parent.clock.now}, clock frozen, seed 'reprise'. Base URL: ${url}/w/branch`,
    );
    expect(await shown('branch')).toMatchObject({
      digest: parent.digest,
      counts: parent.counts,
      outbound: false,
      forkedFrom: { world: 'default', position: parent.position },
    });
  });

  it('rewinds to a position, and to an instant', async () => {
    const position = await completed();
    const early = await asJson('fork', 'default', 'early', '--at', String(position));
    expect(early.position).toBe(position);
    const transactions = await asJson('tx', 'list', '--world', 'early');
    expect(transactions.transactions).toHaveLength(2); // the two inbound ones that funded the wallet
    const sent = await asJson('fork', 'default', 'sent', '--at', '2026-01-01T00:00:01Z');
    expect(sent.clock.now).toBe('2026-01-01T00:00:01.000Z');
    expect(await fine('tx', '--world', 'sent', '--state', 'SENT')).toContain('OUTBOUND');
  });

  it('has its own ids and random numbers with --seed', async () => {
    const sentence = await fine('fork', 'default', 'branch', '--seed', 'other');
    expect(sentence).toContain("seed 'other'");
    expect(await asJson('worlds', 'show', 'branch')).toMatchObject({
      seed: 'reprise',
      forkSeed: 'other',
    });
    expect(await fine('worlds', 'show', 'branch')).toContain("at position 0, seed 'other'");
    expect(await fine('worlds')).toMatch(/^branch .* other +default at 0$/m);
  });

  it('sends webhooks with --outbound', async () => {
    expect(await asJson('fork', 'default', 'branch', '--outbound')).toMatchObject({
      outbound: true,
    });
  });

  it.each([
    ['soon', /position .*instant/],
    ['-1', /position .*instant/],
    ['1.5', /position .*instant/],
    ['99999999999999999999', /position .*instant/],
    ['', /position .*instant/],
    ['7', /last position of the world is 0/],
    ['2025-01-01', /begins after/],
  ])('refuses the moment %j in the words of the server', async (at, sentence) => {
    expect(await refused('fork', 'default', 'branch', '--at', at)).toMatch(sentence);
    expect(await names()).toEqual(['default']);
  });

  it('refuses a used name, and an unknown parent', async () => {
    expect(await refused('fork', 'default', 'default')).toContain("'default' exists already");
    expect(await refused('fork', 'nowhere', 'branch')).toContain("no world 'nowhere'");
  });
});
