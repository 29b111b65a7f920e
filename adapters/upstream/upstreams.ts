// The real services that a proxy stands in front of, by path.

import { trimEndOf } from '../../core/index.ts';
import { pathMatcher } from '../protocol/path-pattern.ts';

export interface Upstream {
  /** The name of its service. */
  readonly service: string;
  /** Scheme, host and the path that precedes those of requests, without a slash at its end. */
  readonly base: string;
}

/** The paths of a service, as patterns. */
export interface OwnedPaths {
  readonly service: string;
  readonly patterns: readonly string[];
}

/** The name of an upstream for all paths that no other one owns. */
export const otherPaths = 'other';

interface Owner {
  readonly upstream: Upstream;
  readonly owns: (path: string) => boolean;
}

export class Upstreams {
  readonly list: readonly Upstream[];
  readonly #owners: readonly Owner[];

  /** Paths of the first upstream that owns them; those of `otherPaths` come last. */
  constructor(list: readonly Upstream[], paths: readonly OwnedPaths[]) {
    this.list = list;
    const named = list.filter(({ service }) => service !== otherPaths);
    const others = list.filter(({ service }) => service === otherPaths);
    this.#owners = [
      ...named.map((upstream) => ({ upstream, owns: ownership(upstream, paths) })),
      ...others.map((upstream) => ({ upstream, owns: () => true })),
    ];
  }

  /** All, in the order in which they are asked for a path. */
  get inOrder(): readonly Upstream[] {
    return this.#owners.map(({ upstream }) => upstream);
  }

  /** The upstream of a path without its query; undefined if there is none. */
  at(path: string): Upstream | undefined {
    return this.#owners.find((owner) => owner.owns(path))?.upstream;
  }
}

function ownership({ service }: Upstream, paths: readonly OwnedPaths[]): (path: string) => boolean {
  const matchers = paths
    .filter((owned) => owned.service === service)
    .flatMap(({ patterns }) => patterns.map(pathMatcher));
  return (path) => matchers.some((matches) => matches(path));
}

/** The base of an upstream's URL: `https://host/blog/` becomes `https://host/blog`. */
export function baseOf({ origin, pathname }: URL): string {
  return `${origin}${trimEndOf(pathname, '/')}`;
}

/** One server for all paths of services. `base`: as of an upstream. */
export function allAt(base: string, paths: readonly OwnedPaths[]): Upstreams {
  const names = [...paths.map(({ service }) => service), otherPaths];
  return new Upstreams(
    names.map((service) => ({ service, base })),
    paths,
  );
}
