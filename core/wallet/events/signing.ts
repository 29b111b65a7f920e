// The event of signing.

/** A wallet signed a payload; no state changes. Encodings are those of the response. */
export interface PayloadSigned {
  readonly type: 'PayloadSigned';
  readonly walletId: string;
  readonly operation: 'message' | 'typedData' | 'transaction' | 'delegateAction';
  readonly signature: string;
  readonly signedTransaction?: string;
  readonly txHash?: string;
  readonly signedDelegateAction?: string;
  readonly memo?: string;
}
