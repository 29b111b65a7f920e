// Decides which entries of a HAR are imported: those of the services that are named, or else of the one origin for each service.

import { listed } from '../../wording.ts';
import { SessionFileError } from '../session-file-error.ts';
import { Upstreams, type OwnedPaths, type Upstream } from '../upstreams.ts';

/** The most origins that a message lists. */
const listedMax = 8;

interface CountedOrigin {
  readonly name: string;
  readonly count: number;
}

/** What is not imported. */
export interface LeftOut {
  /** With the number of their requests, most first. */
  readonly origins: readonly CountedOrigin[];
  /** The number of URLs without a host, such as data: and blob:. */
  readonly inline: number;
}

/** An upstream that the entries of the HAR may be of. */
interface Candidate {
  readonly upstream: Upstream;
  requests: number;
  /** Whether it has a request whose path other sites hardly have, unlike `/`. */
  isEvident: boolean;
}

/** The segments of such a path. */
const evidentSegments = 2;

export class HarServices {
  readonly #given: readonly { readonly upstream: Upstream; readonly paths: Upstreams }[];
  readonly #owned: Upstreams;
  readonly #candidates: Candidate[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #origins = new Map<string, number>();
  readonly #leftOut = new Map<string, number>();
  #inline = 0;

  /** `given`: the services that are imported; empty if they are to be found. */
  constructor(given: readonly Upstream[], paths: readonly OwnedPaths[]) {
    // Services that are named by their paths precede the one for all others.
    this.#given = new Upstreams(given, paths).inOrder.map((upstream) => ({
      upstream,
      paths: new Upstreams([upstream], paths),
    }));
    this.#owned = new Upstreams(
      paths.map(({ service }) => ({ service, base: '' })),
      paths,
    );
  }

  /** Counts a request; returns the number of the upstream that it is of, and 0 if there is none. */
  add(url: string): number {
    const origin = originOf(url);
    if (origin === undefined) {
      this.#inline += 1;
      return 0;
    }
    count(this.#origins, origin);
    const upstream = this.#upstreamOf(url, origin);
    if (upstream === undefined) {
      count(this.#leftOut, origin);
      return 0;
    }
    const name = `${upstream.service} ${upstream.base}`;
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#candidates.push({ upstream, requests: 0, isEvident: false });
      this.#numbers.set(name, number);
    }
    const candidate = this.#candidates[number - 1];
    if (candidate !== undefined) {
      candidate.requests += 1;
      candidate.isEvident ||= this.#given.length > 0 || isEvident(url, origin);
    }
    return number;
  }

  #upstreamOf(url: string, origin: string): Upstream | undefined {
    if (this.#given.length > 0) {
      return this.#given.find(({ upstream, paths }) => {
        const local = localUrl(url, upstream.base);
        return local !== undefined && paths.at(pathOf(local)) !== undefined;
      })?.upstream;
    }
    const owner = this.#owned.at(pathOf(localUrl(url, origin) ?? '/'));
    return owner === undefined ? undefined : { service: owner.service, base: origin };
  }

  /** The upstream of a number, if it is imported. */
  at(number: number): Upstream | undefined {
    const candidate = this.#candidates[number - 1];
    return candidate?.isEvident === true ? candidate.upstream : undefined;
  }

  /** Those that are imported. Throws SessionFileError if there are none, or several of one service. */
  chosen(name: string): readonly Upstream[] {
    const evident = this.#candidates.filter((candidate) => candidate.isEvident);
    if (this.#given.length > 0) {
      if (evident.length > 0) return this.#given.map(({ upstream }) => upstream);
      const bases = this.#given.map(({ upstream }) => upstream.base).join(', ');
      throw new SessionFileError(
        `No request of ${name} is to ${bases}: ${this.#originsText()}.`,
        'use',
      );
    }
    if (evident.length === 0) {
      throw new SessionFileError(
        `No request of ${name} has the path of a known service: ${this.#originsText()}. Name the origin to import with --upstream <url>.`,
        'use',
      );
    }
    for (const { upstream } of evident) {
      const { service } = upstream;
      const same = evident.filter((one) => one.upstream.service === service);
      if (same.length > 1) {
        const origins = same.map((one) => ({ name: one.upstream.base, count: one.requests }));
        throw new SessionFileError(
          `${name} has requests of the ${service} at ${same.length} origins: ${countedText(origins)}. Choose one with --${service} <url>.`,
          'use',
        );
      }
    }
    return evident.map(({ upstream }) => upstream);
  }

  leftOut(): LeftOut {
    const counts = new Map(this.#leftOut);
    for (const { upstream, requests, isEvident: isImported } of this.#candidates) {
      if (!isImported) counts.set(upstream.base, (counts.get(upstream.base) ?? 0) + requests);
    }
    return { origins: countedOrigins(counts), inline: this.#inline };
  }

  #originsText(): string {
    const origins = countedOrigins(this.#origins);
    return origins.length === 0
      ? 'it has none to http or https'
      : `it has those to ${countedText(origins)}`;
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function countedOrigins(counts: ReadonlyMap<string, number>): readonly CountedOrigin[] {
  const origins = [...counts].map(([name, requests]) => ({ name, count: requests }));
  return origins.toSorted((one, other) => other.count - one.count);
}

function countedText(origins: readonly CountedOrigin[]): string {
  const texts = origins.map(({ name, count: requests }) => `${name} (${requests})`);
  return listed(texts, listedMax);
}

/** Scheme, host and port by http or https; undefined for data:, blob: and the like. */
function originOf(url: string): string | undefined {
  return partsOf(url)?.origin;
}

/** Path and query at a base, as a client sends them; undefined if the URL is elsewhere. */
export function localUrl(url: string, base: string): string | undefined {
  const { origin, local } = partsOf(url) ?? {};
  if (origin === undefined) return undefined;
  const web = `${origin}${local}`;
  if (web.slice(0, base.length).toLowerCase() !== base.toLowerCase()) return undefined;
  const rest = web.slice(base.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}

/** The origin of a URL, without user, password and the usual port, and what follows it up to the fragment. */
function partsOf(url: string): { readonly origin: string; readonly local: string } | undefined {
  const web = /^(?:http|ws)(s?):\/\/([^/?#\\]*)([^#]*)/i.exec(url);
  const [, secure = '', authority = '', local = ''] = web ?? [];
  const site = `http${secure}://${authority}`;
  if (web === null || !URL.canParse(site)) return undefined;
  return { origin: new URL(site).origin, local: encoded(local) };
}

/** With percent-encoding of all that is not sent as it is. */
function encoded(local: string): string {
  return local.replaceAll(
    /[^!-~]+|["<>]/g,
    (part) => encodeURIComponent(Buffer.from(part).toString()), // no halves of surrogate pairs
  );
}

function isEvident(url: string, origin: string): boolean {
  const path = pathOf(localUrl(url, origin) ?? '/');
  return path.split('/').filter((segment) => segment !== '').length >= evidentSegments;
}

function pathOf(local: string): string {
  const end = local.indexOf('?');
  return end === -1 ? local : local.slice(0, end);
}
