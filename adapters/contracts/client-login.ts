// How the client of a service proves who it is to a server that is not the one of its recording.

/** What clients know, by the names of the flags that set it. */
export interface ClientSecretsGiven {
  readonly walletKey?: string;
  /** 32 bytes in hex. */
  readonly entitySecret?: string;
  readonly speechKey?: string;
  /** `user:password`; of several users, one a line. */
  readonly calendarLogin?: string;
}

export interface ClientLogin {
  /** The member of the secrets that is its key, and the flag that sets it. */
  readonly key: keyof ClientSecretsGiven;
  readonly flag: string;
  /** The header Authorization with a key; undefined if the key is of other users. `recorded`: that of the recording. */
  readonly authorization: (key: string, recorded: string) => string | undefined;
  /** The user in a recorded header, if users have keys of their own. */
  readonly userIn?: (authorization: string) => string | undefined;
  /** The members of bodies that have the addresses to which it wants webhooks. */
  readonly addresses?: readonly string[];
  /** A secret that its requests contain encrypted, each time anew. */
  readonly encryption?: SecretEncryption;
}

export interface SecretEncryption {
  readonly secret: keyof ClientSecretsGiven;
  readonly flag: string;
  /** The members of bodies that have it. */
  readonly fields: readonly string[];
  /** The path of the answer that has the public key of a server. */
  readonly publicKeyPath: string;
  /** The key in that answer; undefined if it has none. */
  readonly publicKeyIn: (answer: unknown) => string | undefined;
  /** A text for one request. `publicKey`: as PEM. */
  readonly encrypted: (secret: string, publicKey: string) => string;
}
