// Errors that end a live replay: its server, or a secret for it, cannot be used.

/** A secret of the client, which recordings do not contain. */
export class MissingSecretError extends Error {
  override readonly name = 'MissingSecretError';
  readonly service: string;
  /** The flag that sets it. */
  readonly flag: string;
  /** The user of the secret, if users have their own. */
  readonly user: string | undefined;

  constructor(service: string, flag: string, user?: string) {
    super(`The secret of the ${service} is not known.`);
    this.service = service;
    this.flag = flag;
    this.user = user;
  }
}

/** The server has accepted a connection, and does not answer the first request. */
export class MuteTargetError extends Error {
  override readonly name = 'MuteTargetError';
  readonly waitedMs: number;

  constructor(waitedMs: number) {
    super('The server does not answer.');
    this.waitedMs = waitedMs;
  }
}

/** The server is a Reprise without this world. */
export class UnknownWorldError extends Error {
  override readonly name = 'UnknownWorldError';
  readonly world: string;

  constructor(world: string) {
    super(`There is no world '${world}'.`);
    this.world = world;
  }
}

/** The server has answered nothing for so many requests in a row. */
export class SilentTargetError extends Error {
  override readonly name = 'SilentTargetError';
  /** The entry of the first of them. */
  readonly entry: number;

  constructor(entry: number, failure: string) {
    super(failure);
    this.entry = entry;
  }
}

/** The server has no key with which secrets are encrypted for it, or does not give it to this client. */
export class NoPublicKeyError extends Error {
  override readonly name = 'NoPublicKeyError';
  /** Of its answer; undefined if there was none. */
  readonly status: number | undefined;

  constructor(path: string, status: number | undefined) {
    super(`${path} has no public key`);
    this.status = status;
  }
}

/** The server does not let the client in, as the recorded one did. */
export class RefusedKeyError extends Error {
  override readonly name = 'RefusedKeyError';
  readonly service: string;
  readonly flag: string;
  readonly status: number;
  /** The user of the key, if users have their own. */
  readonly user: string | undefined;

  constructor(service: string, flag: string, status: number, user?: string) {
    super(`The key of the ${service} is refused.`);
    this.service = service;
    this.flag = flag;
    this.status = status;
    this.user = user;
  }
}
