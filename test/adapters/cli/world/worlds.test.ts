import { describe, expect } from 'vitest';
import { createClient } from '../../../../adapters/client/index.ts';
import { listWorlds } from '../../../../adapters/cli/world/worlds.ts';
import { storedKey } from '../../../../adapters/fingerprints.ts';
import { createFundedWallets, settle, startTransfer } from '../../../support/server/requests.ts';
import type { RunningServer } from '../shell.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest({ auto: 'served' });

/** Completes a transfer in the world `default`; returns the position before it. */
async function completed({ server, world }: RunningServer): Promise<number> {
  const { from } = await createFundedWallets(server);
  const { position } = await world();
  await startTransfer(server, { walletId: from.id });
  await settle(server);
  return position;
}

describe('worlds', () => {
  it('lists them as a table, and as JSON', async ({ shell, served }) => {
    await shell.prints('worlds', 'create', 'alice', '--seed', 'roses', '--clock', 'skip');
    await shell.prints('fork', 'alice', 'bob');
    const start = '2026-01-01T00:00:00.000Z';
    const table = [
      'name     position  now                       clock   seed     forked from',
      `alice    0         ${start}  skip    roses`,
      `bob      0         ${start}  skip    roses    alice at 0`,
      `default  0         ${start}  frozen  reprise`,
    ].join('\n');
    expect(await shell.prints('worlds')).toBe(table);
    expect(await shell.prints('worlds', 'list')).toBe(table);
    const { worlds } = (await served.control('GET', '/worlds')).body;
    expect(await shell.json('worlds')).toEqual({ worlds });
  });

  it('prints each world on one line, with any seed', async ({ shell }) => {
    await shell.prints('worlds', 'create', 'odd', '--seed', `a\nb${'c'.repeat(100)}`);
    const rows = (await shell.prints('worlds')).split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatch(/ {2}a\\nbc{35}…$/);
  });

  it('says of a world that is not awake here whether it sleeps, or where it is served', async () => {
    const asleep = { seed: 'roses', epoch: '', outbound: true, forkedFrom: null, isLoaded: false };
    const worlds = [
      { name: 'a', ...asleep },
      { name: 'b', ...asleep, node: 'http://10.0.0.5:4600' },
    ];
    const fetch = async () => Response.json({ worlds, next: null });
    const [, text] = await listWorlds(createClient({ token: 'not-asked-for', fetch }));
    expect(text.split('\n').slice(1)).toEqual([
      'a               asleep                          roses',
      'b               at http://10.0.0.5:4600         roses',
    ]);
  });

  it('reports an empty list', async ({ shell }) => {
    await shell.prints('worlds', 'remove', 'default');
    expect(await shell.prints('worlds')).toBe('There are no worlds.');
  });

  it('shows one as text, and as JSON', async ({ shell, served }) => {
    await completed(served);
    const world = await served.world();
    const text = await shell.prints('worlds', 'show', 'default');
    expect(text.split('\n')[0]).toBe(
      `World 'default' is at position ${world.position}, digest ${world.digest}`,
    );
    expect(text).toContain(`clock      frozen, now ${world.clock.now}, nothing is due`);
    expect(text).toContain(`seed 'reprise', epoch 2026-01-01T00:00:00.000Z, ids ordinal`);
    expect(text).toContain(
      `${served.ready.url}/w/default/v1/w3s  (key TEST_API_KEY:reprise:demo or `,
    );
    expect(text).toContain(`transactions ${world.counts.transactions}`);
    expect(text).not.toMatch(/forked|outbound/);
    expect(await shell.json('worlds', 'show', 'default')).toEqual(world);
  });

  it('shows the parent of a fork, and that the fork sends no webhooks', async ({ shell }) => {
    await shell.prints('fork', 'default', 'branch');
    const text = await shell.prints('worlds', 'show', 'branch');
    expect(text).toContain(`forked     from 'default' at position 0`);
    expect(text).toContain('sends no webhooks');
  });

  it('creates one with the defaults of the server', async ({ shell, served }) => {
    expect(await shell.prints('worlds', 'create', 'alice')).toBe(
      `Created world 'alice', at position 0, 2026-01-01T00:00:00.000Z, clock frozen, seed 'reprise'. Base URL: ${served.ready.url}/w/alice`,
    );
  });

  it('creates one by the verb of earlier versions', async ({ shell }) => {
    expect(await shell.prints('worlds', 'make', 'earlier')).toContain("Created world 'earlier'");
  });

  it('creates one with all options', async ({ shell }) => {
    const flags =
      '--seed roses --epoch 2030-01-01 --clock real --rate 60 --ids idempotency-key --wallet-key TEST_API_KEY:a:b --wallet-key LIVE_API_KEY:a:b --speech-key reprise-demo --calendar-auth wordpress';
    const world = await shell.json('worlds', 'create', 'alice', ...flags.split(' '));
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
    expect(await shell.prints('worlds', 'show', 'alice')).toContain(
      '(key TEST_API_KEY:a:<secret> or LIVE_API_KEY:a:<secret>)',
    );
  });

  it('creates one that begins now, and one with a rate alone', async ({ shell }) => {
    const now = await shell.json('worlds', 'create', 'now', '--epoch', 'now');
    expect(now.epoch).toBe('2026-05-01T10:00:00.000Z');
    const fast = await shell.json('worlds', 'create', 'fast', '--rate', '60');
    expect(fast.clock).toMatchObject({ mode: 'real', rate: 60 });
  });

  it('creates one with a fixture, and reports file and line of a refusal', async ({ shell }) => {
    const town = await shell.json('worlds', 'create', 'town', '--fixture', 'calendar/town-year');
    expect(town.counts.events).toBeGreaterThan(200);
    const fair = ['title: Fair', 'start_date: someday', 'end_date: today'].join('\n      ');
    const file = shell.write('fair.yaml', `version: 1\ncalendar:\n  events:\n    - ${fair}\n`);
    expect(await shell.refuses('worlds', 'create', 'fair', '--fixture', file)).toBe(
      `The fixture is refused: ${file}, line 5, fixture.calendar.events.0.start_date: must be a date such as 2031-01-10 09:00:00 or tomorrow 9am.`,
    );
    expect(await shell.refuses('worlds', 'create', 'town', '--fixture', 'calendar/town-year')).toBe(
      "A world named 'town' exists already; choose another name, or remove that world first.",
    );
  });

  it('resets one to its beginning', async ({ shell, served }) => {
    await completed(served);
    expect(await shell.prints('worlds', 'reset', 'default')).toBe(
      `Reset world 'default', at position 0, 2026-01-01T00:00:00.000Z, clock frozen, seed 'reprise'. Base URL: ${served.ready.url}/w/default`,
    );
    expect(await shell.json('worlds', 'reset', 'default')).toMatchObject({ position: 0 });
    expect(await shell.prints('tx')).toBe('There are no transactions.');
  });

  it('removes one without its forks', async ({ shell }) => {
    await shell.prints('worlds', 'create', 'alice');
    await shell.prints('fork', 'alice', 'bob');
    expect(await shell.prints('worlds', 'remove', 'alice')).toBe(
      "Removed world 'alice'. Its forks remain.",
    );
    expect((await shell.json('worlds')).worlds).toMatchObject([
      { name: 'bob' },
      { name: 'default' },
    ]);
    expect(await shell.json('worlds', 'remove', 'bob')).toEqual({});
  });

  it('prints the error message of the server', async ({ shell }) => {
    expect(await shell.refuses('worlds', 'create', 'default')).toContain(
      "'default' exists already",
    );
    expect(await shell.refuses('worlds', 'create', 'a b')).toContain('1 to 64 letters');
    for (const verb of ['show', 'reset', 'remove']) {
      expect(await shell.refuses('worlds', verb, 'nowhere')).toContain("no world 'nowhere'");
    }
  });

  it.for(['..', '.', '', 'a/b', 'a?b', 'x'.repeat(65)])(
    'refuses %j as a name before it leads somewhere else',
    async (name, { shell }) => {
      for (const args of [
        ['worlds', 'remove', name],
        ['fork', name, 'branch'],
        ['clock', '--world', name],
      ]) {
        expect(await shell.refuses(...args)).toContain('is not a world name');
      }
      expect((await shell.json('worlds')).worlds).toMatchObject([{ name: 'default' }]);
    },
  );
});

