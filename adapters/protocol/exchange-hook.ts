// A hook into the exchanges of a world, for recorders and replays. Services need not know of it: they get a world and facts
// that observe them.

import type { World } from '../../core/index.ts';
import type { RecordedFacts, HttpResponse, RawRequest, RawUpgrade } from './messages.ts';
import type { Opening, Peer } from './channel.ts';
import type { Service } from './service.ts';

/** One request to a world, from its arrival to its response. */
export interface RequestExchange {
  /** The world as this request sees it. */
  readonly world: World;
  readonly facts: RecordedFacts;
  /** With a long body: resolves once the service may answer. */
  readonly prepared?: Promise<void>;
  /** Called once with the response, before it is sent. */
  readonly answered: (response: HttpResponse) => void;
}

/** One socket of a world, from its upgrade on. */
export interface SocketExchange extends Omit<RequestExchange, 'prepared' | 'answered'> {
  /** The peer that the session gets in place of the client. */
  readonly peer: Peer;
  /** Called once with the result of the upgrade; returns the result for the host to use. */
  readonly opened: (opening: Opening) => Opening;
}

export interface ExchangeHook {
  readonly request: (raw: RawRequest, service: Service) => RequestExchange;
  readonly open: (raw: RawUpgrade, service: Service, peer: Peer) => SocketExchange;
}
