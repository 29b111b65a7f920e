// How the other processes of a store reach this one.

export interface NodeOptions {
  /** The base URL of this process for the others, such as `http://10.0.0.5:4600`: no path, query or user. */
  readonly address: string;
}

/** What an address must be, after its name. */
export const nodeAddressRule = 'must have the form http://host:port, without a user, path or query';

/** The one spelling of an address, by which nodes are compared; undefined if it is none. */
export function nodeAddressOf(text: string): string | undefined {
  if (!/^http:\/\/[^/\\?#@\s]+\/?$/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}
