// After a planted change of a rule, the replay of an earlier recording reports the first response that differs, the event where
// the histories diverge, and its causes.

import { copyFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWalletService } from '../../adapters/services/wallet/service.ts';
import type { Service } from '../../adapters/protocol/service.ts';
import type { Entry } from '../../adapters/recording/format/entries.ts';
import { kindOfDivergence } from '../../adapters/recording/replay/divergence-kind.ts';
import { groupLines } from '../../adapters/recording/replay/group-report.ts';
import { updateRecording } from '../../adapters/recording/replay/update.ts';
import { readRecording, type Recording } from '../../adapters/recording/format/reader.ts';
import { replayRecording, type ReplayOptions } from '../../adapters/recording/replay/replay.ts';
import { divergenceLines, divergenceSentence } from '../../adapters/recording/replay/report.ts';
import { InvariantError, type World } from '../../core/index.ts';
import { domains } from '../../core/engine/registry.ts';
import { ok } from '../../core/kernel/result.ts';
import type { WalletCommand } from '../../core/wallet/commands.ts';
import type { WalletEvent } from '../../core/wallet/events.ts';
import { wallet } from '../../core/wallet/index.ts';
import { recordingsFolder } from '../recordings/scenarios.ts';
import { createFundedWallets, startTransfer } from '../support/server/requests.ts';
import { startServer } from '../support/server/server.ts';
import { temporaryFolder, testFolder } from '../support/runner/temporary-folder.ts';

type Events = readonly WalletEvent[];

/** A wallet with changed decisions. */
function deciding(changed: (events: Events, command: WalletCommand) => Events): ReplayOptions {
  const { decider } = wallet;
  const decide: typeof decider.decide = (command, state, context) => {
    const outcome = decider.decide(command, state, context);
    return outcome.ok ? ok(changed(outcome.value, command)) : outcome;
  };
  const planted = { ...wallet, decider: { ...decider, decide } };
  return { domains: { ...domains, wallet: planted as unknown as (typeof domains)['wallet'] } };
}

/** A wallet with changed responses. */
function showing(changed: (body: string) => string): ReplayOptions {
  const service = createWalletService();
  const planted: Service = {
    ...service,
    async answer(request, world) {
      const { body, ...rest } = await service.answer(request, world);
      return body === undefined ? rest : { ...rest, body: changed(body) };
    },
  };
  return { services: [planted] };
}

/** The result of a replay under changed rules. */
async function replayed(scenario: string, options: ReplayOptions) {
  const file = join(recordingsFolder, `wallet/${scenario}.jsonl`);
  const recording = await readRecording(file);
  const epochMs = Date.parse(recording.header.epoch);
  return { ...(await replayRecording(file, recording, options)), epochMs };
}

/** The report of a replay, followed by its one-sentence form. */
async function reportOf(scenario: string, options: ReplayOptions): Promise<string> {
  const { divergence, epochMs } = await replayed(scenario, options);
  if (divergence === undefined) return 'equal';
  const lines = divergenceLines(divergence, epochMs);
  return ['', ...lines, '', divergenceSentence(divergence, epochMs), ''].join('\n');
}

const onePercentMore = (units: string) => ((BigInt(units) * 101n) / 100n).toString();

