// What tables, hash tables and due queues have in common: pages, of which the ones that changed since a moment are known,
// and from which the collection can be put together again.

export interface Collection<V = unknown> {
  readonly pageCount: number;
  /** The values of a page; undefined where it has not been written since that generation. */
  readonly pageSince: (page: number, generation: number) => readonly V[] | undefined;
  /** Puts the pages of such a collection back into an empty one, in their order. Throws InvariantError if one cannot be. */
  readonly restorePage: (page: number, pageCount: number, values: readonly V[]) => void;
}
