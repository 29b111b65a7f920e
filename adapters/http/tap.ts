// Somebody who follows the exchanges of a world: a recorder writes them down, a replay has them again. The services do not
// know of it; they are handed a world and facts that do.

import type { Json, World } from '../../core/index.ts';
import type { RawRequest, RawUpgrade } from './app.ts';
import type { Opening, Peer } from './channel.ts';
import type { HttpRequest, HttpResponse, Service } from './table.ts';

/** What was found out from something secret, by name: found now, or known from a recording that lacks the secret. */
export interface Facts {
  /** `usual` is what goes without saying: it is not written down, and is meant where nothing was. */
  readonly find: <Fact extends Json>(name: string, find: () => Fact, usual?: Fact) => Fact;
}

/** One request of a world under way. */
export interface Exchange {
  /** The world as this request sees it. */
  readonly world: World;
  readonly facts: Facts;
  /** Told of the answer, once, before it leaves. */
  readonly answered: (response: HttpResponse) => void;
}

/** One socket of a world, from its upgrade on. */
export interface SocketExchange extends Omit<Exchange, 'answered'> {
  /** What the session speaks to in place of the client. */
  readonly peer: Peer;
  /** Told how the upgrade went, once; gives what the host is to go on with. */
  readonly opened: (opening: Opening) => Opening;
}

export interface Tap {
  readonly request: (raw: RawRequest, service: Service) => Exchange;
  readonly open: (raw: RawUpgrade, service: Service, peer: Peer) => SocketExchange;
}

/** A fact of a request: looked for, unless somebody knows it already. */
export function factOf<Fact extends Json>(
  { facts }: Pick<HttpRequest, 'facts'>,
  name: string,
  find: () => Fact,
  usual?: Fact,
): Fact {
  return facts === undefined ? find() : facts.find(name, find, usual);
}
