// Signing commands. They change no state and have no idempotency key, but each uses up a ciphertext, so they are
// commands.

import type { Network } from '../chain/blockchains.ts';
import type { SecretFact, WalletName } from './parts.ts';
import type { TransactionPayload } from '../signing/payload.ts';

interface Signing {
  readonly secret: SecretFact;
  readonly network: Network;
  readonly wallet: WalletName;
}

interface Explained {
  /** A note of the client, for people. */
  readonly memo?: string;
}

export type SigningCommand = SignMessage | SignTypedData | SignTransaction | SignDelegateAction;

interface SignMessage extends Signing, Explained {
  readonly type: 'SignMessage';
  readonly message: string;
  /** The message is `0x` hex of its bytes. */
  readonly encodedByHex: boolean;
}

interface SignTypedData extends Signing, Explained {
  readonly type: 'SignTypedData';
  /** EIP-712, as JSON text. */
  readonly data: string;
}

interface SignTransaction extends Signing, Explained {
  readonly type: 'SignTransaction';
  readonly payload: TransactionPayload;
}

interface SignDelegateAction extends Signing {
  readonly type: 'SignDelegateAction';
  /** base64 of Borsh, with or without the prefix of NEP-461. */
  readonly unsignedDelegateAction: string;
}
