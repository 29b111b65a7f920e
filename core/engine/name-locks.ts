// Names of worlds that are being created, reset or removed: one such operation at a time.

import { StoreError } from '../ports/event-store.ts';

export class NameLocks {
  readonly #names = new Set<string>();
  #isClosed = false;

  /** Refuses all names from now on. */
  close(): void {
    this.#isClosed = true;
  }

  /** Why the name cannot be locked now. */
  refusalOf(name: string): StoreError | undefined {
    if (this.#isClosed) return new StoreError('unavailable', 'Reprise is closed; open it again.');
    if (!this.#names.has(name)) return undefined;
    return new StoreError(
      'name-taken',
      `World '${name}' is being created, reset or removed; retry later.`,
    );
  }

  /** Runs a task while the name is locked. Rejects with StoreError if it cannot be locked. */
  async withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
    const refusal = this.refusalOf(name);
    if (refusal !== undefined) throw refusal;
    this.#names.add(name);
    try {
      return await task();
    } finally {
      this.#names.delete(name);
    }
  }
}
