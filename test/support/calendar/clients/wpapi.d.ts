// Types of the part of the `wpapi` package that tests use.

declare module 'wpapi' {
  /** A request under construction. */
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
    /** The routes of an index, from which the client creates its methods. */
    readonly routes?: object;
    readonly username?: string;
    readonly password?: string;
  }

  class WPAPI {
    constructor(options: WPAPIOptions);
    /** A client with the routes of a site's index. */
    static discover(url: string): Promise<WPAPI>;
    /** A path below the REST root. */
    root(path: string): WPRequest;
    /** Requests below a namespace, by the first segments of its paths. */
    namespace<Name extends string>(name: string): Readonly<Record<Name, () => WPRequest>>;
  }

  export = WPAPI;
}
