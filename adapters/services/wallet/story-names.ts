// What a story of the wallet knows so far: names of entities, tokens, and what each transaction does.

import { wallet } from '../../../core/index.ts';

interface KnownToken {
  readonly label: string;
  readonly decimals: number;
}

export class StoryNames {
  /** Names of wallets, of sets, and of subscriptions. */
  readonly #names = new Map<string, string>();
  /** The ids of wallets by their addresses, in lower case. */
  readonly #walletAt = new Map<string, string>();
  readonly #tokens = new Map<string, KnownToken>();
  /** What each transaction does. */
  readonly #transactions = new Map<string, string>();

  setName(id: string, name: string | undefined): void {
    if (name !== undefined && name !== '') this.#names.set(id, name);
  }

  setAddress(walletId: string, address: string): void {
    this.#walletAt.set(address.toLowerCase(), walletId);
  }

  setToken(id: string, token: KnownToken): void {
    this.#tokens.set(id, token);
  }

  setTransaction(id: string, what: string): void {
    this.#transactions.set(id, what);
  }

  /** The name of an entity, or its id. */
  named(id: string): string {
    const name = this.#names.get(id);
    return name === undefined ? id : `'${name}'`;
  }

  /** The wallet at an address, or the address. */
  receiver(address: string): string {
    const walletId = this.#walletAt.get(address.toLowerCase());
    return walletId === undefined ? address : `wallet ${this.named(walletId)}`;
  }

  /** The symbol or name of a token, or its id. */
  tokenLabel(id: string): string {
    return this.#token(id)?.label ?? id;
  }

  amount(units: string, tokenId: string, nftTokenId?: string): string {
    const token = this.#token(tokenId);
    const label = token?.label ?? tokenId;
    if (nftTokenId !== undefined)
      return `${units === '1' ? '' : `${units} x `}${label} #${nftTokenId}`;
    return `${wallet.formatAmount(BigInt(units), token?.decimals ?? 0)} ${label}`;
  }

  /** What a transaction does, if that is known. */
  purpose(transactionId: string): string | undefined {
    return this.#transactions.get(transactionId);
  }

  /** What a transaction does, with its id. */
  transaction(id: string): string {
    const what = this.#transactions.get(id);
    return what === undefined ? id : `${what} (${id})`;
  }

  #token(id: string): KnownToken | undefined {
    const listed = wallet.catalogueToken(id);
    if (listed === undefined) return this.#tokens.get(id);
    return { label: listed.symbol ?? listed.name ?? id, decimals: listed.decimals };
  }
}
