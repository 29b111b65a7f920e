// Reserves the world of a request at another node, before any of the request is sent there.

import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { clearTimeout, setTimeout } from '../host-timers.ts';
import { connecting } from './connecting.ts';
import { isMisdirected } from './hop.ts';

/**
 * - `reserved`: that node serves the world, and does not hand it over before the request comes. Also if it refuses everything now, or is
 *   of a version that reserves nothing: the client gets its answer.
 * - `misdirected`: that node does not serve the world.
 * - `unreachable`: it has not answered in time.
 */
export type Reservation = 'reserved' | 'misdirected' | 'unreachable';

/** How long the other node may take, in ms. */
export interface ReservationLimits {
  readonly connectMs: number;
  readonly msMax: number;
}

/** `reservation`: see Hops. */
export async function reserve(
  reservation: RequestOptions,
  address: string,
  { connectMs, msMax }: ReservationLimits,
): Promise<Reservation> {
  return new Promise((resolve) => {
    const { request } = address.startsWith('https:') ? https : http; // as nodes of earlier versions may be reached
    const outgoing = request(address, { ...reservation, agent: false });
    connecting(outgoing, connectMs);
    const timer = setTimeout(() => outgoing.destroy(new Error('It has not answered.')), msMax);
    outgoing.once('close', () => {
      clearTimeout(timer);
      resolve('unreachable'); // unless it has answered
    });
    outgoing.on('error', () => resolve('unreachable'));
    outgoing.once('response', (answer) => {
      answer.resume();
      resolve(isMisdirected(answer) ? 'misdirected' : 'reserved');
    });
    outgoing.end();
  });
}
