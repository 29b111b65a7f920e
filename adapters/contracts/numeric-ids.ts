// The contract of ids that are plain numbers: where a service has them on the wire. Ids of other forms need none.

/** Where a member is. */
export interface MemberPlace {
  readonly record: Readonly<Record<string, unknown>>;
  /** The name of the member that holds the record, or the list that the record is in. */
  readonly holder: string | undefined;
  /** The path of the request. */
  readonly path: string;
}

export interface NumericIds {
  /** The counter of the ids in a member, or in a parameter; undefined if it has none. Ids of one counter are unique. */
  readonly counterOf: (name: string, place: MemberPlace) => string | undefined;
  /** The counters of ids in paths, by the segments before them. */
  readonly segments: Readonly<Record<string, string>>;
  /** The counters of kinds of records, as sessions name those (ShownId). */
  readonly kinds: Readonly<Record<string, string>>;
}
