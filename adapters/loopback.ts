// Recognizes the host names of this machine. By name alone, without DNS.

import { isIPv4 } from 'node:net';

/** Whether the host name of a URL is a loopback name: `localhost`, 127.0.0.0/8, `[::1]`. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name === '[::1]' || name === '::1') return true;
  return isIPv4(name) && name.startsWith('127.');
}
