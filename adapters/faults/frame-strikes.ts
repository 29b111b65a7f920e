// Decides which faults strike the frames of one socket, and reports each strike to the world. The verdict needs no input of its
// own: it comes from the faults, the seed and the numbers of the frames, so a frame that none strikes leaves no trace.

import { filter, take } from 'rxjs';
import { faults, ofType, type World } from '../../core/index.ts';
import type { Frame } from '../http/channel.ts';
import {
  isMatch,
  jsonValue,
  openFaultsOf,
  upgradeMethod,
  type FaultTarget,
} from '../http/matching-faults.ts';
import { nodeHash } from '../node-hash.ts';

export interface FrameStrike {
  readonly effect: faults.FrameEffect;
  /** Calls it once the delay is over; at once if there is none. */
  readonly onDelayed: (act: () => void) => void;
}

/** Strikes that the state of a world does not have yet, by fault. */
const unreported = new WeakMap<World, Map<string, number>>();

export class FrameStrikes {
  readonly #world: World;
  readonly #service: string;
  readonly #path: string;
  /** How many frames there were. */
  readonly #frames = { in: 0, out: 0 };
  /** How many frames each fault was tried on. */
  readonly #tried = new Map<string, number>();

  constructor(world: World, service: string, path: string) {
    this.#world = world;
    this.#service = service;
    this.#path = path.slice(0, pathCharsMax);
  }

  /** Whether the world has faults that may strike frames. */
  arePossible(): boolean {
    return this.#open().length > 0;
  }

  /** The fault that strikes the next frame of a direction, if any; it is reported. */
  next(
    direction: faults.FrameDirection,
    frame: Frame,
    conn: number | undefined,
  ): FrameStrike | undefined {
    this.#frames[direction] += 1;
    const open = this.#open();
    if (open.length === 0) return undefined;
    const fault = this.#strikingOf(open, direction, frame, conn);
    return fault === undefined ? undefined : this.#report(fault, direction, conn);
  }

  #open(): readonly faults.FrameFault[] {
    return openFaultsOf(this.#world, faults.frameFaultKinds) as readonly faults.FrameFault[];
  }

  /** Counts the frame for each fault that is tried on it. */
  #strikingOf(
    open: readonly faults.FrameFault[],
    direction: faults.FrameDirection,
    frame: Frame,
    conn: number | undefined,
  ): faults.FrameFault | undefined {
    const world = this.#world;
    const seed = world.settings().forkSeed ?? world.record.seed;
    const source = { seed, hash: nodeHash, conn };
    const target = targetOf(this.#path, frame);
    return open.find((fault) => {
      if (!faults.isForFrames(fault, source, direction, world.nowMs())) return false;
      if (!isMatch(fault, this.#service, target)) return false;
      const tried = this.#tried.get(fault.id) ?? 0;
      this.#tried.set(fault.id, tried + 1);
      return faults.strikesFrame(fault, source, tried, unreportedOf(world, fault.id));
    });
  }

  #report(
    { id: faultId, effect }: faults.FrameFault,
    direction: faults.FrameDirection,
    conn: number | undefined,
  ): FrameStrike {
    const world = this.#world;
    const own = conn === undefined ? {} : { conn };
    const number = this.#frames[direction];
    const frame = { service: this.#service, path: this.#path, ...own, direction, frame: number };
    let whenDelayed: (act: () => void) => void = (act) => act();
    const waiting: (() => void)[] = [];
    addUnreported(world, faultId, 1);
    let isDecided = false;
    const decided = (strike: faults.FaultStruck | undefined) => {
      if (isDecided) return;
      isDecided = true;
      addUnreported(world, faultId, -1);
      const delayId = strike?.delay?.id;
      if (delayId !== undefined) whenDelayed = (act) => onDelayEnd(world, delayId, act);
      for (const act of waiting.splice(0)) whenDelayed(act);
    };
    world
      .send({
        domain: 'faults',
        isOutOfBand: true,
        prepare: () => ({ command: { type: 'StrikeFrame', faultId, frame } }),
        respond: (outcome) => decided(outcome.ok ? faults.strikeIn(outcome.value) : undefined),
      })
      .catch(() => decided(undefined)); // the world is over, or could not store it
    return {
      effect,
      onDelayed: (act) => {
        if (isDecided) whenDelayed(act);
        else waiting.push(act);
      },
    };
  }
}

/** The longest path in an event. */
const pathCharsMax = 500;

function targetOf(path: string, frame: Frame): FaultTarget {
  let parsed: { readonly value: unknown } | undefined;
  return {
    method: upgradeMethod,
    path,
    body: () => {
      parsed ??= { value: frame.kind === 'text' ? jsonValue(frame.text) : undefined };
      return parsed.value;
    },
  };
}

function unreportedOf(world: World, faultId: string): number {
  return unreported.get(world)?.get(faultId) ?? 0;
}

function addUnreported(world: World, faultId: string, count: number): void {
  const counts = unreported.get(world) ?? new Map<string, number>();
  unreported.set(world, counts);
  const sum = (counts.get(faultId) ?? 0) + count;
  if (sum === 0) counts.delete(faultId);
  else counts.set(faultId, sum);
}

/** Acts within the event that ends the delay, so that a move of time waits for what it leads to. */
function onDelayEnd(world: World, delayId: string, act: () => void): void {
  let isOver = false;
  const end = () => {
    if (!isOver) act();
    isOver = true;
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
}
