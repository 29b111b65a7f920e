import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFundedWallets, startTransfer, waitUntil } from '../../../support/server/requests.ts';
import { openShell, type CommandResult, type RunningServer, type Shell } from '../shell.ts';

let shell: Shell;
let served: RunningServer;
let id: string;
beforeEach(async () => {
  shell = openShell();
  served = await shell.serve(['--memory', '--clock', 'frozen']);
  const { from } = await createFundedWallets(served.server);
  id = await startTransfer(served.server, { walletId: from.id });
});
afterEach(() => shell.close());

const events = (...flags: string[]) => shell.run(['events', ...flags]);
const advance = (by: string) =>
  served.server.control('POST', '/worlds/default/clock/advance', { by });
const logged = async () => (await served.server.control('GET', '/worlds/default/events')).body;
const typesIn = ({ out }: CommandResult) => out.map((line) => JSON.parse(line).type as string);

/** Runs `events`, calls `act` once `count` lines are printed, and returns the result. */
async function afterLines(
  count: number,
  act: () => unknown,
  flags: readonly string[],
  changes: Parameters<Shell['run']>[2] = {},
): Promise<CommandResult> {
  let printed = 0;
  const out: string[] = [];
  const print = (line: string) => {
    printed += 1;
    out.push(line);
  };
  const ran = shell.run(['events', ...flags], {}, { print, ...changes });
  await waitUntil('the lines are printed', () => printed >= count);
  await act();
  return { ...(await ran), out };
}

describe('events', () => {
  it('prints the log as lines of text, and as JSON', async () => {
    const { events: all } = await logged();
    const { exitCode, out } = await events('--json');
    expect(exitCode).toBe(0);
    expect(out.map((line) => JSON.parse(line))).toEqual(all);
    const text = await events('--stream', `wallet/transaction/${id}`);
    expect(text.out).toEqual([
      `    #${all.length}  2026-01-01T00:00:00.000Z  TransferInitiated  wallet/transaction/${id}`,
    ]);
    await advance('200ms');
    const [line] = (await events('--type', 'TransactionCleared')).out;
    expect(line).toMatch(new RegExp(`TransactionCleared  wallet/transaction/${id}, because of #`));
  });

  it('reads a long log in pages', async () => {
    const chain = '/worlds/default/wallet/chains/ETH-SEPOLIA';
    for (let time = 0; time < 205; time += 1)
      await served.server.control('PATCH', chain, { congestion: 2 });
    expect((await events('--type', 'ChainChanged')).out).toHaveLength(205);
  });

  it('begins at a position, and ends after a count', async () => {
    const { exitCode, out } = await events('--from', '2', '--count', '2', '--json');
    expect(exitCode).toBe(0);
    expect(out.map((line) => JSON.parse(line).position)).toEqual([2, 3]);
  });

  it('ends with 2 if there are fewer than the count', async () => {
    expect(await events('--type', 'TransactionStuck', '--count', '1')).toEqual({
      exitCode: 2,
      out: [],
      errors: [],
    });
    expect((await events('--type', 'TransactionStuck')).exitCode).toBe(0);
  });

  it('follows new events, and ends with 0 after the count', async () => {
    const { events: all } = await logged();
    const flags = ['--follow', '--json', '--count', String(all.length + 3)];
    const ran = await afterLines(all.length, () => advance('1s'), flags);
    expect(ran.exitCode).toBe(0);
    expect(typesIn(ran).slice(-3)).toEqual([
      'TransactionCleared',
      'TransactionQueued',
      'TransactionSent',
    ]);
  });

  it('waits for an event in real time, and ends with 2 if none arrives', async () => {
    const flags = ['--type', 'TransactionCleared', '--within', '200ms'];
    expect(await events(...flags)).toEqual({ exitCode: 2, out: [], errors: [] });
  });

  it('waits for an event, and ends with 0 if it arrives', async () => {
    const flags = ['--type', 'TransactionCleared', '--json'];
    const ran = events(...flags, '--within', '1h', '--count', '1');
    await advance('1s');
    expect({ ...(await ran), out: typesIn(await ran) }).toMatchObject({
      exitCode: 0,
      out: ['TransactionCleared'],
    });
  });

  it('follows for the given time without a count, and ends with 0 if an event arrived', async () => {
    let withinMs = 100;
    let ran: CommandResult;
    do {
      withinMs *= 2; // a busy host may need more time
      ran = await events('--type', 'TransferInitiated', '--within', `${withinMs}ms`);
    } while (ran.out.length === 0 && withinMs < 60_000);
    expect(ran).toMatchObject({ exitCode: 0, errors: [] });
    expect(ran.out).toHaveLength(1);
  });

  it.each<[string, readonly string[], number]>([
    ['0 if it only followed', ['--follow'], 0],
    ['0 if it waited for any event', ['--within', '1h'], 0],
    ['2 if it still waited', ['--follow', '--count', '1000'], 2],
  ])('ends at a signal with %s', async (_name, flags, exitCode) => {
    let signal: (name: string) => void = () => undefined;
    const stopped = new Promise<string>((resolve) => (signal = resolve));
    const ran = await afterLines(1, () => signal('SIGINT'), flags, {
      stopped: () => stopped,
    });
    expect(ran).toMatchObject({ exitCode, errors: [] });
  });

  it('ends when its output is no longer read', async () => {
    const output = new AbortController();
    const ran = await afterLines(1, () => output.abort(), ['--follow'], {
      outputEnded: output.signal,
    });
    expect(ran.exitCode).toBe(0);
  });

  it('ends with an error of one sentence when its world is reset or removed', async () => {
    for (const [method, path] of [
      ['POST', '/worlds/default/reset'],
      ['DELETE', '/worlds/default'],
    ] as const) {
      await advance('1s');
      await createFundedWallets(served.server);
      const ran = await afterLines(1, () => served.server.control(method, path), ['--follow']);
      expect(ran.exitCode).toBe(1);
      expect(ran.errors).toHaveLength(1);
    }
  });

  it('refuses an unknown world', async () => {
    const { exitCode, errors } = await events('--follow', '--world', 'nowhere');
    expect(exitCode).toBe(1);
    expect(errors[0]).toContain("no world 'nowhere'");
  });
});
