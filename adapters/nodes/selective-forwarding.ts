// Forwarding for some requests only: this node answers the others, whatever their world is.

import type { RawRequest } from '../protocol/messages.ts';
import type { Forwarding } from './forwarding.ts';

export function selectiveForwarding(
  forwarding: Forwarding,
  mayForward: (raw: Pick<RawRequest, 'url' | 'headers'>) => boolean | Promise<boolean>,
): Forwarding {
  return {
    upgrade: forwarding.upgrade,
    endSockets: forwarding.endSockets,
    request(request, response, forwardable) {
      const go = (isAllowed: boolean) => {
        if (request.destroyed)
          forwardable.onHandled(); // the client is gone
        else if (isAllowed) forwarding.request(request, response, forwardable);
        else forwardable.here(() => undefined);
      };
      const isAllowed = mayForward(forwardable.raw);
      if (isAllowed instanceof Promise) void isAllowed.then(go);
      else go(isAllowed);
    },
  };
}
