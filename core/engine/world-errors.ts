// The errors of worlds that cannot be loaded here.

import { NoRoom, StoreError } from '../ports/event-store.ts';

/** A store lists the world, and does not find it. */
export function notFound(name: string): StoreError {
  return new StoreError(
    'damaged',
    `The log of world '${name}' is damaged: it is not found by its name.`,
  );
}

export function ownedElsewhere(name: string): StoreError {
  return new StoreError('unavailable', `World '${name}' has another owner; retry.`);
}

export function leaseEnded(): StoreError {
  const message =
    'This process has not reached its store for some seconds, so that another may go on with its worlds; retry.';
  return new StoreError('unavailable', message);
}

export function takesNoMore(): NoRoom {
  return new NoRoom('This process hands its worlds over to others, and takes no more; retry.');
}

/** Another process has reset the world: it is loaded anew by the next request. */
export class ReplacedWorld extends StoreError {
  constructor(name: string) {
    super('unavailable', `World '${name}' was reset by another process; retry.`);
  }
}
