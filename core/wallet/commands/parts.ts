// The parts that commands share: names of wallets and tokens, fee fields, idempotency.

import type { Blockchain, Network } from '../chain/blockchains.ts';
import type { FeeLevel } from '../chain/fee-market.ts';
import type { Attached } from '../records/transaction.ts';

/**
 * An adapter's findings about an entity secret ciphertext; the ciphertext itself stays outside. `unchecked`: the
 * idempotency key is used already, so it was not decrypted.
 */
export type SecretFact =
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'undecryptable' }
  | {
      readonly kind: 'opened';
      readonly fingerprint: string;
      readonly isReused: boolean;
      /** The world accepts a registered secret only. */
      readonly mustBeRegistered?: true;
    };

/** The members of all requests that create or send something. */
export interface IdempotentRequest {
  readonly idempotencyKey: string;
  readonly secret: SecretFact;
  /** Smaller limits than those of the service, by the settings of the world. */
  readonly limits?: WalletLimits;
}

/** A type alias, since interfaces are not assignable to JSON. */
export type WalletLimits = {
  /** Transactions of a sender that no block has included. */
  readonly pendingTransactions?: number;
  readonly walletsPerSet?: number;
};

/** The members of all requests that initiate a transaction. */
export interface Initiating extends IdempotentRequest, ForNetwork, Attached {
  readonly fee: FeeFields;
}

/** The network of the API key; commands are for its chains only. */
export interface ForNetwork {
  readonly network: Network;
}

export type WalletName =
  { readonly walletId: string } | { readonly address: string; readonly blockchain: Blockchain };

export type TokenName =
  | { readonly tokenId: string; readonly blockchain?: Blockchain }
  | { readonly tokenAddress: string; readonly blockchain?: Blockchain }
  | { readonly unnamed: true; readonly blockchain?: Blockchain };

/** The fee fields of a request, unparsed: decimal text, in gwei on EVM chains. */
export interface FeeFields {
  readonly feeLevel?: FeeLevel;
  readonly gasLimit?: string;
  readonly gasPrice?: string;
  readonly maxFee?: string;
  readonly priorityFee?: string;
}
