// Checks Host and Origin of each request, with or without a token, against foreign web pages and DNS rebinding (design
// section 11).

import { hostNameOf, hostRefusal, isAllowedName, originNameOf } from '../hosts/node/host-name.ts';
import { ControlError } from '../contracts/control-call.ts';

/** Throws ControlError unless Host and Origin are loopback or allowed names. */
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
