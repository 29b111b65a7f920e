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

export class Connector {
  /** The trusted authorities, if they are others than those of Node. */
  readonly trust: { readonly ca?: string[] };
  readonly #http = new HttpAgent({ keepAlive: true });
  readonly #https: HttpsAgent;

  /** `authority`: a further certificate that is trusted, as PEM. */
  constructor(authority?: string) {
    this.trust = authority === undefined ? {} : { ca: [...rootCertificates, authority] };
    this.#https = new HttpsAgent({ keepAlive: true, ...this.trust });
  }

  options({ protocol, hostname, port }: URL): ConnectOptions {
    return {
      protocol,
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      ...(port === '' ? {} : { port }),
      agent: protocol === 'https:' ? this.#https : this.#http,
    };
  }

  /** Closes the connections that wait for a next request. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}
