// Shared code of scenarios: the real client, an operator at the control plane, two wallets on one chain, and checks that the
// story takes the expected course.

import { strict as assert } from 'node:assert';
import { initiateDeveloperControlledWalletsClient } from '@circle-fin/developer-controlled-wallets';

export const usdc = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1';
export const blockchain = 'ETH-SEPOLIA';
const entitySecret = 'ab'.repeat(32);

type Client = ReturnType<typeof initiateDeveloperControlledWalletsClient>;
type WalletOrder = Omit<Parameters<Client['createWallets']>[0], 'idempotencyKey'>;
type Derivation = Parameters<Client['deriveWallet']>[0];

export interface Wallet {
  readonly id: string;
  readonly address: string;
  readonly name?: string;
  readonly refId?: string;
  readonly accountType?: string;
}

/** The members of a transaction that stories need. */
export interface Transaction {
  readonly id: string;
  readonly state: string;
  readonly blockchain: string;
  readonly tokenId?: string;
  readonly txHash?: string;
  readonly blockHash?: string;
  readonly networkFee?: string;
  readonly errorReason?: string;
  readonly errorDetails?: string;
}

/** For example `{ USDC: '98.75' }`. */
export type Balances = Readonly<Record<string, string>>;

export interface Session {
  readonly client: Client;
  /** The client of another API key. */
  readonly clientWith: (apiKey: string) => Client;
  /** Sends a request to the control plane of the world. Rejects with ControlRefusal. */
  readonly control: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** The idempotency key of the next request that creates a record. */
  readonly keys: () => { readonly idempotencyKey?: string };
  readonly createWallets: (order: WalletOrder) => Promise<readonly Wallet[]>;
  /** Derives a wallet on another chain; the status is 201 for a new one. */
  readonly derive: (
    id: string,
    blockchain: Derivation['blockchain'],
    metadata?: Derivation['metadata'],
  ) => Promise<{ readonly status: number; readonly wallet: Wallet }>;
  /** A wallet set with a sender and a receiver. */
  readonly createWalletPair: (
    name: string,
  ) => Promise<{ readonly setId: string; readonly sender: Wallet; readonly receiver: Wallet }>;
  readonly fund: (wallet: Wallet, amounts: { native?: string; usdc?: string }) => Promise<void>;
  /** Sends USDC; returns the transaction's id. */
  readonly send: (
    from: Wallet,
    to: Wallet,
    amount: string,
    feeLevel: 'LOW' | 'MEDIUM' | 'HIGH',
  ) => Promise<string>;
  readonly accelerate: (id: string) => Promise<void>;
  readonly cancel: (id: string) => Promise<void>;
  readonly transaction: (id: string) => Promise<Transaction>;
  readonly balances: (wallet: Wallet) => Promise<Balances>;
  /** Advances virtual time by a duration such as `10s`. */
  readonly pass: (by: string) => Promise<void>;
  /** Advances time until nothing is due. */
  readonly settle: () => Promise<void>;
  readonly now: () => Promise<string>;
  readonly digest: () => Promise<string>;
}

export interface SessionOptions {
  readonly url: string;
  readonly token: string;
  readonly walletKey: string;
  /** Idempotency keys of requests that create a record; without it the client draws random ones. */
  readonly keys?: () => { readonly idempotencyKey?: string };
}

/** A refusal by the control plane. */
class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function openSession({
  url,
  token,
  walletKey,
  keys = () => ({}),
}: SessionOptions): Session {
  const clientWith = (apiKey: string) =>
    initiateDeveloperControlledWalletsClient({ apiKey, entitySecret, baseUrl: url });
  const client = clientWith(walletKey);

  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/__reprise/worlds/default${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok) return (await response.json()) as T;
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    throw new ControlRefusal(response.status, error.code, `${method} ${path}: ${error.message}`);
  }

  async function createWallets(order: WalletOrder): Promise<readonly Wallet[]> {
    return must((await client.createWallets({ ...order, ...keys() })).data).wallets;
  }

  return {
    client,
    clientWith,
    control,
    keys,
    createWallets,
    async derive(id, to, metadata) {
      const order = { id, blockchain: to, ...(metadata === undefined ? {} : { metadata }) };
      const { status, data } = await client.deriveWallet(order);
      return { status, wallet: must(data?.wallet) };
    },
    async createWalletPair(name) {
      const { id: setId } = must((await client.createWalletSet({ name, ...keys() })).data).walletSet;
      const order: WalletOrder = { walletSetId: setId, blockchains: [blockchain], count: 2 };
      const [sender, receiver] = await createWallets(order);
      return { setId, sender: must(sender), receiver: must(receiver) };
    },
    async fund({ id }, amounts) {
      await control('POST', `/wallet/wallets/${id}/fund`, amounts);
    },
    async send(from, to, amount, feeLevel) {
      const { data } = await client.createTransaction({
        walletId: from.id,
        tokenId: usdc,
        destinationAddress: to.address,
        amount: [amount],
        fee: { type: 'level', config: { feeLevel } },
        ...keys(),
      });
      return must(data).id;
    },
    async accelerate(id) {
      await client.accelerateTransaction({ id, ...keys() });
    },
    async cancel(id) {
      await client.cancelTransaction({ id, ...keys() });
    },
    async transaction(id) {
      return must((await client.getTransaction({ id })).data?.transaction);
    },
    async balances({ id }) {
      const { data } = await client.getWalletTokenBalance({ id });
      const held = must(data?.tokenBalances);
      return Object.fromEntries(held.map(({ token: { symbol }, amount }) => [symbol, amount]));
    },
    async pass(by) {
      await control('POST', '/clock/advance', { by });
    },
    async settle() {
      await control('POST', '/clock/advance', { untilIdle: true });
    },
    now: async () => (await control<{ now: string }>('GET', '/clock')).now,
    digest: async () => (await control<{ digest: string }>('GET', '')).digest,
  };
}

/** Idempotency keys that are the same in each run. */
export function countedKeys(): () => { readonly idempotencyKey: string } {
  let count = 0;
  return () => {
    count += 1;
    return { idempotencyKey: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}` };
  };
}

export function must<T>(value: T | undefined): T {
  assert.notEqual(value, undefined, 'The answer lacks what the story needs.');
  return value as T;
}

/** Expects the refusal of a request: with a numeric code from the client, with a string from the control plane. */
export async function expectRefusal(
  asked: Promise<unknown>,
  status: number,
  code: number | string,
): Promise<void> {
  const refusal = await asked.then(
    () => assert.fail(`It should have been refused with ${status} ${code}.`),
    (error: unknown) => error as { readonly status?: unknown; readonly code?: unknown },
  );
  assert.deepEqual({ status: refusal.status, code: refusal.code }, { status, code });
}

/** Subtracts from an amount of a native token; decimals in, decimals out. */
export function subtract(amount: string, taken: string | undefined): string {
  const left = unitsOf(amount) - unitsOf(must(taken));
  const text = left.toString().padStart(nativeDecimals + 1, '0');
  const [whole, rest] = [text.slice(0, -nativeDecimals), text.slice(-nativeDecimals)];
  return `${whole}.${rest}`.replace(/\.?0+$/, '');
}

const nativeDecimals = 18;

function unitsOf(amount: string): bigint {
  const [whole = '', rest = ''] = amount.split('.');
  return BigInt(whole + rest.padEnd(nativeDecimals, '0'));
}
