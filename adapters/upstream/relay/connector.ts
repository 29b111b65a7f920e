// Connections to upstreams: to the named hosts alone, whatever proxies the environment names.

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';

/** How an upstream is connected to. */
export interface ConnectOptions {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: string;
  readonly agent: HttpAgent | HttpsAgent;
}

/** Whether a request may use a connection that others have used, or has one of its own. */
export type ConnectionUse = 'kept' | 'fresh';

export class Connector {
  /** The trusted authorities, if they are others than those of Node. */
  readonly trust: { readonly ca?: string[] };
  readonly #agents: Readonly<
    Record<ConnectionUse, { readonly http: HttpAgent; readonly https: HttpsAgent }>
  >;

  /** `authority`: a further certificate that is trusted, as PEM. */
  constructor(authority?: string) {
    this.trust = authority === undefined ? {} : { ca: [...rootCertificates, authority] };
    const agents = (keepAlive: boolean) => ({
      http: new HttpAgent({ keepAlive }),
      https: new HttpsAgent({ keepAlive, ...this.trust }),
    });
    this.#agents = { kept: agents(true), fresh: agents(false) };
  }

  options({ protocol, hostname, port }: URL, use: ConnectionUse = 'kept'): ConnectOptions {
    return {
      protocol,
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      ...(port === '' ? {} : { port }),
      agent: protocol === 'https:' ? this.#agents[use].https : this.#agents[use].http,
    };
  }

  /** Closes the connections that wait for a next request. */
  close(): void {
    for (const { http, https } of Object.values(this.#agents)) {
      http.destroy();
      https.destroy();
    }
  }
}
