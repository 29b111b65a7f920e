// What only an operator can give a post: a password, a parent, tickets, a place on the map.

import { ok } from '../../kernel/result.ts';
import type { EquipPost } from '../commands.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import { changesFrom, reject, type Decision } from './draft.ts';

export function equipPost(command: EquipPost, state: ReadonlyCalendarState): Decision {
  const { kind, id, passwordFingerprint, parentId, isTicketed, place } = command;
  const password = passwordFingerprint === undefined ? {} : { passwordFingerprint };
  switch (kind) {
    case 'event': {
      const former = state.events.get(String(id));
      if (former === undefined || place !== undefined) return unfit(former, 'place');
      if (typeof parentId === 'number' && isBelow(state, parentId, id)) {
        return reject('PARAMETERS_INVALID', { problems: { parent: 'is no other event above it' } });
      }
      const parent = parentId === undefined ? {} : { parentId };
      const tickets = isTicketed === undefined ? {} : { isTicketed };
      const changes = changesFrom(former, { ...former, ...password, ...parent, ...tickets });
      return ok(isEmpty(changes) ? [] : [{ type: 'EventUpdated', id, changes }]);
    }
    case 'venue': {
      const former = state.venues.get(String(id));
      if (former === undefined || parentId !== undefined || isTicketed !== undefined) {
        return unfit(former, parentId === undefined ? 'ticketed' : 'parent');
      }
      const changes = changesFrom(former, {
        ...former,
        ...password,
        ...(place === undefined ? {} : { place }),
      });
      return ok(isEmpty(changes) ? [] : [{ type: 'VenueUpdated', id, changes }]);
    }
    case 'organizer': {
      const former = state.organizers.get(String(id));
      if (former === undefined || parentId !== undefined || isTicketed !== undefined || place) {
        return unfit(former, 'parent');
      }
      const changes = changesFrom(former, { ...former, ...password });
      return ok(isEmpty(changes) ? [] : [{ type: 'OrganizerUpdated', id, changes }]);
    }
  }
}

function unfit(former: object | undefined, parameter: string): Decision {
  if (former === undefined) return reject('EVENT_NOT_FOUND');
  return reject('PARAMETERS_INVALID', { problems: { [parameter]: 'is nothing that it can have' } });
}

/** Whether there is no such event, or it is the one itself or below it. */
function isBelow({ events }: ReadonlyCalendarState, parentId: number, id: number): boolean {
  for (let at: number | null = parentId; at !== null;) {
    const event = events.get(String(at));
    if (event === undefined || at === id) return true;
    at = event.parentId;
  }
  return false;
}

function isEmpty(changes: object): boolean {
  return Object.keys(changes).length === 0;
}
