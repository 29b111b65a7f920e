// The parts that commands share: names of wallets and tokens, fee fields, idempotency.

import type { Blockchain, Network } from '../chain/blockchains.ts';
import type { FeeLevel } from '../chain/fee-market.ts';

/**
 * What an adapter found out about an entity secret ciphertext; the ciphertext itself does not come in.
 * `unchecked`: the idempotency key is bound already, so it was not checked.
 */
export type SecretFact =
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'undecryptable' }
  | {
      readonly kind: 'opened';
      readonly fingerprint: string;
      readonly isReused: boolean;
      /** The world takes none for the entity's but one that was registered. */
      readonly mustBeRegistered?: true;
    };

/** What every request that makes something carries. */
export interface IdempotentRequest {
  readonly idempotencyKey: string;
  readonly secret: SecretFact;
  /** Smaller limits than the service has, where the settings of the world say so. */
  readonly limits?: WalletLimits;
}

export interface WalletLimits {
  /** Transactions of a sender that no block has taken. */
  readonly pendingTransactions?: number;
  readonly walletsPerSet?: number;
}

/** The kind of key that a request came with: it fits the chains of one network. */
export interface ForNetwork {
  readonly network: Network;
}

export interface Metadata {
  readonly name?: string;
  readonly refId?: string;
}

export type WalletName =
  { readonly walletId: string } | { readonly address: string; readonly blockchain: Blockchain };

export type TokenName =
  | { readonly tokenId: string; readonly blockchain?: Blockchain }
  | { readonly tokenAddress: string; readonly blockchain?: Blockchain }
  | { readonly unnamed: true; readonly blockchain?: Blockchain };

/** The fee fields of a request as they came; decimal text, in gwei where the chain has gas. */
export interface FeeFields {
  readonly feeLevel?: FeeLevel;
  readonly gasLimit?: string;
  readonly gasPrice?: string;
  readonly maxFee?: string;
  readonly priorityFee?: string;
}
