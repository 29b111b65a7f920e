// A publisher: finds or creates the venue and the organizer, and creates, updates and deletes events, with bodies in each of
// the three formats.

import { strict as assert } from 'node:assert';
import type { Collections, EventRecord, OrganizerRecord, Page, Site, VenueRecord } from './site.ts';

/** An event of the publisher. */
export interface Notice {
  readonly title: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly [field: string]: string | number | boolean | readonly (string | number)[];
}

export interface Publisher {
  readonly venueCalled: (name: string, details?: object) => Promise<VenueRecord>;
  readonly organizerCalled: (name: string, details?: object) => Promise<OrganizerRecord>;
  readonly announce: (notice: Notice, form?: BodyForm) => Promise<EventRecord>;
  readonly change: (id: number, fields: object) => Promise<EventRecord>;
  readonly withdraw: (id: number) => Promise<EventRecord>;
}

export type BodyForm = 'json' | 'form' | 'multipart';

export function openPublisher(site: Site): Publisher {
  async function called<Name extends 'venues' | 'organizers'>(
    name: Name,
    field: 'venue' | 'organizer',
    wanted: string,
    details: object,
  ): Promise<Collections[Name]> {
    const found = (await site.on(name).param({ search: wanted, per_page: 50 })) as Page<Name>;
    const known = (found[name] as readonly (VenueRecord & OrganizerRecord)[]).find(
      (one) => one[field] === wanted,
    );
    if (known !== undefined) return known;
    const made = await site.on(name).create({ [field]: wanted, ...details });
    return made as Collections[Name];
  }

  return {
    venueCalled: (name, details = {}) => called('venues', 'venue', name, details),
    organizerCalled: (name, details = {}) => called('organizers', 'organizer', name, details),
    async announce(notice, form = 'json') {
      if (form === 'json') return (await site.on('events').create(notice)) as EventRecord;
      const response = await fetch(`${site.root}/events`, {
        method: 'POST',
        headers: site.authorization === undefined ? {} : { Authorization: site.authorization },
        body:
          form === 'form' ? formOf(notice, new URLSearchParams()) : formOf(notice, new FormData()),
      });
      assert.equal(response.status, 201);
      return (await response.json()) as EventRecord;
    },
    change: async (id, fields) => (await site.on('events').id(id).update(fields)) as EventRecord,
    withdraw: async (id) => (await site.on('events').id(id).delete()) as EventRecord,
  };
}

/** Fills a form; lists have brackets, as PHP expects them. */
function formOf<Form extends URLSearchParams | FormData>(notice: Notice, form: Form): Form {
  for (const [name, value] of Object.entries(notice)) {
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const item of value) form.append(`${name}[]`, String(item));
  }
  return form;
}
