// Who may talk to the control plane at all, token or not: a page of somebody else's, or a name that was made to point here,
// may not (design section 11).

import { hostNameOf, hostRefusal, isAllowedName, originNameOf } from '../http/host-name.ts';
import { ControlError } from '../contracts/control-call.ts';

/** Throws ControlError where Host or Origin is neither the loopback nor among the allowed names. */
export function checkCaller(
  headers: Readonly<Record<string, string | undefined>>,
  allowHosts: readonly string[],
): void {
  const { host, origin } = headers;
  if (host !== undefined && !isAllowedName(hostNameOf(host), allowHosts)) {
    throw new ControlError(403, 'host-refused', hostRefusal(host));
  }
  if (origin !== undefined && !isAllowedName(originNameOf(origin), allowHosts)) {
    const message = `Pages of '${origin.slice(0, 100)}' may not use the control plane. Start the server with --allow-host to allow them.`;
    throw new ControlError(403, 'origin-refused', message);
  }
}
