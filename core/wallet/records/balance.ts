// Balances of currencies.

/** The units of a currency at an address, also at addresses outside the service. */
export interface Balance {
  readonly id: string;
  readonly holder: string;
  /** The row id of the wallet with this address; absent if there is none. */
  readonly walletOrdinal?: number;
  readonly tokenId: string;
  readonly units: bigint;
  /** The part that pending transactions will need. */
  readonly reserved: bigint;
  readonly updatedMs: number;
}
