// Who may talk to the control plane at all, token or not: a page of somebody else's, or a name that was made to point here,
// may not (design section 11).

import { ControlError } from './call.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Throws ControlError where Host or Origin is neither the loopback nor among the allowed names. */
export function checkCaller(
  headers: Readonly<Record<string, string | undefined>>,
  allowHosts: readonly string[],
): void {
  const { host, origin } = headers;
  const isAllowed = (name: string) => loopback.test(name) || allowHosts.includes(name);
  if (host !== undefined && !isAllowed(nameOf(`http://${host}`))) {
    const message = `The Host '${host.slice(0, 100)}' is not allowed here. Start the server with --allow-host to allow it.`;
    throw new ControlError(403, 'host-refused', message);
  }
  if (origin !== undefined && !isAllowed(nameOf(origin))) {
    const message = `Pages of '${origin.slice(0, 100)}' may not use the control plane. Start the server with --allow-host to allow them.`;
    throw new ControlError(403, 'origin-refused', message);
  }
}

/** The name in an address, without its port; empty where it is none. */
function nameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}
