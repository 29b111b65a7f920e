// The Borsh formats of NEAR that are signed: transactions, and delegate actions (NEP-366).

import * as P from 'micro-packed';

const text = P.string(P.U32LE);
const blob = P.bytes(P.U32LE);
const hash = P.bytes(32);
const nothing = P.struct({});

export const nearPublicKey = P.mappedTag(P.U8, {
  ed25519: [0, P.bytes(32)],
  secp256k1: [1, P.bytes(64)],
});

export const nearSignature = P.mappedTag(P.U8, {
  ed25519: [0, P.bytes(64)],
  secp256k1: [1, P.bytes(65)],
});

const accessKey = P.struct({
  nonce: P.U64LE,
  permission: P.mappedTag(P.U8, {
    functionCall: [
      0,
      P.struct({
        allowance: P.optional(P.bool, P.U128LE),
        receiverId: text,
        methodNames: P.array(P.U32LE, text),
      }),
    ],
    fullAccess: [1, nothing],
  }),
});

function variant<T>(tag: number, format: P.CoderType<T>): [number, P.CoderType<T>] {
  return [tag, format];
}

/** The actions of transactions and delegate actions. */
const plainActions = {
  createAccount: variant(0, nothing),
  deployContract: variant(1, blob),
  functionCall: variant(
    2,
    P.struct({ methodName: text, args: blob, gas: P.U64LE, deposit: P.U128LE }),
  ),
  transfer: variant(3, P.U128LE),
  stake: variant(4, P.struct({ stake: P.U128LE, publicKey: nearPublicKey })),
  addKey: variant(5, P.struct({ publicKey: nearPublicKey, accessKey })),
  deleteKey: variant(6, nearPublicKey),
  deleteAccount: variant(7, text),
  deployGlobalContract: variant(
    9,
    P.struct({
      code: blob,
      mode: P.mappedTag(P.U8, { codeHash: [0, nothing], accountId: [1, nothing] }),
    }),
  ),
  useGlobalContract: variant(10, P.mappedTag(P.U8, { codeHash: [0, hash], accountId: [1, text] })),
};

export const nearDelegateAction = P.struct({
  senderId: text,
  receiverId: text,
  actions: P.array(P.U32LE, P.mappedTag(P.U8, plainActions)),
  nonce: P.U64LE,
  maxBlockHeight: P.U64LE,
  publicKey: nearPublicKey,
});

const action = P.mappedTag(P.U8, {
  ...plainActions,
  delegate: [8, P.struct({ delegateAction: nearDelegateAction, signature: nearSignature })],
});

export const nearTransaction = P.struct({
  signerId: text,
  publicKey: nearPublicKey,
  nonce: P.U64LE,
  receiverId: text,
  blockHash: hash,
  actions: P.array(P.U32LE, action),
});

/** NEP-461: a delegate action is signed with 2^30 plus the number of its NEP in front, so that it is no transaction. */
export const delegateActionPrefix = P.U32LE.encode(2 ** 30 + 366);
