// The limits of a store in PostgreSQL: connections, and how long it waits for the server.

export interface PostgresLimits {
  readonly connectionsMax: number;
  /** The longest wait for a connection, new or free. */
  readonly connectMsMax: number;
  /** An answer that takes longer counts as lost; its connection is dropped, without cancelling the statement. */
  readonly answerMsMax: number;
  /** The server ends a transaction whose client is silent for longer, so that a lost connection does not lock a world. */
  readonly silentMsMax: number;
  /** How long operations are repeated while the server is away. */
  readonly awayMsMax: number;
  /** How long it tries to find out whether a statement whose answer was lost was carried out. */
  readonly settleMsMax: number;
  /** Rows of removed worlds that could not be deleted are deleted after so long. */
  readonly sweepAgainMs: number;
}

export const limitsDefault: PostgresLimits = {
  connectionsMax: 4,
  connectMsMax: 5_000,
  answerMsMax: 30_000,
  silentMsMax: 5_000,
  awayMsMax: 10_000,
  settleMsMax: 30_000,
  sweepAgainMs: 60_000,
};

/** Of the connection that renews a lease, each second: an attempt ends long before the lease does, and the next one comes soon. */
export const renewingLimits = {
  connectionsMax: 1,
  connectMsMax: 2_000,
  answerMsMax: 2_000,
  awayMsMax: 0,
} satisfies Partial<PostgresLimits>;

/** The pauses between attempts grow from the first to the last. */
export const pauseMsMin = 20;
export const pauseMsMax = 500;

/** How often a statement is repeated that the server undid because of another one, such as after a deadlock. */
export const collisionsMax = 10;
