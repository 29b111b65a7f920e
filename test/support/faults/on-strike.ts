// Runs an action when a fault of a kind strikes, so that clients can abort requests that never end.

import { filter, type Subscription } from 'rxjs';
import { ofType, type World } from '../../../core/index.ts';

export function onStrike(world: World, kind: string, act: () => Promise<void>): Subscription {
  return world.events$
    .pipe(
      ofType('FaultStruck'),
      filter(({ event }) => event.effect.kind === kind),
    )
    .subscribe(() => void act());
}
