// The payload of a request to sign a transaction, and its result.

/**
 * The most characters of a message, of typed data or of a transaction: as hex, the largest EVM transaction. Our
 * own limit; the service documents none.
 */
export const payloadCharsMax = 262_146;

/** `rawTransaction`: base64 on Solana and NEAR, hex on EVM chains. `transaction`: JSON text, on EVM chains only. */
export type TransactionPayload =
  { readonly rawTransaction: string } | { readonly transaction: string };

/** The fields of the answer, each in the encoding of its chain (reference/wallet.md section 5). */
export interface SignedTransaction {
  readonly signature: string;
  readonly signedTransaction: string;
  readonly txHash?: string;
}
