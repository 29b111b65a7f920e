// The recorded facts of several frames in one request of the control plane.

import type { Json } from '../../../core/index.ts';
import type { HttpRequest } from '../../protocol/messages.ts';

/** Merges facts that are lists: a request records one fact of each name, for all of its frames. */
export function sharedFacts({ facts }: Pick<HttpRequest, 'facts'>): Pick<HttpRequest, 'facts'> {
  if (facts === undefined) return {};
  const lists = new Map<string, readonly Json[]>();
  function added<Fact extends Json>(name: string, fact: Fact): Fact {
    if (!Array.isArray(fact)) return fact;
    const list = [...new Set([...(lists.get(name) ?? []), ...(fact as readonly Json[])])];
    lists.set(name, list);
    return list as Json as Fact;
  }
  return {
    facts: {
      find: (name, find, usual) => facts.find(name, () => added(name, find()), usual),
    },
  };
}
