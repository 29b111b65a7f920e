// What addresses hold of currencies, and which of the wallets among them hold at least so much of one.

import { Amounts, type OrdinalSet, Table } from '../../tables/index.ts';

/** What an address holds of a currency; addresses outside the service have balances too. */
export interface Balance {
  readonly id: string;
  readonly holder: string;
  /** The ordinal of the wallet that has this address; absent as long as none has. */
  readonly walletOrdinal?: number;
  readonly tokenId: string;
  readonly units: bigint;
  /** The part that transfers under way will need. */
  readonly reserved: bigint;
  readonly updatedMs: number;
}

export class Balances extends Table<Balance, 'holder'> {
  #amounts = new Amounts();

  constructor() {
    super((balance) => balance.id, { holder: (balance) => balance.holder });
  }

  /**
   * The ordinals of the wallets that hold at least so much of a token, which is more than nothing; and of such as lack less
   * of it than can be told so quickly (see Amounts), whose balances are to be compared.
   */
  holdersOf(tokenId: string, least: bigint): OrdinalSet {
    return this.#amounts.atLeast(tokenId, least);
  }

  override insert(balance: Balance): void {
    super.insert(balance);
    this.#note(balance, balance.units);
  }

  override replace(balance: Balance): void {
    const former = this.get(balance.id);
    super.replace(balance);
    const { units, walletOrdinal } = balance;
    if (former?.units !== units || former.walletOrdinal !== walletOrdinal) {
      this.#note(balance, units);
    }
  }

  override put(balance: Balance): void {
    if (this.get(balance.id) === undefined) this.insert(balance);
    else this.replace(balance);
  }

  override remove(id: string): void {
    const former = this.get(id);
    super.remove(id);
    if (former !== undefined) this.#note(former, 0n);
  }

  override fork(): Balances {
    const twin = super.fork() as Balances; // it is what `emptied` makes
    twin.#amounts = this.#amounts.fork();
    return twin;
  }

  override emptied(): Balances {
    return new Balances();
  }

  #note({ walletOrdinal, tokenId }: Balance, units: bigint): void {
    if (walletOrdinal !== undefined) this.#amounts.set(tokenId, walletOrdinal, units);
  }
}
