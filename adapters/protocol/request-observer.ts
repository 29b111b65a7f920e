// Observers of the requests of an app, as the request journal: each gets a request when it arrives, then what becomes of it.

import type { TaskObserver, World } from '../../core/index.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';

export type ObservedResponse = Pick<HttpResponse, 'status' | 'body' | 'isInjected'>;

/** One request, or upgrade to a WebSocket, to a service that is in a world. Sees its tasks, too. */
export interface RequestObserver extends TaskObserver {
  /** Called once with the response, before it is sent. */
  readonly answered: (response: ObservedResponse) => void;
  /** Called instead if the upgrade has succeeded. */
  readonly opened: () => void;
  /** Called for each frame from the client, or to it. */
  readonly onFrame: (direction: 'received' | 'sent') => void;
  /** Called once when the socket is closed; see Session. */
  readonly closed: (code: number, reason: string) => void;
}

/** `service` is undefined if none owns the path, `world` if there is none with the name. */
export type ObserveRequest = (
  request: HttpRequest,
  service: string | undefined,
  world: World | undefined,
  isUpgrade?: boolean,
) => RequestObserver;

/** The world as its observer sees it. */
export function observedBy<W extends World | undefined>(
  observer: RequestObserver | undefined,
  world: W,
): W | World {
  return observer === undefined || world === undefined ? world : world.observedBy(observer);
}
