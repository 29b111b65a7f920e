// `test` of `reprise/vitest`: a world for each test, and the messages of matchers.

import { describe, expect, test as base } from '../../../adapters/vitest/index.ts';
import type { TestWorld } from '../../../adapters/testing/index.ts';
import { chainStart, link } from '../../../adapters/recording/format/chain.ts';
import { transferIn } from '../../support/server/in-process.ts';

const test = base.extend({ worldOptions: { fixture: 'wallet/treasury' } });

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'it passed',
    (error: Error) => error.message,
  );

describe('a world of a test', () => {
  test('is seeded by file and title, and stands still', ({ world }) => {
    expect(world.seed).toBe(
      'test/adapters/vitest/world-test.test.ts > a world of a test > is seeded by file and title, and stands still',
    );
    expect(world.name).toMatch(/^is-seeded-by-file-and-title-and-stands-still-[0-9a-f]{8}$/);
    expect(world.clock.mode).toBe('frozen');
    expect(world.wallets()).toHaveLength(5);
  });

  const seen = new Map<string, TestWorld>();
  describe.concurrent('in concurrent tests', () => {
    test.for(['one', 'two', 'three'])('is its own: %s', async (name, { world }) => {
      expect([...seen.values()]).not.toContain(world);
      seen.set(name, world);
      expect(await world.events()).toEqual([]);
      await transferIn(world);
      await world.clock.advance('1s');
      await expect(world).toHaveEmitted('TransactionSent');
      expect((await world.requests()).length).toBe(1);
    });
  });

  base('may have a fixture of its own', async ({ reprise }) => {
    const world = await reprise.createWorld({ fixture: 'calendar/town-year' });
    expect(world.wallets()).toEqual([]);
  });

  const names: string[] = [];
  test('may be one of several', async ({ world, reprise }) => {
    names.push(world.name, (await reprise.createWorld()).name);
  });

  test('ends with its test, as all that the test created', ({ repriseServer }) => {
    const { engine } = repriseServer.reprise;
    expect(names.map((name) => engine.world(name))).toEqual([undefined, undefined]);
  });
});

describe('toHaveEmitted', () => {
  test('finds an event by type and members of its data', async ({ world }) => {
    const transactionId = await transferIn(world);
    await world.clock.advance('1s');
    await expect(world).toHaveEmitted('TransferInitiated');
    await expect(world).toHaveEmitted('TransactionSent', { transactionId });
    await expect(world).toHaveEmitted('TransactionSent', { transactionId: expect.any(String) });
    await expect(world).not.toHaveEmitted('TransactionStuck');
    await expect(world).not.toHaveEmitted('TransactionSent', { transactionId: 'other' });
  });

  test('tells what was emitted instead', async ({ world }) => {
    const transactionId = await transferIn(world);
    await world.clock.advance('1s');
    expect(await messageOf(expect(world).toHaveEmitted('TransactionStuck'))).toBe(
      `expected world '${world.name}' to emit TransactionStuck.\n\nIt emitted: ` +
        'EntitySecretAdopted, TransferInitiated, TransactionCleared, TransactionQueued, TransactionSent',
    );
    const other = await messageOf(
      expect(world).toHaveEmitted('TransactionSent', { transactionId: 'other' }),
    );
    expect(other).toContain('It emitted 1 of this type:\n\nevent ');
    expect(other).toContain(transactionId);
    expect(await messageOf(expect(world).not.toHaveEmitted('TransactionSent'))).toMatch(
      /never to emit TransactionSent, but it did: event \d+ of wallet\/transaction\/[\w-]+ at 2026-01-01T00:00:01.000Z/,
    );
    expect(await messageOf(expect(world).toHaveEmitted('TransactionSend' as never))).toMatch(
      /There is no event type 'TransactionSend': .*TransactionSent/,
    );
    expect(await messageOf(expect({}).toHaveEmitted('TransactionSent'))).toMatch(
      'toHaveEmitted is for a world of reprise/testing',
    );
  });

  test('tells the events of the fixture from its own, with their streams', async ({ world }) => {
    const created = await messageOf(expect(world).toHaveEmitted('WalletsCreated'));
    expect(created).toMatch(
      /It emitted: nothing since its fixture\n\nIts fixture has such events, which do not count: event \d+ of wallet\/\S+ at 2026/,
    );
    await transferIn(world);
    const transfer = expect(world).toHaveEmitted('TransferInitiated', { walletId: 'other' });
    expect(await messageOf(transfer)).not.toContain('Its fixture');
  });

  test('finds events in order', async ({ world }) => {
    const transactionId = await transferIn(world);
    await world.clock.advance('1s');
    await expect(world).toHaveEmittedInOrder('TransferInitiated', [
      'TransactionSent',
      { transactionId },
    ]);
    const swapped = expect(world).toHaveEmittedInOrder('TransactionSent', 'TransferInitiated');
    expect(await messageOf(swapped)).toMatch(
      /in this order\. After TransactionSent came no TransferInitiated\.\n\nIt emitted: EntitySecretAdopted, /,
    );
    await expect(world).not.toHaveEmittedInOrder('TransactionSent', 'TransactionQueued');
    await expect(world).toHaveEmittedInOrder(['TransactionSent'] as never);
  });

  test('refuses what is no event', async ({ world }) => {
    const any = expect(world) as unknown as Record<
      string,
      (...given: unknown[]) => Promise<unknown>
    >;
    const never = any['not'] as unknown as typeof any;
    const refusals = [
      [any['toHaveEmittedInOrder']?.(), 'toHaveEmittedInOrder needs an event'],
      [never['toHaveEmittedInOrder']?.(), 'toHaveEmittedInOrder needs an event'],
      [any['toHaveEmittedInOrder']?.('TransactionSent', 5), 'must be a type, or [type, data]'],
      [
        any['toHaveEmittedInOrder']?.(['TransactionSent', 'TransactionStuck']),
        'the data of TransactionSent must be an object',
      ],
      [never['toHaveEmittedInOrder']?.('TransactionSend'), /'TransactionSend': .*TransactionSent/],
      [never['toHaveEmitted']?.(), 'There is no event type undefined: use one of'],
      [never['toHaveEmitted']?.('TransactionSent', 'id'), 'TransactionSent must be an object'],
    ] as const;
    for (const [refused = Promise.resolve(), message] of refusals) {
      expect(await messageOf(refused)).toMatch(message);
    }
  });
});

describe('toReplay', () => {
  test('executes the recording again', async ({ world }) => {
    const id = await transferIn(world);
    await world.clock.advance('1s');
    await world.tx(id).stick();
    await world.clock.untilIdle();
    await expect(world).toReplay();
  });

  test('tells the first difference', async ({ world }) => {
    await transferIn(world);
    const edited = (await world.recording()).replace(
      /(\{\\"data\\":\{\\"id\\":\\")[0-9a-f]/,
      '$1x',
    );
    const forged = { ...world, recording: async () => relinked(edited) };
    expect(await messageOf(expect(forged).toReplay())).toMatch(
      /to replay equal\.\n\nThe first answer that differs, at \+00:00:00\.000:\n.*transfer/,
    );
    await expect(expect({ ...world, recording: async () => '{}\n' }).toReplay()).rejects.toThrow();
  });
});

/** The text of a recording with new hashes. */
function relinked(text: string): string {
  let previous = chainStart;
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { h: _h, seal, ...rest } = JSON.parse(line) as { h?: string; seal?: string };
      const linked = link(previous, rest, seal === undefined ? 'h' : 'seal');
      previous = linked.hash;
      return `${linked.text}\n`;
    });
  return lines.join('');
}
