// The keys with which clients talk to the services of a world, by name.

/** Those of all services: each that has some adds its own. */
export interface ClientKeys extends WalletKeys, SpeechKeys {}

export interface WalletKeys {
  /** An API key of the wallet for test networks, and one for others. */
  readonly walletKey: string;
  readonly liveWalletKey: string;
  /** 32 bytes in hex; the first secret that a world sees is its own. */
  readonly entitySecret: string;
}

export interface SpeechKeys {
  readonly speechKey: string;
}

/** What a client has chosen itself. */
export interface ClientSecrets {
  readonly entitySecret: string;
}