describe('fork', () => {
  it('creates a world at the position of its parent', async ({ shell, served }) => {
    await completed(served);
    const parent = await served.world();
    expect(await shell.prints('fork', 'default', 'branch')).toBe(
      `Forked 'default' into 'branch', at position ${parent.position}, ${parent.clock.now}, clock frozen, seed 'reprise'. Base URL: ${served.ready.url}/w/branch`,
    );
    expect(await served.world('branch')).toMatchObject({
      digest: parent.digest,
      counts: parent.counts,
      outbound: false,
      forkedFrom: { world: 'default', position: parent.position },
    });
  });

  it('rewinds to a position, and to an instant', async ({ shell, served }) => {
    const position = await completed(served);
    const early = await shell.json('fork', 'default', 'early', '--at', String(position));
    expect(early.position).toBe(position);
    const transactions = await shell.json('tx', 'list', '--world', 'early');
    expect(transactions.transactions).toHaveLength(2); // the two inbound ones that funded the wallet
    const sent = await shell.json('fork', 'default', 'sent', '--at', '2026-01-01T00:00:01Z');
    expect(sent.clock.now).toBe('2026-01-01T00:00:01.000Z');
    expect(await shell.prints('tx', '--world', 'sent', '--state', 'SENT')).toContain('OUTBOUND');
  });

  it('has its own ids and random numbers with --seed', async ({ shell }) => {
    const sentence = await shell.prints('fork', 'default', 'branch', '--seed', 'other');
    expect(sentence).toContain("seed 'other'");
    expect(await shell.json('worlds', 'show', 'branch')).toMatchObject({
      seed: 'reprise',
      forkSeed: 'other',
    });
    expect(await shell.prints('worlds', 'show', 'branch')).toContain("at position 0, seed 'other'");
    expect(await shell.prints('worlds')).toMatch(/^branch .* other +default at 0$/m);
  });

  it('sends webhooks with --outbound', async ({ shell }) => {
    expect(await shell.json('fork', 'default', 'branch', '--outbound')).toMatchObject({
      outbound: true,
    });
  });

  it.for([
    ['soon', /position .*instant/],
    ['-1', /position .*instant/],
    ['1.5', /position .*instant/],
    ['99999999999999999999', /position .*instant/],
    ['', /position .*instant/],
    ['7', /last position of the world is 0/],
    ['2025-01-01', /begins after/],
  ] as const)(
    'refuses the moment %j in the words of the server',
    async ([at, sentence], { shell }) => {
      expect(await shell.refuses('fork', 'default', 'branch', '--at', at)).toMatch(sentence);
      expect((await shell.json('worlds')).worlds).toMatchObject([{ name: 'default' }]);
    },
  );

  it('refuses a used name, and an unknown parent', async ({ shell }) => {
    expect(await shell.refuses('fork', 'default', 'default')).toContain("'default' exists already");
    expect(await shell.refuses('fork', 'nowhere', 'branch')).toContain("no world 'nowhere'");
  });
});
