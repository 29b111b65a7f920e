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
  /** The request has made it. */
  readonly isNew: boolean;
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

/** A wallet was derived from another one. */
export interface WalletDerivedShown extends Observed {
  readonly kind: 'derived';
  /** The other one by its id, or by its address. */
  readonly source: { readonly id: string } | { readonly address: string };
  /** The blockchain that was asked for. */
  readonly blockchain: string;
  readonly members: ShownMembers;
}

/** An amount of a token that a wallet holds. */
export interface BalanceShown extends Observed {
  readonly kind: 'balance';
  readonly walletId: string;
  readonly members: ShownMembers;
}

/** A page of a list. */
export interface WalletPageShown extends Answered {
  readonly kind: 'page';
  /** The list by its path. */
  readonly path: string;
  /** The member with its items. */
  readonly list: string;
  /** All that selects the items, by name; without cursors, size and order. */
  readonly filters: Readonly<Record<string, string>>;
  readonly cursors: PageCursors;
  /** As it was asked for; undefined without one. */
  readonly pageSize: number | undefined;
  readonly order: string | undefined;
  readonly items: readonly ShownMembers[];
  /** The cursors of its links by relation; undefined without links. */
  readonly links: Readonly<Record<string, PageCursors>> | undefined;
}

export interface PageCursors {
  readonly pageAfter?: string;
  readonly pageBefore?: string;
}

/** The ids of a request that has succeeded. */
export interface RequestIdShown extends Observed {
  readonly kind: 'requestId';
  /** The client's own, if it is a UUID. */
  readonly sent: string | undefined;
  readonly returned: string | undefined;
}

/** A request was refused, with JSON. */
export interface WalletRefusalShown extends Observed {
  readonly kind: 'refusal';
  readonly status: number;
  readonly body: unknown;
}

/** The transaction with the lowest nonce, where a sender has one. */
export interface LowestNonceShown extends Observed {
  readonly kind: 'lowestNonce';
  readonly transaction: unknown;
}

/** A webhook about a transaction. */
export interface NoticeShown extends Observed {
  readonly kind: 'notice';
  readonly subscriptionId: string;
  readonly notificationId: string;
  readonly type: string;
  readonly members: ShownMembers;
}

/** The outcome of a webhook is known. */
export interface NoticeEnded extends Observed {
  readonly kind: 'noticeEnded';
  readonly notificationId: string;
}

/** A subscription was changed or removed, or what it is told of; without an id all may be. */
export interface SubscriptionTouched extends Observed {
  readonly kind: 'subscriptionTouched';
  readonly subscriptionId: string | undefined;
}

/** What a world tells of the nonces of its chains. */
export interface NonceMoved extends Observed {
  readonly kind: 'nonce';
  readonly transactionId: string;
  /** `freed`: unsent, so that the next ones of the sender move down. */
  readonly change: 'taken' | 'sent' | 'freed';
  /** The wallet; undefined if its initiation is not in the recording. */
  readonly sender: string | undefined;
  /** Of a nonce that is taken. */
  readonly nonce: number | undefined;
}

export type WalletObservation =
  | RecordShown
  | KeyUsed
  | WalletDerivedShown
  | BalanceShown
  | WalletPageShown
  | RequestIdShown
  | WalletRefusalShown
  | LowestNonceShown
  | NoticeShown
  | NoticeEnded
  | SubscriptionTouched
  | NonceMoved;
