// What has been signed for clients.

/** A wallet signed a payload. Nothing else changes: no balance, no transaction. Encodings are those of the answer. */
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
