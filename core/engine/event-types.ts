// The types of all events, for programs that take one as text.

import { domains, type EventType } from './registry.ts';

const known = new Set<string>(
  Object.values(domains).flatMap(({ eventTypes: types }) => Object.keys(types)),
);

export const eventTypes = [...known] as readonly EventType[];

export function isEventType(text: string): text is EventType {
  return known.has(text);
}
