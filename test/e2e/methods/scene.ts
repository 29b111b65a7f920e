// Shared code of the scenarios: a client in a world of its own, an operator, and common requests and values.

import { expect } from 'vitest';
import type { CircleDeveloperControlledWalletsClient } from '@circle-fin/developer-controlled-wallets';
import {
  fund,
  externalAddress,
  sepoliaUsdc,
  uuidV4,
  wireInstant,
} from '../../support/server/requests.ts';
import type { TestServer } from '../../support/server/server.ts';

export type Client = CircleDeveloperControlledWalletsClient;
export type Method = keyof Client;

/** The client under test in a world of its own, whose time moves only on request. */
export interface Scene {
  readonly client: Client;
  readonly server: TestServer;
}

/** Calls of each of these methods, and checks of their responses. */
export type Scenarios<Name extends Method> = {
  readonly [One in Name]: (scene: Scene) => Promise<void>;
};

type Blockchain = Parameters<Client['createWallets']>[0]['blockchains'][number];

/** Expects that a required member is present, and returns it. */
export function must<T>(value: T | null | undefined): T {
  expect(value).toBeDefined();
  return value as T;
}

export async function createSet({ client }: Scene, name = 'set') {
  return must((await client.createWalletSet({ name })).data).walletSet;
}

/** Wallets in a new set, those of the first chain first. */
export async function createWallets(
  scene: Scene,
  blockchains: Blockchain[] = ['ETH-SEPOLIA'],
  { count = 1, accountType = 'EOA' }: { count?: number; accountType?: 'EOA' | 'SCA' } = {},
) {
  const { id: walletSetId } = await createSet(scene);
  const order = { walletSetId, blockchains, count, accountType };
  return must((await scene.client.createWallets(order)).data).wallets;
}

/** A wallet on ETH-SEPOLIA with a native 5 and 100 USDC. */
export async function createFundedWallet(scene: Scene) {
  const [wallet] = await createWallets(scene);
  await fund(scene.server, must(wallet).id, { native: '5', usdc: '100' });
  return must(wallet);
}

export const mediumFee = { type: 'level', config: { feeLevel: 'MEDIUM' } } as const;

/** Sends 1.25 USDC to an external address. */
export async function transferFrom({ client }: Scene, walletId: string): Promise<string> {
  const { data } = await client.createTransaction({
    walletId,
    tokenId: sepoliaUsdc,
    destinationAddress: externalAddress,
    amount: ['1.25'],
    fee: mediumFee,
  });
  return must(data).id;
}

/** Balances by symbol. */
export async function balancesOf({ client }: Scene, id: string): Promise<Record<string, string>> {
  const { data } = await client.getWalletTokenBalance({ id });
  const held = must(data?.tokenBalances);
  return Object.fromEntries(held.map(({ token, amount }) => [token.symbol, amount]));
}

export const anId = expect.stringMatching(uuidV4);
export const anInstant = expect.stringMatching(wireInstant);
export const dated = { createDate: anInstant, updateDate: anInstant };
export const evmAddress = expect.stringMatching(/^0x[0-9a-f]{40}$/);
export const evmHash = expect.stringMatching(/^0x[0-9a-f]{64}$/);
export const aDecimal = expect.stringMatching(/^\d+(\.\d+)?$/);

export const usdcToken = {
  id: sepoliaUsdc,
  blockchain: 'ETH-SEPOLIA',
  tokenAddress: '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
  standard: 'ERC20',
  name: 'USDC',
  symbol: 'USDC',
  decimals: 6,
  isNative: false,
  ...dated,
};

/** Expects a refusal. Clients before version 10 throw the error of their HTTP library, with the body inside. */
export async function expectRefused(
  call: Promise<unknown>,
  status: number,
  code: number,
): Promise<void> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown as { status?: number; code?: unknown; response?: { data: object } },
  );
  expect({ status: error?.status, code: error?.code, ...error?.response?.data }).toMatchObject({
    status,
    code,
  });
}
