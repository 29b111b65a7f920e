// Connections to other nodes, to be cut once a node is gone: it may never answer.

interface Cuttable {
  readonly destroy: (error?: Error) => unknown;
}

/** What waits for other nodes, by their addresses. */
export class OpenConnections {
  readonly #open = new Map<string, Set<Cuttable>>();

  /** The result leaves again. */
  join(address: string, connection: Cuttable): () => void {
    const all = this.#open.get(address) ?? new Set();
    this.#open.set(address, all.add(connection));
    return () => {
      all.delete(connection);
      if (all.size === 0 && this.#open.get(address) === all) this.#open.delete(address);
    };
  }

  cutOff(address: string): void {
    const all = this.#open.get(address) ?? [];
    for (const connection of all) connection.destroy(new Error('The node is gone.'));
  }
}
