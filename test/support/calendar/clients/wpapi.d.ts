// The part of the `wpapi` package that the programs here use; it comes without types.

declare module 'wpapi' {
  /** A query that is built up and then sent. */
  interface WPRequest extends PromiseLike<unknown> {
    readonly id: (id: number) => WPRequest;
    readonly bySlug: (slug: string) => WPRequest;
    readonly param: (parameters: Readonly<Record<string, unknown>>) => WPRequest;
    readonly setHeaders: (headers: Readonly<Record<string, string>>) => WPRequest;
    readonly file: (content: Uint8Array, name: string) => WPRequest;
    readonly get: () => Promise<unknown>;
    readonly headers: () => Promise<Readonly<Record<string, string>>>;
    readonly create: (fields: object) => Promise<unknown>;
    readonly update: (fields: object) => Promise<unknown>;
    readonly delete: () => Promise<unknown>;
  }

  interface WPAPIOptions {
    readonly endpoint: string;
    /** What the index of a namespace calls its routes; the client makes its methods from them. */
    readonly routes?: object;
    readonly username?: string;
    readonly password?: string;
  }

  class WPAPI {
    constructor(options: WPAPIOptions);
    /** A client of a site that has the routes of its index. */
    static discover(url: string): Promise<WPAPI>;
    /** What can be asked for below a namespace, by the first words of its paths. */
    namespace<Name extends string>(name: string): Readonly<Record<Name, () => WPRequest>>;
  }

  export = WPAPI;
}
