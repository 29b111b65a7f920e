// Faults that plan an action on a transaction: from the request that initiates it to the states that its client reads.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { World } from '../../../../core/index.ts';
import { expectEqual, recordingFolder } from '../../../support/recording/recordings.ts';
import {
  advance,
  createFundedWallets,
  postTransfer,
  serverForEach,
  startTransfer,
  steer,
  transactionOf,
  transferBody,
} from '../../../support/server/requests.ts';

const server = serverForEach();
const folder = recordingFolder();

const addFault = async (fault: object) =>
  expect((await server().control('POST', '/worlds/default/faults', fault)).status).toBe(201);

const nextR7 = { service: 'wallet', when: { json: { refId: 'R-7' }, count: 1 } };

const stateOf = async (id: string) => (await transactionOf(server(), id)).state as string;

it.each([
  ['stick', '10m', { state: 'STUCK' }],
  ['drop', '1s', { state: 'STUCK' }],
  ['fail', '10m', { state: 'FAILED', errorReason: 'FAILED_ON_CHAIN' }],
  ['deny', '200ms', { state: 'DENIED' }],
])('%s is for the next transaction with a refId, and for no other', async (kind, by, expected) => {
  const { from } = await createFundedWallets(server());
  await addFault({ ...nextR7, kind });
  const begin = (refId: string) => startTransfer(server(), { walletId: from.id, refId });
  const other = await begin('R-6');
  const struck = await begin('R-7');
  await advance(server(), by);
  expect(await transactionOf(server(), struck)).toMatchObject(expected);
  expect(await stateOf(other)).not.toBe(expected.state);
  const later = await begin('R-7');
  if (kind === 'stick' || kind === 'drop') await steer(server(), struck, 'confirm');
  await advance(server(), '10m');
  expect([await stateOf(other), await stateOf(later)]).toEqual(['COMPLETE', 'COMPLETE']);
});

it('a reason is the errorReason that the client reads', async () => {
  const { from } = await createFundedWallets(server());
  await addFault({ kind: 'fail', reason: 'INSUFFICIENT_NATIVE_TOKEN' });
  const id = await startTransfer(server(), { walletId: from.id });
  await advance(server(), '200ms');
  const failed = { state: 'FAILED', errorReason: 'INSUFFICIENT_NATIVE_TOKEN' };
  expect(await transactionOf(server(), id)).toMatchObject(failed);
});

it('a repeated request does not count for a fault', async () => {
  const { from } = await createFundedWallets(server());
  const body = await transferBody(server(), { walletId: from.id });
  await postTransfer(server(), body);
  await addFault({ kind: 'deny', when: { count: 1 } });
  expect((await postTransfer(server(), body)).status).toBe(200);
  const { body: listed } = await server().control('GET', '/worlds/default/faults');
  expect(listed.faults).toMatchObject([{ kind: 'deny', tried: 0, struck: 0 }]);
});

it('is recorded, and replays equal', async () => {
  const { engine, recordings } = server().reprise;
  const file = join(folder, `${randomUUID()}.jsonl`);
  await recordings.start(engine.world('default') as World, { file });
  const { from } = await createFundedWallets(server());
  await addFault({ ...nextR7, kind: 'stick' });
  const ids = [
    await startTransfer(server(), { walletId: from.id }),
    await startTransfer(server(), { walletId: from.id, refId: 'R-7' }),
  ];
  await advance(server(), '3m');
  expect(await Promise.all(ids.map(stateOf))).toEqual(['COMPLETE', 'STUCK']);
  await recordings.stop('default');
  const { entries } = await expectEqual(file);
  const strikes = entries.filter((entry) => entry.kind === 'event' && entry.type === 'FaultStruck');
  expect(strikes).toHaveLength(1);
});
