// Checks the types of events that tests name.

import { eventTypes, isEventType, type EventType } from '../../core/index.ts';
import { choices, quoted } from '../wording.ts';

/** Throws TypeError, with similar types, if events of a world have no such type. */
export function checkEventType(type: unknown): asserts type is EventType {
  if (typeof type === 'string' && isEventType(type)) return;
  throw new TypeError(`There is no event type ${quoted(type)}: use ${choices(eventTypes, type)}.`);
}
