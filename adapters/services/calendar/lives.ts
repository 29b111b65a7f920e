// How the entities of the calendar end: posts by their status.

import type { calendar } from '../../../core/index.ts';
import type { LifeStep, LifeTeller, ServiceLives } from '../../contracts/lives.ts';
import type { StoryEvent } from '../../contracts/story.ts';

type CalendarEvent = calendar.CalendarEvent;

class CalendarLives implements LifeTeller {
  readonly #names = new Map<string, string>();

  stepAt({ type, stream, data }: StoryEvent): LifeStep | undefined {
    const event = { ...data, type } as unknown as CalendarEvent;
    const state = this.#stateAfter(event, stream);
    if (state === undefined) return undefined;
    const [, kind = '', id = ''] = stream.split('/');
    const title = this.#names.get(stream);
    const what = title === undefined ? undefined : `'${title}'`;
    return { stream, name: `${kind} ${id}`, what, state };
  }

  #stateAfter(event: CalendarEvent, stream: string): string | undefined {
    switch (event.type) {
      case 'EventCreated':
        this.#names.set(stream, event.post.title);
        return event.post.status;
      case 'VenueCreated':
      case 'OrganizerCreated':
        this.#names.set(stream, event.post.name);
        return event.post.status;
      case 'EventUpdated':
        if (event.changes.title !== undefined) this.#names.set(stream, event.changes.title);
        return event.changes.status;
      case 'VenueUpdated':
      case 'OrganizerUpdated':
        if (event.changes.name !== undefined) this.#names.set(stream, event.changes.name);
        return event.changes.status;
      case 'PostTrashed':
        return 'trash';
      case 'PostPublished':
        return 'publish';
      case 'TermCreated':
        this.#names.set(stream, event.term.name);
        return 'there';
      case 'TermDeleted':
        return 'deleted';
      case 'TermUpdated':
      case 'ImageAttached':
        return undefined;
    }
  }
}

export const calendarLives: ServiceLives = { teller: () => new CalendarLives() };