describe('a changed rule', () => {
  it('leaves replays equal if it has no effect', async () => {
    const same = { ...deciding((events) => [...events]), ...showing((body) => body) };
    expect(await reportOf('transfer', same)).toBe('equal');
  });

  it('is reported with the first event that differs: fees one percent higher', async () => {
    const dearer = deciding((events) =>
      events.map((event) =>
        event.type === 'TransactionConfirmed'
          ? { ...event, networkFee: onePercentMore(event.networkFee) }
          : event,
      ),
    );
    expect(await reportOf('transfer', dearer)).toMatchInlineSnapshot(`
      "
      The first answer that differs, at +00:00:24.000:
        GET /v1/w3s/transactions/282da305-943e-46d8-a9e2-ed7e94cbe3a7 (entry 67)
        body.data.transaction.networkFee
          recorded  "0.0007345"
          now       "0.000741845"
      The histories diverge at event 11, TransactionConfirmed of wallet/transaction/282da305-943e-46d8-a9e2-ed7e94cbe3a7, at +00:00:24.000 (entry 64):
        data.networkFee
          recorded  "734500000000000"
          now       "741845000000000"
        because of event 10, TransactionSent, at +00:00:01.000
        because of event 9, TransactionQueued, at +00:00:00.400
        because of event 8, TransactionCleared, at +00:00:00.200
        because of event 7, TransferInitiated, at +00:00:00.000
        because of input 7: POST /v1/w3s/developer/transactions/transfer (entry 43)

      GET /v1/w3s/transactions/282da305-943e-46d8-a9e2-ed7e94cbe3a7 (entry 67): body.data.transaction.networkFee was "0.0007345", is "0.000741845"
      "
    `);
  });

  it('is one cause in all recordings that it affects', async () => {
    const dearer = deciding((events) =>
      events.map((event) =>
        event.type === 'TransactionConfirmed'
          ? { ...event, networkFee: onePercentMore(event.networkFee) }
          : event,
      ),
    );
    const names = ['transfer', 'denied', 'nfts-and-batches', 'reorged', 'webhooks'];
    const kinds = new Set<string | undefined>();
    for (const name of names) {
      const { divergence } = await replayed(name, dearer);
      kinds.add(divergence && kindOfDivergence(divergence));
    }
    expect([...kinds]).toEqual([expect.stringContaining('networkFee')]);
  });

  it('is reported with the event of the request itself: another offer', async () => {
    const dearer = deciding((events) =>
      events.map((event) =>
        event.type === 'TransferInitiated'
          ? { ...event, fee: { ...event.fee, maxFee: onePercentMore(event.fee.maxFee) } }
          : event,
      ),
    );
    expect(await reportOf('transfer', dearer)).toMatchInlineSnapshot(`
      "
      The first answer that differs, at +00:00:00.000:
        GET /v1/w3s/transactions/282da305-943e-46d8-a9e2-ed7e94cbe3a7 (entry 46)
        body.data.transaction.estimatedFee.maxFee
          recorded  "16.41"
          now       "16.5741"
      The histories diverge at event 7, TransferInitiated of wallet/transaction/282da305-943e-46d8-a9e2-ed7e94cbe3a7, at +00:00:00.000 (entry 44):
        data.fee.maxFee
          recorded  "16410000000"
          now       "16574100000"
        because of input 7: POST /v1/w3s/developer/transactions/transfer (entry 43)

      GET /v1/w3s/transactions/282da305-943e-46d8-a9e2-ed7e94cbe3a7 (entry 46): body.data.transaction.estimatedFee.maxFee was "16.41", is "16.5741"
      "
    `);
  });

  it('is reported as one of presentation if all events are equal: CONFIRMED called COMPLETE', async () => {
    const early = showing((body) => body.replace('"state":"CONFIRMED"', '"state":"COMPLETE"'));
    expect(await reportOf('transfer', early)).toMatchInlineSnapshot(`
      "
      The first answer that differs, at +00:00:24.000:
        GET /v1/w3s/transactions/282da305-943e-46d8-a9e2-ed7e94cbe3a7 (entry 67)
        body.data.transaction.state
          recorded  "CONFIRMED"
          now       "COMPLETE"
      All events up to there are equal: only their presentation differs.

      GET /v1/w3s/transactions/282da305-943e-46d8-a9e2-ed7e94cbe3a7 (entry 67): body.data.transaction.state was "CONFIRMED", is "COMPLETE"
      "
    `);
  });

  it('is reported with both events if one replaces another: nothing gets stuck', async () => {
    const patient = deciding((events, { type }) => (type === 'MarkTransactionStuck' ? [] : events));
    expect(await reportOf('stuck-accelerated-complete', patient)).toMatchInlineSnapshot(`
      "
      The first answer that differs, at +00:00:01.000:
        POST /__reprise/worlds/default/clock/advance (entry 31)
        body.events
          recorded  3
          now       2
      The histories diverge at event 11. Recorded is TransactionStuck of wallet/transaction/7f0d279d-a27e-47b6-898e-34a2c8e01def, at +00:02:00.000 (entry 32)
        because of event 10, TransactionSent, at +00:00:01.000
        because of event 9, TransactionQueued, at +00:00:00.400
        because of event 8, TransactionCleared, at +00:00:00.200
        because of event 7, TransferInitiated, at +00:00:00.000
        because of input 6: POST /v1/w3s/developer/transactions/transfer (entry 19)
      Now it is TransactionCompleted of wallet/transaction/3db38305-7fe6-4a6e-81d7-7dc98b5ff4cb, at +00:02:24.000
        because of event 4, FundsDeposited, at +00:00:00.000
        because of input 3: POST /__reprise/worlds/default/wallet/wallets/4f00835e-1166-4b76-859a-6f64b8fe9673/fund (entry 10)

      POST /__reprise/worlds/default/clock/advance (entry 31): body.events was 3, is 2
      "
    `);
  });

  it('is reported with both events if one is too early: all get stuck at once', async () => {
    const hasty = deciding((events) =>
      events.flatMap((event): Events => {
        if (event.type !== 'TransactionSent') return [event];
        return [event, { type: 'TransactionStuck', transactionId: event.transactionId }];
      }),
    );
    expect(await reportOf('cancel-won', hasty)).toMatchInlineSnapshot(`
      "
      The first answer that differs, at +00:00:00.000:
        POST /__reprise/worlds/default/clock/advance (entry 19)
        body.events
          recorded  3
          now       4
      The histories diverge at event 10. Recorded is CancellationSent of wallet/transaction/ba4a5a4d-6dc6-4666-88b7-e34c054fbf47, at +00:00:02.000 (entry 27)
        because of input 7: POST /v1/w3s/developer/transactions/ba4a5a4d-6dc6-4666-88b7-e34c054fbf47/cancel (entry 26)
      Now it is TransactionStuck of wallet/transaction/ba4a5a4d-6dc6-4666-88b7-e34c054fbf47, at +00:00:01.000
        because of event 8, TransactionQueued, at +00:00:00.400
        because of event 7, TransactionCleared, at +00:00:00.200
        because of event 6, TransferInitiated, at +00:00:00.000
        because of input 5: POST /v1/w3s/developer/transactions/transfer (entry 16)

      POST /__reprise/worlds/default/clock/advance (entry 19): body.events was 3, is 4
      "
    `);
  });

  it('is reported with the new event: a chain that changes to its present state', async () => {
    let count = 0;
    const talkative = deciding((events) =>
      events.flatMap((event): Events => {
        if (event.type !== 'TransactionCompleted' || ++count < 4) return [event];
        return [event, { type: 'ChainChanged', blockchain: 'ETH-SEPOLIA' }];
      }),
    );
    expect(await reportOf('cancel-lost', talkative)).toMatchInlineSnapshot(`
      "
      The first answer that differs, at +00:00:24.000:
        POST /__reprise/worlds/default/clock/advance (entry 37)
        body.events
          recorded  4
          now       5
      The histories diverge at event 17, ChainChanged of wallet/chain/ETH-SEPOLIA, at +00:02:48.000 (which is new):
          recorded  (nothing)
          now       {"at":"+00:02:48.000","cause":12,"data":{"blockchain":"ETH-SEPOLIA"},"position":17,"stream":"wallet/chain/ETH-SEPOLIA","type":"ChainChanged","version":1}
        because of event 12, InboundDetected, at +00:00:24.000
        because of event 10, CancellationSent, at +00:00:23.500
        because of input 6: POST /v1/w3s/developer/transactions/e8765a7c-7f55-4f7e-9c36-b498fa00a29d/cancel (entry 24)

      POST /__reprise/worlds/default/clock/advance (entry 37): body.events was 4, is 5
      "
    `);
  });

  it('is reported with the missing event: nothing completes', async () => {
    const endless = deciding((events, { type }) => (type === 'CompleteTransaction' ? [] : events));
    expect(await reportOf('cancel-lost', endless)).toMatchInlineSnapshot(`
      "
      The first answer that differs, at +00:00:24.000:
        POST /__reprise/worlds/default/clock/advance (entry 37)
        body.events
          recorded  4
          now       0
      The histories diverge at event 13, TransactionCompleted of wallet/transaction/38cbfa06-0d9e-43ac-b1f5-127857045267, at +00:02:24.000 (entry 38, which is missing now):
          recorded  {"at":"+00:02:24.000","cause":4,"data":{"transactionId":"38cbfa06-0d9e-43ac-b1f5-127857045267"},"position":13,"stream":"wallet/transaction/38cbfa06-0d9e-43ac-b1f5-127857045267","type":"TransactionCompleted","version":2}
          now       (nothing)
        because of event 4, FundsDeposited, at +00:00:00.000
        because of input 3: POST /__reprise/worlds/default/wallet/wallets/cc612cb0-b12d-4a4a-9005-9f2930258492/fund (entry 10)

      POST /__reprise/worlds/default/clock/advance (entry 37): body.events was 4, is 0
      "
    `);
  });

  it('is not a broken invariant, whose message names the entry', async () => {
    const wrong = deciding((events) =>
      events.flatMap((event): Events => {
        if (event.type !== 'TransactionCompleted') return [event];
        const { transactionId } = event;
        return [event, { type: 'TransactionSteered', transactionId, action: 'stick' }];
      }),
    );
    await expect(replayed('cancel-lost', wrong)).rejects.toThrow(
      /entry 37 cannot be executed \(Invariant broken: transaction [0-9a-f-]+ is in the mempool\)/,
    );
  });

  it('is refused if a command of an input entry breaks an invariant', async () => {
    const folder = testFolder();
    const file = join(folder, 'later.jsonl');
    const server = await startServer();
    try {
      await server.client().createWalletSet({ name: 'before' });
      const world = server.reprise.engine.world('default') as World;
      await server.reprise.recordings.start(world, { file });
    } finally {
      await server.close();
    }
    const recording = await readRecording(file);
    expect((await replayRecording(file, recording)).divergence).toBeUndefined();
    const wrong = deciding(() => {
      throw new InvariantError('Nothing is made here.');
    });
    await expect(replayRecording(file, recording, wrong)).rejects.toThrow(
      /entry 1 has an input that no world accepts \(Nothing is made here\)/,
    );
  });
});

