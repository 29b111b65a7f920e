// The entities of a world at its end: the last state of each, such as COMPLETE, and its balances, in the words of its service.

import type { Envelope, States } from '../../../../../core/index.ts';
import type { LifeStep, LifeTeller } from '../../../../contracts/lives.ts';
import { calendarLives } from '../../../../services/calendar/lives.ts';
import { speechLives } from '../../../../services/speech/lives.ts';
import { walletLives } from '../../../../services/wallet/lives.ts';

const lives = { wallet: walletLives, calendar: calendarLives, speech: speechLives };

/** The end of one thing, or one amount that it holds. */
interface EndValue {
  readonly name: string;
  readonly text: string;
  /** The event that led to a state. */
  readonly position?: number;
}

/** By the stream of the thing, for amounts with their name. */
export type WorldEnds = ReadonlyMap<string, EndValue>;

export interface DifferingEnd {
  readonly key: string;
  /** The service, such as `wallet`. */
  readonly service: string;
  /** Such as `transaction 4ac1…`. */
  readonly name: string;
  readonly left: EndValue | undefined;
  readonly right: EndValue | undefined;
}

export function worldEnds(events: readonly Envelope[], states: States): WorldEnds {
  const ends = new Map<string, EndValue>();
  const tellers = new Map<string, LifeTeller>(
    Object.entries(lives).map(([service, { teller }]) => [service, teller()]),
  );
  for (const { stream, position, event } of events) {
    const { type, aside: _unhashed, ...data } = event;
    const teller = tellers.get(serviceOf(stream));
    const step = stepAt(teller, { type, stream, data });
    if (step === undefined) continue;
    const { name, what, state } = step;
    ends.set(step.stream, {
      name: what === undefined ? name : `${name}, ${what}`,
      text: state,
      position,
    });
  }
  for (const { holdings } of Object.values(lives)) {
    for (const { stream, name, values } of holdings?.(states) ?? []) {
      for (const [unit, text] of Object.entries(values)) {
        ends.set(`${stream} ${unit}`, { name: `${name}, ${unit}`, text });
      }
    }
  }
  return ends;
}

/** An event of another version may lack what its teller needs. */
function stepAt(
  teller: LifeTeller | undefined,
  event: Parameters<LifeTeller['stepAt']>[0],
): LifeStep | undefined {
  try {
    return teller?.stepAt(event);
  } catch {
    return undefined;
  }
}

/** In the order of the left world; what only the right one has comes last. */
export function differingEnds(left: WorldEnds, right: WorldEnds): readonly DifferingEnd[] {
  const found: DifferingEnd[] = [];
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const [one, other] = [left.get(key), right.get(key)];
    if (one?.text === other?.text) continue;
    const name = one?.name ?? other?.name ?? '';
    found.push({ key, service: serviceOf(key), name, left: one, right: other });
  }
  return found;
}

function serviceOf(stream: string): string {
  return stream.slice(0, stream.indexOf('/'));
}
