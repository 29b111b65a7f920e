// Strikes on the frames of one socket. Frames from the client are tried as they arrive; those to it were tried in the step that sends
// them.

import { filter, take } from 'rxjs';
import { faults, ofType, type World } from '../../core/index.ts';
import type { Frame } from '../protocol/channel.ts';
import { frameTarget, matchingFaults } from '../protocol/matching-faults.ts';

export interface FrameStrike {
  readonly effect: faults.FrameEffect;
  /** Calls it once the delay is over; at once if there is none. */
  readonly onDelayed: (act: () => void) => void;
}

export class FrameStrikes {
  readonly #world: World;
  readonly #service: string;
  readonly #path: string;

  constructor(world: World, service: string, path: string) {
    this.#world = world;
    this.#service = service;
    this.#path = path.slice(0, pathCharsMax);
  }

  /** Tries faults on a frame from the client; undefined at once if none matches it. */
  onReceived(frame: Frame, conn: number | undefined): Promise<FrameStrike | undefined> | undefined {
    const service = this.#service;
    const path = this.#path;
    const target = () => frameTarget(path, frame.kind === 'text' ? frame.text : null);
    const faultIds = matchingFaults(this.#world, faults.frameFaultKinds, service, target);
    if (faultIds === null) return undefined;
    const numbered = conn === undefined ? {} : { conn };
    const request: faults.TriedFrame = { service, path, ...numbered, direction: 'in' };
    return this.#world.send({
      domain: 'faults',
      isOutOfBand: true,
      prepare: () => ({ command: { type: 'TryFaults', faultIds, request } }),
      respond: (outcome) => {
        const strike = outcome.ok ? faults.strikeIn(outcome.value) : undefined;
        return strike === undefined ? undefined : this.of(strike as faults.FrameStruck);
      },
    });
  }

  /** Follows the delay of a strike from now on. */
  of({ effect, delay }: faults.FrameStruck): FrameStrike {
    const onDelayed = delay === undefined ? atOnce : whenDelayEnds(this.#world, delay.id);
    return { effect, onDelayed };
  }
}

/** The longest path in an event. */
const pathCharsMax = 500;

const atOnce: FrameStrike['onDelayed'] = (act) => act();

/** Acts within the event that ends the delay, so that a move of time waits for what it leads to. */
function whenDelayEnds(world: World, delayId: string): FrameStrike['onDelayed'] {
  if (!world.peek((states) => faults.isDelayed(states.faults, delayId))) return atOnce;
  let isOver = false;
  const waiting: (() => void)[] = [];
  const end = () => {
    isOver = true;
    for (const act of waiting.splice(0)) act();
  };
  world.events$
    .pipe(
      ofType('DelayEnded'),
      filter(({ event }) => event.delayId === delayId),
      take(1),
    )
    .subscribe({ next: end, complete: end, error: end }); // the world may end before
  // In `skip`, this moves time to the end.
  world
    .read(
      () => undefined,
      () => [faults.delaySubject(delayId)],
    )
    .catch(() => undefined);
  return (act) => {
    if (isOver) act();
    else waiting.push(act);
  };
}
