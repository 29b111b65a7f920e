// Tells events of the calendar in words: titles, names, and the fields that changed.

import type { calendar } from '../../../core/index.ts';
import type { StoryEvent, StoryTeller } from '../../contracts/story.ts';

type CalendarEvent = calendar.CalendarEvent;

const fieldsMax = 6;

export class CalendarStory implements StoryTeller {
  readonly #names = new Map<number, string>();
  readonly #terms = new Map<number, string>();

  eventText({ type, data }: StoryEvent): string | undefined {
    return this.#textOf({ ...data, type } as unknown as CalendarEvent);
  }

  #textOf(event: CalendarEvent): string | undefined {
    switch (event.type) {
      case 'EventCreated':
        return `${this.#name(event.post.id, event.post.title)}, ${event.post.status}`;
      case 'VenueCreated':
      case 'OrganizerCreated':
        return `${this.#name(event.post.id, event.post.name)}, ${event.post.status}`;
      case 'EventUpdated':
        return `${this.#name(event.id, event.changes.title)}: ${changesText(event.changes)}`;
      case 'VenueUpdated':
      case 'OrganizerUpdated':
        return `${this.#name(event.id, event.changes.name)}: ${changesText(event.changes)}`;
      case 'PostTrashed':
      case 'PostPublished':
        return `${event.kind} ${this.#name(event.id)}`;
      case 'TermCreated':
        this.#terms.set(event.term.id, event.term.name);
        return `${event.term.taxonomy} '${event.term.name}'`;
      case 'TermUpdated':
        return `${this.#term(event.termId)}: ${changesText(event.changes)}`;
      case 'TermDeleted':
        return this.#term(event.termId);
      case 'ImageAttached':
        return event.image.fileName;
    }
  }

  /** The name of a post, which may be a new one; without any, its number. */
  #name(id: number, changed?: string): string {
    if (changed !== undefined) this.#names.set(id, changed);
    const name = this.#names.get(id);
    return name === undefined ? String(id) : `'${name}'`;
  }

  #term(id: number): string {
    const name = this.#terms.get(id);
    return name === undefined ? String(id) : `'${name}'`;
  }
}

/** The changed fields, without those that change each time. */
function changesText(changes: object): string {
  const names = Object.keys(changes).filter((name) => !name.startsWith('modified'));
  const shown = names.slice(0, fieldsMax).map((name) => {
    const value: unknown = Reflect.get(changes, name);
    const isShort = ['string', 'number', 'boolean'].includes(typeof value);
    return isShort && String(value).length <= 40 ? `${name} ${String(value)}` : name;
  });
  return `${shown.join(', ')}${names.length > fieldsMax ? ', ...' : ''}`;
}
