// The snapshot interface of tables, hash tables and due queues: the pages that have changed, and how to restore from pages.

export interface Collection<V = unknown> {
  readonly pageCount: number;
  /** The values of a page; undefined if it has not been written since that generation. */
  readonly pageSince: (page: number, generation: number) => readonly V[] | undefined;
  /** Called on an empty collection with each page in order. Throws InvariantError if a page does not fit. */
  readonly restorePage: (page: number, pageCount: number, values: readonly V[]) => void;
}
