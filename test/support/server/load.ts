// Clients that load a server with requests of every kind, and record the requests and the answers.

import type { SeededRandom } from '../arbitraries/seeded-random.ts';
import { idempotentBody } from '../wallet/idempotent-body.ts';
import { testKey, type JsonBody } from './server.ts';

export type Kind =
  | 'walletSet'
  | 'wallets'
  | 'transfer'
  | 'replace'
  | 'fund'
  | 'advance'
  | 'steer'
  | 'world'
  | 'read';

export interface SentRequest {
  readonly kind: Kind;
  readonly world: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Absent if the server died before it answered. */
  answer?: Answer;
}

export interface Answer {
  readonly status: number;
  readonly body: JsonBody;
  readonly requestId: string | null;
}

/** The address of a server, and the token of its control plane. */
export interface ServerAddress {
  readonly url: string;
  readonly token: string;
}

export interface Load {
  /** All requests so far, over all servers. */
  readonly sent: readonly SentRequest[];
  /** Sends random requests, `clients` at a time, until the server stops answering. */
  readonly run: (place: ServerAddress, clients: number) => Promise<void>;
}

/** Sends one request; rejects without a complete answer. */
export async function sendRequest(
  { url, token }: ServerAddress,
  { method, path, body }: Pick<SentRequest, 'method' | 'path' | 'body'>,
): Promise<Answer> {
  const key = path.startsWith('/__reprise') ? token : testKey;
  const response = await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answered = { status: response.status, requestId: response.headers.get('x-request-id') };
  return { ...answered, body: await response.json() };
}

/** Why a request has no answer. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { message: string } };
  return cause === undefined ? message : `${message}: ${cause.message}`;
}

interface Wallet {
  readonly id: string;
  readonly address: string;
  readonly blockchain: string;
}

export async function publicKeyOf(place: ServerAddress): Promise<string> {
  const path = '/v1/w3s/config/entity/publicKey';
  const { body } = await sendRequest(place, { method: 'GET', path, body: undefined });
  return body.data.publicKey as string;
}

/** The records of a world that clients know from its answers. */
interface Known {
  readonly sets: string[];
  readonly wallets: Wallet[];
  readonly funded: Wallet[];
  readonly transactions: string[];
}

const usdcOf: Readonly<Record<string, string>> = {
  'ETH-SEPOLIA': '5797fbd6-3795-519d-84ca-ec4c5f80c3b1',
};
const outside = '0x00000000000000000000000000000000000000aa';

type RequestSpec = Omit<SentRequest, 'world' | 'answer'>;

export function createLoad(worlds: readonly [string, ...string[]], chance: SeededRandom): Load {
  const asked: SentRequest[] = [];
  const known = new Map(worlds.map((name) => [name, newKnown()]));
  let publicKey = '';
  let funds = 0;

  const keyed = (fields: object) => idempotentBody(publicKey, chance.uuid(), fields);

  function post(kind: Kind, path: string, body: RequestSpec['body']): RequestSpec {
    return { kind, method: 'POST', path, body };
  }

  function makeSet(): RequestSpec {
    return post('walletSet', '/v1/w3s/developer/walletSets', keyed({ name: `set ${funds}` }));
  }

  function makeWallets(walletSetId: string): RequestSpec {
    const blockchains = [chance.pick(['ETH-SEPOLIA', 'MATIC-AMOY'])];
    const body = keyed({ walletSetId, blockchains, count: 1 + chance.below(3) });
    return post('wallets', '/v1/w3s/developer/wallets', body);
  }

  function fund(world: string, walletId: string): RequestSpec {
    funds += 1; // a unique amount, to identify the fund later
    const path = `/__reprise/worlds/${world}/wallet/wallets/${walletId}/fund`;
    return post('fund', path, { native: `${funds}.5` });
  }

  function transfer({ wallets, funded }: Known): RequestSpec | undefined {
    const [from, to] = [chance.of(funded), chance.of(wallets)];
    if (from === undefined || to === undefined) return undefined;
    const isNear = to.blockchain === from.blockchain && chance.below(2) === 0;
    const tokenId = chance.below(8) === 0 ? usdcOf[from.blockchain] : undefined;
    const body = keyed({
      walletAddress: from.address,
      blockchain: from.blockchain,
      destinationAddress: isNear ? to.address : outside,
      amounts: [`0.0${1 + chance.below(9)}`],
      feeLevel: chance.pick(['LOW', 'MEDIUM', 'HIGH']),
      ...(tokenId === undefined ? {} : { tokenId }),
    });
    return post('transfer', '/v1/w3s/developer/transactions/transfer', body);
  }

  function onTransaction(world: string, id: string): RequestSpec {
    switch (chance.below(4)) {
      case 0: {
        const action = chance.pick(['stick', 'unstick', 'drop', 'confirm', 'fail', 'deny']);
        const path = `/__reprise/worlds/${world}/wallet/transactions/${id}/${action}`;
        return post('steer', path, undefined);
      }
      case 1: {
        const action = chance.pick(['accelerate', 'cancel']);
        return post('replace', `/v1/w3s/developer/transactions/${id}/${action}`, keyed({}));
      }
      default:
        return { kind: 'read', method: 'GET', path: `/v1/w3s/transactions/${id}`, body: undefined };
    }
  }

  function wish(world: string): RequestSpec {
    const here = known.get(world) ?? newKnown();
    const [set, wallet] = [chance.of(here.sets), chance.of(here.wallets)];
    const transaction = chance.of(here.transactions.slice(-40));
    const draw = chance.below(100);
    if (set === undefined || draw < 6) return makeSet();
    if (wallet === undefined || draw < 14) return makeWallets(set);
    if (draw < 26) return fund(world, wallet.id);
    if (draw < 60) return transfer(here) ?? fund(world, wallet.id);
    if (draw < 85 && transaction !== undefined) return onTransaction(world, transaction);
    if (draw < 98) {
      const by = 1 + chance.below(chance.pick([50, 2_000, 60_000]));
      return post('advance', `/__reprise/worlds/${world}/clock/advance`, { by });
    }
    const name = `made-${chance.uuid()}`;
    return post('world', '/__reprise/worlds', { name, seed: `seed of ${name}`, clock: 'frozen' });
  }

  function learn({ kind, world, path }: SentRequest, { status, body }: Answer): void {
    const here = known.get(world);
    if (here === undefined || status > 201) return;
    if (kind === 'walletSet') here.sets.push(body.data.walletSet.id);
    if (kind === 'wallets') here.wallets.push(...body.data.wallets);
    if (kind === 'fund') here.funded.push(...here.wallets.filter(({ id }) => path.includes(id)));
    if (kind === 'transfer') here.transactions.push(body.data.id);
  }

  async function client(place: ServerAddress): Promise<void> {
    for (;;) {
      const world = chance.pick(worlds);
      const wished = wish(world);
      const isControl = wished.path.startsWith('/__reprise');
      const path = isControl || world === 'default' ? wished.path : `/w/${world}${wished.path}`;
      const one: SentRequest = { ...wished, path, world };
      asked.push(one);
      try {
        one.answer = await sendRequest(place, one);
      } catch {
        return; // the server died before it answered
      }
      learn(one, one.answer);
    }
  }

  return {
    sent: asked,
    async run(place, clients) {
      if (publicKey === '') {
        try {
          publicKey = await publicKeyOf(place);
        } catch {
          return; // the server died before it answered
        }
      }
      await Promise.all(Array.from({ length: clients }, () => client(place)));
    },
  };
}

const newKnown = (): Known => ({ sets: [], wallets: [], funded: [], transactions: [] });
