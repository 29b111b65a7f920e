// Real processes of `reprise serve` that share a store in PostgreSQL, and what their store must have in the end.

import { expect, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../adapters/stores/postgres/event-store.ts';
import { verifyStore } from '../../../adapters/stores/verify.ts';
import { journalsOf } from '../store/journals.ts';
import { sendRequest, type Answer, type ServerAddress } from './load.ts';
import { waitUntil } from './requests.ts';
import { spawnServeForTest, type ServeChild } from './serve-child.ts';
import { isDone, tallyOf, type WalletSetLoad } from './wallet-set-load.ts';

export interface Node {
  readonly child: ServeChild;
  readonly place: ServerAddress;
}

/** As the users of a node that dies are promised; starts of processes on a slow machine are in it. */
export const takeoverMsMax = 30_000;

/** Starts a node, which is killed after the test. */
export async function startNode(
  url: string,
  cwd: string,
  flags: readonly string[] = [],
): Promise<Node> {
  const own = ['--store', url, '--clock', 'frozen', '--worlds-on-demand', ...flags];
  const child = spawnServeForTest(own, { cwd });
  return { child, place: await child.ready };
}

export const get = async ({ place }: Node, path: string): Promise<Answer> =>
  sendRequest(place, { method: 'GET', path, body: undefined });

export const post = async ({ place }: Node, path: string, body: object): Promise<Answer> =>
  sendRequest(place, { method: 'POST', path, body: { ...body } });

export interface ListedNode {
  readonly address: string;
  readonly worlds: number;
  readonly isDraining: boolean;
  readonly isSelf: boolean;
}

export async function nodesOf(node: Node): Promise<readonly ListedNode[]> {
  return (await get(node, '/__reprise/nodes')).body.nodes as ListedNode[];
}

/** The names of wallet sets in a world, in the order of the list. */
export async function setsOf(of: Node, world: string): Promise<readonly string[]> {
  const { body } = await get(of, `/w/${world}/v1/w3s/walletSets`);
  return (body.data.walletSets as { name: string }[]).map(({ name }) => name);
}

/** Creates a wallet set in each world, as soon as the node goes on with it. */
export async function goOn(
  { place }: Node,
  load: WalletSetLoad,
  worlds: readonly string[],
): Promise<void> {
  for (const world of worlds) {
    const sent = async () => isDone(await load.send(place, world));
    await waitUntil(`${world} goes on`, sent, takeoverMsMax);
  }
}

/** Everything that was answered is stored once, and nothing else is; all seals and digests are as written. */
export async function expectStored(url: string, { sent }: WalletSetLoad): Promise<void> {
  const store = await openPostgresStore({ url });
  onTestFinished(() => store.close());
  const tally = tallyOf(sent, await journalsOf(store));
  expect(tally).toMatchObject({ lost: 0, twice: 0, refusedStored: 0, unknown: 0 });
  expect((await verifyStore(store)).findings).toEqual([]);
}

/** All seals and digests are as written. */
export async function expectVerified(url: string): Promise<void> {
  const store = await openPostgresStore({ url });
  onTestFinished(() => store.close());
  expect((await verifyStore(store)).findings).toEqual([]);
}
