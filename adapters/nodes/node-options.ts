// How the other processes of a store reach this one.

export interface NodeOptions {
  /** The base URL of this process for the others, such as `http://10.0.0.5:4600`. */
  readonly address: string;
}
