// Which host names mean this very machine. By name alone: nothing is looked up.

import { isIPv4 } from 'node:net';

/** Whether a host name, as URLs have it, is of the loopback: `localhost`, 127.0.0.0/8, `[::1]`. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name === '[::1]' || name === '::1') return true;
  return isIPv4(name) && name.startsWith('127.');
}
