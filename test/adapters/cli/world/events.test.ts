import { describe, expect } from 'vitest';
import { createFundedWallets } from '../../../support/server/requests.ts';
import type { CommandResult } from '../shell.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest({ auto: 'transferId' });
const typesIn = ({ out }: CommandResult) => out.map((line) => JSON.parse(line).type as string);

describe('events', () => {
  it('prints the log as lines of text, and as JSON', async ({ shell, served, transferId: id }) => {
    const { events: all } = (await served.control('GET', '/worlds/default/events')).body;
    const { exitCode, out } = await shell.run(['events', '--json']);
    expect(exitCode).toBe(0);
    expect(out.map((line) => JSON.parse(line))).toEqual(all);
    const text = await shell.run(['events', '--stream', `wallet/transaction/${id}`]);
    expect(text.out).toEqual([
      `    #${all.length}  2026-01-01T00:00:00.000Z  TransferInitiated  wallet/transaction/${id}`,
    ]);
    await served.advance('200ms');
    const [line] = (await shell.run(['events', '--type', 'TransactionCleared'])).out;
    expect(line).toMatch(new RegExp(`TransactionCleared  wallet/transaction/${id}, because of #`));
  });

  it('reads a long log in pages', async ({ shell, served }) => {
    const chain = '/worlds/default/wallet/chains/ETH-SEPOLIA';
    for (let time = 0; time < 205; time += 1)
      await served.control('PATCH', chain, { congestion: 2 });
    expect((await shell.run(['events', '--type', 'ChainChanged'])).out).toHaveLength(205);
  });

  it('begins at a position, and ends after a count', async ({ shell }) => {
    const { exitCode, out } = await shell.run(['events', '--from', '2', '--count', '2', '--json']);
    expect(exitCode).toBe(0);
    expect(out.map((line) => JSON.parse(line).position)).toEqual([2, 3]);
  });

  it('ends with 2 if there are fewer than the count', async ({ shell }) => {
    expect(await shell.run(['events', '--type', 'TransactionStuck', '--count', '1'])).toEqual({
      exitCode: 2,
      out: [],
      errors: [],
    });
    expect((await shell.run(['events', '--type', 'TransactionStuck'])).exitCode).toBe(0);
  });

  it('follows new events, and ends with 0 after the count', async ({ shell, served }) => {
    const { events: all } = (await served.control('GET', '/worlds/default/events')).body;
    const flags = ['--follow', '--json', '--count', String(all.length + 3)];
    const ran = await shell.follow(['events', ...flags], () => served.advance('1s'), {
      afterLines: all.length,
    });
    expect(ran.exitCode).toBe(0);
    expect(typesIn(ran).slice(-3)).toEqual([
      'TransactionCleared',
      'TransactionQueued',
      'TransactionSent',
    ]);
  });

  it('waits for an event in real time, and ends with 2 if none arrives', async ({ shell }) => {
    const flags = ['--type', 'TransactionCleared', '--within', '200ms'];
    expect(await shell.run(['events', ...flags])).toEqual({ exitCode: 2, out: [], errors: [] });
  });

  it('waits for an event, and ends with 0 if it arrives', async ({ shell, served }) => {
    const flags = ['--type', 'TransactionCleared', '--json'];
    const ran = shell.run(['events', ...flags, '--within', '1h', '--count', '1']);
    await served.advance('1s');
    expect({ ...(await ran), out: typesIn(await ran) }).toMatchObject({
      exitCode: 0,
      out: ['TransactionCleared'],
    });
  });

  it('follows for the given time without a count, and ends with 0 if an event arrived', async ({
    shell,
  }) => {
    let withinMs = 100;
    let ran: CommandResult;
    do {
      withinMs *= 2; // a busy host may need more time
      ran = await shell.run(['events', '--type', 'TransferInitiated', '--within', `${withinMs}ms`]);
    } while (ran.out.length === 0 && withinMs < 60_000);
    expect(ran).toMatchObject({ exitCode: 0, errors: [] });
    expect(ran.out).toHaveLength(1);
  });

  it.for<[string, readonly string[], number]>([
    ['0 if it only followed', ['--follow'], 0],
    ['0 if it waited for any event', ['--within', '1h'], 0],
    ['2 if it still waited', ['--follow', '--count', '1000'], 2],
  ])('ends at a signal with %s', async ([_name, flags, exitCode], { shell }) => {
    let signal: (name: string) => void = () => undefined;
    const stopped = new Promise<string>((resolve) => (signal = resolve));
    const ran = await shell.follow(['events', ...flags], () => signal('SIGINT'), {
      stopped: () => stopped,
    });
    expect(ran).toMatchObject({ exitCode, errors: [] });
  });

  it('ends when its output is no longer read', async ({ shell }) => {
    const output = new AbortController();
    const ran = await shell.follow(['events', '--follow'], () => output.abort(), {
      outputEnded: output.signal,
    });
    expect(ran.exitCode).toBe(0);
  });

  it('ends with an error of one sentence when its world is reset or removed', async ({
    shell,
    served,
  }) => {
    for (const [method, path] of [
      ['POST', '/worlds/default/reset'],
      ['DELETE', '/worlds/default'],
    ] as const) {
      await served.advance('1s');
      await createFundedWallets(served.server);
      const ran = await shell.follow(['events', '--follow'], () => served.control(method, path));
      expect(ran.exitCode).toBe(1);
      expect(ran.errors).toHaveLength(1);
    }
  });

  it('refuses an unknown world', async ({ shell }) => {
    expect(await shell.refuses('events', '--follow', '--world', 'nowhere')).toContain(
      "no world 'nowhere'",
    );
  });
});
