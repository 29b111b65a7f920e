// Paths of requests in an edited recording, as `inspect` prints them: without the prefix of the recorded world. A replay has no other
// world that they could reach.

import { controlPrefix } from '../../contracts/control-route.ts';
import { serviceAt } from '../../services/service-at.ts';
import { withoutWorld } from '../diff/volatile.ts';
import { EditError } from './change.ts';

/** A URL without the prefix of the world of this name. */
export function pathInWorld(url: string, world: string): string {
  return url.startsWith(`${prefixOf(world)}/`) ? withoutWorld(url) : url;
}

export function prefixOf(world: string): string {
  return `/w/${world}`;
}

export function isControlPath(path: string): boolean {
  return path === controlPrefix || path.startsWith(`${controlPrefix}/`);
}

export function controlKind(path: string): 'clock' | 'control' {
  return /\/clock(\/|\?|$)/.test(path) ? 'clock' : 'control';
}

/** The name of the service that owns a path. Throws EditError with the advice if there is none. */
export function serviceOf(path: string, advice: string): string {
  const plain = path.replace(/\?.*$/s, '');
  const owner = serviceAt(plain);
  if (owner !== undefined) return owner.name;
  throw new EditError(`No service has the path ${plain}: ${advice}.`);
}

/** Throws EditError if a path of the control plane is about another world, or none. */
export function checkControlPath(path: string, world: string): void {
  const named = /\/worlds\/([^/?]+)/.exec(path)?.[1];
  if (named === world) return;
  throw new EditError(
    `${path} is not about the world of this recording: its requests begin with ${controlPrefix}/worlds/${world}.`,
  );
}