/** All differences of a replay, as text. */
async function groupsOf(scenario: string, options: ReplayOptions): Promise<string> {
  const { groups = [], epochMs } = await replayed(scenario, { ...options, isAll: true });
  return ['', ...groupLines(groups, epochMs), ''].join('\n');
}

const dearer = deciding(dearerOf);

/** The sizes of groups, without the details of their first differences. */
const outline = (text: string) =>
  text.split('\n').filter((line) => /^(\d|   \d|     \d)/.test(line));

describe('all differences of a replay', () => {
  it('are one cause with its consequences: fees one percent higher', async () => {
    expect(await groupsOf('reorged', dearer)).toMatchInlineSnapshot(`
      "
      9 differences, 1 cause:
      1. The first answer that differs, at +00:00:25.000:
           GET /v1/w3s/transactions/87b0cf44-9250-44f4-843b-270b14f600ee (entry 26)
           body.data.transaction.networkFee
             recorded  "0.0007553"
             now       "0.000762853"
         The histories diverge at event 10, TransactionConfirmed of wallet/transaction/87b0cf44-9250-44f4-843b-270b14f600ee, at +00:00:24.000 (entry 23):
           data.networkFee
             recorded  "755300000000000"
             now       "762853000000000"
           because of event 9, TransactionSent, at +00:00:01.000
           because of event 8, TransactionQueued, at +00:00:00.400
           because of event 7, TransactionCleared, at +00:00:00.200
           because of event 6, TransferInitiated, at +00:00:00.000
           because of input 4: POST /v1/w3s/developer/transactions/transfer (entry 14)
         1 more of its kind (entry 54)
         7 consequences:
           4 x GET /v1/w3s/transactions/:id, body.data.transaction.networkFee (entries 26, 45, 57, 64)
           1 x TransactionConfirmed, data.networkFee (entry 38)
           1 x GET /v1/w3s/wallets/:id/balances, body.data.tokenBalances.*.amount (entry 66)
           1 x POST /__reprise/worlds/default/wallet/transactions/:id/reorg, body.transaction.networkFee (entry 59)
      "
    `);
  });

  it('are several causes if a rule and a presentation change', async () => {
    const renamed = showing((body) => body.replace('"symbol":"USDC"', '"symbol":"USD"'));
    const text = await groupsOf('transfer', { ...dearer, ...renamed });
    expect(outline(text)).toMatchInlineSnapshot(`
      [
        "9 differences, 3 causes:",
        "1. The first answer that differs, at +00:00:00.000:",
        "   1 more of its kind (entry 89)",
        "2. The first answer that differs, at +00:00:00.000:",
        "3. The first answer that differs, at +00:00:24.000:",
        "   5 consequences:",
        "     4 x GET /v1/w3s/transactions/:id, body.data.transaction.networkFee (entries 67, 73, 79, 85)",
        "     1 x GET /v1/w3s/wallets/:id/balances, body.data.tokenBalances.*.amount (entry 87)",
      ]
    `);
  });

  it('are causes in their order if the instant is the same: an answer before an event', async () => {
    const file = join(recordingsFolder, 'wallet/transfer.jsonl');
    const { entries, ...rest } = await readRecording(file);
    const edited = entries.map((entry): Entry => {
      if (entry.n === 2 && entry.kind === 'http.answer') return { ...entry, status: 202 };
      if (entry.n === 4 && entry.kind === 'event') return { ...entry, data: { fingerprint: '' } };
      if (entry.n === 6 && entry.kind === 'http.answer') return { ...entry, status: 202 };
      return entry;
    });
    const { groups = [] } = await replayRecording(
      file,
      { ...rest, entries: edited },
      { isAll: true },
    );
    expect(
      groups.map(({ first, consequences }) => ({
        root: first.event?.entry ?? first.exchange?.entry,
        consequences: consequences.map(({ entry }) => entry),
      })),
    ).toEqual([
      { root: 1, consequences: [] },
      { root: 4, consequences: [3] },
    ]);
  });

  it('are one cause even if time advances less from it on', async () => {
    const folder = testFolder();
    const server = await startServer();
    const { from } = await createFundedWallets(server);
    const world = server.reprise.engine.world('default') as World;
    const file = join(folder, 'earlier.jsonl');
    await server.reprise.recordings.start(world, { file });
    const busy = { congestion: '0.4' };
    await server.control('PATCH', '/worlds/default/wallet/chains/ETH-SEPOLIA', busy);
    for (let count = 0; count < 2; count += 1) {
      await startTransfer(server, { walletId: from.id, feeLevel: 'LOW' });
      await server.control('POST', '/worlds/default/clock/advance', { untilIdle: true });
    }
    await server.reprise.recordings.stop('default');
    await server.close();
    const richer = deciding((events) =>
      events.map((event) =>
        event.type === 'TransferInitiated'
          ? { ...event, fee: { ...event.fee, maxFee: '900000000000' } }
          : event,
      ),
    );
    const recording = await readRecording(file);
    const { groups = [] } = await replayRecording(file, recording, { ...richer, isAll: true });
    expect(outline(groupLines(groups, Date.parse(recording.header.epoch)).join('\n'))[0]).toMatch(
      /^\d+ differences, 1 cause:$/,
    );
  });

  it('are none if a change has no effect', async () => {
    const { groups } = await replayed('transfer', { ...deciding((events) => events), isAll: true });
    expect(groups).toBeUndefined();
  });

  it('include the entry at which a changed world breaks', async () => {
    const broken = deciding((events, command) => {
      if (command.type === 'CompleteTransaction') throw new InvariantError('Nothing completes.');
      return dearerOf(events);
    });
    const { groups, stopped } = await replayed('transfer', { ...broken, isAll: true });
    expect(groups).toHaveLength(1);
    expect(stopped).toEqual({ entry: 69, message: 'Nothing completes.' });
  });
});

