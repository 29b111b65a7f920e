// The matchers of events: whether a world emitted one, with some data, or several in order.

import type { EventOf, EventType } from '../../core/index.ts';
import type { Event } from '../client/control-types.ts';
import type { TestWorld } from '../testing/index.ts';
import { checkEventType } from '../testing/event-type.ts';
import { worldIn } from './matched-world.ts';

/** Members that the data of an event must have; matchers such as `expect.any(String)` may be among them. */
export type EventData<Type extends EventType = EventType> = {
  readonly [Name in NamesOf<EventOf<Type>>]?: unknown;
};

/** An event by its type, or by type and data. */
export type ExpectedEvent = {
  [Type in EventType]: Type | readonly [type: Type, data: EventData<Type>];
}[EventType];

/** Of each member of a union. */
type NamesOf<Event> = Event extends unknown ? Exclude<keyof Event, 'type' | 'aside'> : never;

type AnyData = Readonly<Record<string, unknown>>;

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** What a matcher needs of the test runner. */
export interface MatcherTools {
  /** Whether the data of an event has these members. */
  readonly hasMembers: (data: unknown, members: AnyData) => boolean;
  /** Two values side by side. */
  readonly diff: (expected: unknown, actual: unknown) => string;
  readonly print: (value: unknown) => string;
}

export async function hasEmitted(
  received: unknown,
  type: EventType,
  data: AnyData | undefined,
  tools: MatcherTools,
): Promise<MatcherResult> {
  const world = worldIn(received, 'toHaveEmitted');
  checkEvent('toHaveEmitted', type, data);
  const ofType: readonly Event[] = await world.events(type);
  const found = ofType.find((event) => isMatch(event, [type, data ?? {}], tools));
  const subject = `${type}${data === undefined ? '' : ` with ${tools.print(data)}`}`;
  if (found !== undefined) {
    const message = `expected ${named(world)} never to emit ${subject}, but it did: ${eventText(found, tools)}`;
    return { pass: true, message: () => message };
  }
  const seen = ofType.length === 0 ? await summary(world) : nearestText(ofType, data ?? {}, tools);
  const before = await fixtureText(world, type, ofType);
  return {
    pass: false,
    message: () => `expected ${named(world)} to emit ${subject}.\n\n${seen}${before}`,
  };
}

/** Whether the world emitted these events in this order; others may come in between. */
export async function hasEmittedInOrder(
  received: unknown,
  expected: readonly ExpectedEvent[],
  tools: MatcherTools,
): Promise<MatcherResult> {
  const world = worldIn(received, 'toHaveEmittedInOrder');
  const list = expected.map((one) => {
    const [type, data = {}] = Array.isArray(one) ? one : [one];
    return [type, data] as TypeAndData;
  });
  if (list.length === 0) {
    throw new TypeError('toHaveEmittedInOrder needs an event: a type, or [type, data], for each.');
  }
  for (const [type, data] of list) checkEvent('toHaveEmittedInOrder', type, data);
  const events = await world.events();
  let next = 0;
  for (const event of events) {
    const wanted = list[next];
    if (wanted !== undefined && isMatch(event, wanted, tools)) next += 1;
  }
  const names = list.map(([type]) => type).join(', ');
  if (next === list.length) {
    return {
      pass: true,
      message: () => `expected ${named(world)} not to emit ${names} in this order`,
    };
  }
  const [missing, data] = list[next] ?? [];
  const wanted = `${missing}${Object.keys(data ?? {}).length === 0 ? '' : ` with ${tools.print(data)}`}`;
  const where = next === 0 ? 'It emitted no' : `After ${list[next - 1]?.[0]} came no`;
  const types = events.map(({ type }) => type).join(', ');
  return {
    pass: false,
    message: () =>
      `expected ${named(world)} to emit ${names} in this order. ${where} ${wanted}.\n\nIt emitted: ${types || 'nothing'}`,
  };
}

type TypeAndData = readonly [type: EventType, data: AnyData];

/** Tests in JavaScript may pass anything. Throws TypeError. */
function checkEvent(matcher: string, type: unknown, data: unknown): void {
  if (typeof type !== 'string' && type !== undefined) {
    throw new TypeError(`${matcher}: an event must be a type, or [type, data].`);
  }
  checkEventType(type);
  if (data === undefined || (typeof data === 'object' && data !== null && !Array.isArray(data))) {
    return;
  }
  throw new TypeError(`${matcher}: the data of ${type} must be an object of its members.`);
}

function isMatch(
  { type, data }: Event,
  [wanted, members]: TypeAndData,
  { hasMembers }: MatcherTools,
): boolean {
  return type === wanted && hasMembers(data, members);
}

function named({ name }: TestWorld): string {
  return `world '${name}'`;
}

function eventText(event: Event, { print }: MatcherTools): string {
  return `${placeText(event)}, ${print(event.data)}`;
}

/** With the stream, which ends with the id of the entity. */
function placeText({ position, stream, at }: Event): string {
  return `event ${position} of ${stream} at ${new Date(at).toISOString()}`;
}

const shownMax = 3;

/** The events of the type, the one with the most equal members first. */
function nearestText(events: readonly Event[], data: AnyData, tools: MatcherTools): string {
  const equalMembers = (event: Event) =>
    Object.entries(data).filter(([name, value]) => tools.hasMembers(event.data, { [name]: value }))
      .length;
  const sorted = events.toSorted((one, other) => equalMembers(other) - equalMembers(one));
  const texts = sorted.slice(0, shownMax).map((event) => {
    const own = Object.fromEntries(Object.keys(data).map((name) => [name, event.data[name]]));
    return `${placeText(event)}:\n${tools.diff(data, own)}`;
  });
  const count = `It emitted ${events.length} of this type`;
  return `${count}${events.length > shownMax ? `; the ${shownMax} nearest:` : ':'}\n\n${texts.join('\n\n')}`;
}

/** The events of the type in the fixture, which do not count; empty without any. `own`: those since. */
async function fixtureText(
  { operator }: TestWorld,
  type: EventType,
  own: readonly Event[],
): Promise<string> {
  const { events } = await operator.events({ type, limit: own.length + shownMax + 1 });
  const first = own[0]?.position ?? Infinity;
  const earlier = events.filter(({ position }) => position < first);
  if (earlier.length === 0) return '';
  const more = earlier.length > shownMax ? ', …' : '';
  const places = earlier.slice(0, shownMax).map(placeText).join(', ');
  return `\n\nIts fixture has such events, which do not count: ${places}${more}`;
}

/** How often a world emitted which events. */
async function summary(world: TestWorld): Promise<string> {
  const counts = new Map<string, number>();
  for (const { type } of await world.events()) counts.set(type, (counts.get(type) ?? 0) + 1);
  const texts = [...counts].map(([type, count]) =>
    count === 1 ? type : `${type} (${count} times)`,
  );
  return `It emitted: ${texts.join(', ') || 'nothing since its fixture'}`;
}
