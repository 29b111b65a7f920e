// The contract of ids that are plain numbers: where a service has them on the wire. Ids of other forms need none.

export interface NumericIds {
  /**
   * The counter of the ids in a member of a record, or in a parameter; undefined if it has none. Ids of one counter are unique.
   * `path`: that of the request.
   */
  readonly counterOf: (
    name: string,
    record: Readonly<Record<string, unknown>>,
    path: string,
  ) => string | undefined;
  /** The counters of ids in paths, by the segments before them. */
  readonly segments: Readonly<Record<string, string>>;
}