function dearerOf(events: Events): Events {
  return events.map((event) =>
    event.type === 'TransactionConfirmed'
      ? { ...event, networkFee: onePercentMore(event.networkFee) }
      : event,
  );
}

describe('an updated recording', () => {
  const folder = temporaryFolder();

  async function updated(scenario: string, options: ReplayOptions) {
    const file = join(folder, `${scenario}.jsonl`);
    copyFileSync(join(recordingsFolder, `wallet/${scenario}.jsonl`), file);
    const before = await readRecording(file);
    const { ino } = statSync(file);
    const result = await updateRecording(file, before, { ...options, writtenBy: 'reprise 9' });
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const after = await readRecording(file);
    return { ...result, before, after, isSameFile: statSync(file).ino === ino };
  }

  const statuses = ({ entries }: Recording) =>
    entries.flatMap((entry) => (entry.kind === 'http.answer' ? [entry.status] : []));

  it('replays equal under the changed rule, and differs under the old one', async () => {
    const { isUpdated, before, after } = await updated('webhooks', dearer);
    expect(isUpdated).toBe(true);
    expect((await replayRecording('new', after, dearer)).divergence).toBeUndefined();
    expect((await replayRecording('new', after)).divergence).toBeDefined();
    expect(statuses(after)).toEqual(statuses(before));
    expect(after.header).toMatchObject({
      engine: 'reprise 9',
      recordedAt: before.header.recordedAt,
      redaction: before.header.redaction,
    });
  });

  it('has requests with the newly created ids', async () => {
    const other = deciding((events) =>
      events.map((event) => {
        if (event.type !== 'TransferInitiated') return event;
        return { ...event, transactionId: `00000000${event.transactionId.slice(8)}` };
      }),
    );
    const { isUpdated, before, after } = await updated('transfer', other);
    expect(isUpdated).toBe(true);
    expect(statuses(after)).toEqual(statuses(before));
    const asked = after.entries.flatMap((entry) => ('url' in entry ? [entry.url] : []));
    expect(asked.filter((url) => url.includes('/transactions/00000000-')).length).toBeGreaterThan(
      5,
    );
  });

  it('is the same file if it replays equal', async () => {
    const { isUpdated, isSameFile } = await updated(
      'transfer',
      deciding((events) => events),
    );
    expect({ isUpdated, isSameFile }).toEqual({ isUpdated: false, isSameFile: true });
  });

  it('is the same file if it cannot be replayed to its end', async () => {
    const broken = deciding((events, command) => {
      if (command.type === 'CompleteTransaction') throw new InvariantError('Nothing completes.');
      return dearerOf(events);
    });
    const { isUpdated, reason, isSameFile } = await updated('transfer', broken);
    expect({ isUpdated, isSameFile }).toEqual({ isUpdated: false, isSameFile: true });
    expect(reason).toBe('Entry 69 cannot be executed any more: Nothing completes.');
  });
});
