// What addresses hold of currencies.

/** What an address holds of a currency; addresses outside the service have balances too. */
export interface Balance {
  readonly id: string;
  readonly holder: string;
  /** The row id of the wallet that has this address; absent as long as none has. */
  readonly walletOrdinal?: number;
  readonly tokenId: string;
  readonly units: bigint;
  /** The part that transfers under way will need. */
  readonly reserved: bigint;
  readonly updatedMs: number;
}
