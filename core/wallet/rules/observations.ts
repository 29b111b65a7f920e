// What a client sees of the wallet, as its rules read it. Members are as they were shown: of a real service nothing is certain.

/** The members of a record, by their names on the wire. */
export type ShownMembers = Readonly<Record<string, unknown>>;

interface Observed {
  /** The number of the entry that shows it. */
  readonly n: number;
  readonly atMs: number;
}

/** In an answer, which shows what was so at an instant after its request. */
interface Answered extends Observed {
  /** The number of the entry of the request. */
  readonly since: number;
}

export type WalletRecordKind = 'walletSet' | 'wallet' | 'transaction' | 'token' | 'subscription';

export interface RecordShown extends Answered {
  readonly kind: 'record';
  readonly of: WalletRecordKind;
  readonly id: string;
  readonly members: ShownMembers;
  /** False where an answer has its id and state only. */
  readonly isWhole: boolean;
  /** In a webhook: they arrive in any order. */
  readonly isUnordered: boolean;
}

/** A request with an idempotency key has succeeded. */
export interface KeyUsed extends Answered {
  readonly kind: 'keyUsed';
  readonly key: string;
  /** The operation, and the record that it is about. */
  readonly operation: string;
  /** Of its body, without what each attempt makes anew. */
  readonly body: string;
  /** 201: it has made something. */
  readonly isNew: boolean;
  /** What it has made, in order. */
  readonly ids: readonly string[];
}

export type WalletObservation = RecordShown | KeyUsed;
