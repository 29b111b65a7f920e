// Clients that create wallet sets, each with an idempotency key of its own, and what the journals must have of their requests.

import type { SeededRandom } from '../arbitraries/seeded-random.ts';
import type { Journal } from '../store/journals.ts';
import { idempotentBody } from '../wallet/idempotent-body.ts';
import { publicKeyOf, reasonOf, sendRequest, type Answer, type ServerAddress } from './load.ts';

export interface WalletSetRequest {
  readonly world: string;
  readonly key: string;
  readonly method: 'POST';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Absent if the connection was lost. */
  answer?: Answer;
  /** Why it was lost. */
  lostBy?: string;
}

export interface WalletSetLoad {
  /** All requests so far, over all servers. */
  readonly sent: readonly WalletSetRequest[];
  readonly answered: () => number;
  /** Sends requests, `clients` at a time, until their connections are lost or it is over. */
  readonly run: (place: ServerAddress, clients: number, isOver?: () => boolean) => Promise<void>;
  /** Creates one wallet set. */
  readonly send: (place: ServerAddress, world: string) => Promise<WalletSetRequest>;
}

/** A client uses one world for a while, and then another: what it leaves may sleep. */
const visitRequestsMax = 40;

export const isDone = ({ answer }: WalletSetRequest): boolean =>
  answer !== undefined && answer.status < 300;

export function createWalletSetLoad(
  worlds: readonly [string, ...string[]],
  chance: SeededRandom,
): WalletSetLoad {
  const sent: WalletSetRequest[] = [];
  let publicKey = '';
  let answered = 0;

  async function send(place: ServerAddress, world: string): Promise<WalletSetRequest> {
    if (publicKey === '') publicKey = await publicKeyOf(place);
    const key = chance.uuid();
    const one: WalletSetRequest = {
      world,
      key,
      method: 'POST',
      path: `/w/${world}/v1/w3s/developer/walletSets`,
      body: idempotentBody(publicKey, key, { name: `set ${sent.length}` }),
    };
    sent.push(one);
    try {
      one.answer = await sendRequest(place, one);
      if (isDone(one)) answered += 1;
    } catch (error) {
      one.lostBy = reasonOf(error);
    }
    return one;
  }

  async function visit(place: ServerAddress, isOver: () => boolean): Promise<boolean> {
    const world = chance.pick(worlds);
    for (let left = 1 + chance.below(visitRequestsMax); left > 0 && !isOver(); left -= 1) {
      const { answer } = await send(place, world);
      if (answer === undefined) return false;
    }
    return !isOver();
  }

  async function client(place: ServerAddress, isOver: () => boolean): Promise<void> {
    while (await visit(place, isOver));
  }

  return {
    sent,
    send,
    answered: () => answered,
    async run(place, clients, isOver = () => false) {
      await Promise.all(Array.from({ length: clients }, async () => client(place, isOver)));
    },
  };
}

export interface WalletSetTally {
  readonly answered: number;
  readonly refused: number;
  readonly unanswered: number;
  /** Answered, but not stored. */
  readonly lost: number;
  /** Stored more than once, under one idempotency key. */
  readonly twice: number;
  /** Answered with an error, but stored. */
  readonly refusedStored: number;
  /** Stored, but not sent to that world. */
  readonly unknown: number;
}

/** Compares requests with the journals of all worlds. */
export function tallyOf(
  sent: readonly WalletSetRequest[],
  journals: ReadonlyMap<string, Journal>,
): WalletSetTally {
  const stored = storedSets(journals);
  const times = (one: WalletSetRequest) => stored.get(placeOf(one.world, one.key)) ?? 0;
  const isRefused = (one: WalletSetRequest) => one.answer !== undefined && !isDone(one);
  const count = (holds: (one: WalletSetRequest) => boolean) => sent.filter(holds).length;
  const known = new Set(sent.map(({ world, key }) => placeOf(world, key)));
  return {
    answered: count(isDone),
    refused: count(isRefused),
    unanswered: count(({ answer }) => answer === undefined),
    lost: count((one) => isDone(one) && times(one) === 0),
    twice: [...stored.values()].filter((number) => number > 1).length,
    refusedStored: count((one) => isRefused(one) && times(one) > 0),
    unknown: [...stored.keys()].filter((place) => !known.has(place)).length,
  };
}

const placeOf = (world: string, key: unknown) => `${world} ${String(key)}`;

/** How often each wallet set was created, by its world and idempotency key. */
function storedSets(journals: ReadonlyMap<string, Journal>): ReadonlyMap<string, number> {
  const stored = new Map<string, number>();
  for (const [world, { entries }] of journals) {
    for (const { input, events } of entries) {
      if (input.kind !== 'command' || events.length === 0) continue;
      const { type, idempotencyKey } = input.command as unknown as Record<string, unknown>;
      if (type !== 'CreateWalletSet') continue;
      const place = placeOf(world, idempotencyKey);
      stored.set(place, (stored.get(place) ?? 0) + 1);
    }
  }
  return stored;
}
