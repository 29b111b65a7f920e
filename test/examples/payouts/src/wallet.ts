// The wallet API for the service: requests that may be lost are sent again, under the same idempotency key.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  HttpRequestError,
  HttpResponseError,
  initiateDeveloperControlledWalletsClient,
} from '@circle-fin/developer-controlled-wallets';
import type { Payout, TransactionReport } from './payout.ts';

export interface WalletOptions {
  /** Default: the production API. */
  readonly baseUrl?: string;
  readonly apiKey: string;
  readonly entitySecret: string;
  /** The wallet that pays, and the id of USDC on its blockchain. */
  readonly walletId: string;
  readonly tokenId: string;
  /** The delays before further attempts of a request. */
  readonly retryDelaysMs?: readonly number[];
}

/** The wallet refuses the request: a retry would fail too. */
export class RefusedError extends Error {}

export type Wallet = ReturnType<typeof connectWallet>;

export function connectWallet(options: WalletOptions) {
  const { walletId, tokenId, retryDelaysMs = [250, 1_000, 4_000], ...connection } = options;
  const client = initiateDeveloperControlledWalletsClient(connection);
  const send = <Answer>(request: () => Promise<Answer>) => withRetries(request, retryDelaysMs);

  return {
    /** Starts the transfer of a payout, and returns the id of its transaction. */
    async transfer({ idempotencyKeys, reference, address, amount }: Payout): Promise<string> {
      const { data } = await send(() =>
        client.createTransaction({
          idempotencyKey: idempotencyKeys.transfer,
          refId: reference,
          walletId,
          tokenId,
          destinationAddress: address,
          amount: [amount],
          fee: { type: 'level', config: { feeLevel: 'MEDIUM' } },
        }),
      );
      return required(data?.id, 'the id of the transaction');
    },

    async transaction(id: string): Promise<TransactionReport> {
      const { data } = await send(() => client.getTransaction({ id }));
      return required(data?.transaction, 'the transaction');
    },

    /** Replaces a stuck transaction by one with a higher fee. */
    async accelerate(id: string, idempotencyKey: string): Promise<void> {
      await send(() => client.accelerateTransaction({ id, idempotencyKey }));
    },

    /** The key that signs webhooks: DER in base64. */
    async publicKey(keyId: string): Promise<string> {
      const { data } = await send(() => client.getNotificationSignature(keyId));
      return required(data?.publicKey, 'the public key');
    },

    /** Subscribes an endpoint to webhooks, unless it is subscribed already. */
    async subscribe(endpoint: string): Promise<void> {
      const { data } = await send(() => client.listSubscriptions());
      if (data?.some((subscription) => subscription.endpoint === endpoint)) return;
      await send(() => client.createSubscription({ endpoint }));
    },
  };
}

async function withRetries<Answer>(
  request: () => Promise<Answer>,
  [delayMs, ...laterMs]: readonly number[],
): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    if (!isTransient(error)) throw refusal(error);
    if (delayMs === undefined) throw error;
  }
  await sleep(delayMs);
  return withRetries(request, laterMs);
}

/** There is no response, or one after which a retry may succeed. */
function isTransient(error: unknown): boolean {
  if (error instanceof HttpRequestError) return true;
  return error instanceof HttpResponseError && (error.status === 429 || error.status >= 500);
}

function refusal(error: unknown): unknown {
  return error instanceof HttpResponseError
    ? new RefusedError(`${error.message} (${error.code})`)
    : error;
}

function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`The answer of the wallet lacks ${name}.`);
  return value;
}
