// Rules of single records: their ids, their dates, what is in the trash, and the form of refusals.

import { finding, valueText, type RuleFinding, type ServiceRule } from '../../kernel/rule.ts';
import { zoneNamed } from '../dates/zones.ts';
import {
  isPostCollection,
  type CalendarObservation,
  type CollectionName,
  type PostShown,
} from './observations.ts';
import { shownSeconds } from './shown-dates.ts';

/**
 * Events, venues, organizers and images share one counter of ids, categories and tags another; a new event or term has an id that was
 * never seen. A venue or organizer that is made again may be the old one.
 */
export const postIds: ServiceRule<
  CalendarObservation,
  Map<string, { readonly of: CollectionName; readonly n: number }>
> = {
  name: 'post-ids',
  spec: 'spec/calendar.md, What the service does; reference/calendar.md 3.1, id, and 3.4',
  /** Grows with the records of a recording. */
  start: () => new Map(),
  observe(first, observation) {
    if (observation.kind !== 'post') return [];
    const { n, of, id, by, since } = observation;
    const place = `${isPostCollection(of) ? 'post' : 'term'} ${id}`;
    const before = first.get(place);
    if (before === undefined) {
      first.set(place, { of, n });
      return ['kept'];
    }
    const isReused = of === 'venues' || of === 'organizers';
    const isNew = by === 'created' && !isReused;
    return [
      finding(before.of === of && !(isNew && before.n < since), n, () => [
        `${isNew ? 'a new id' : 'the id of one record'} among the ${of}`,
        `${id}, seen among the ${before.of} in entry ${before.n}`,
      ]),
    ];
  },
};

/** The global id of a post ends with its id, and is the first of its lineage. */
export const globalIds: ServiceRule<CalendarObservation> = {
  name: 'global-ids',
  spec: 'reference/calendar.md 3.1, global_id',
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'post') return [];
    const { n, id, members } = observation;
    const { global_id: globalId, global_id_lineage: lineage } = members;
    if (typeof globalId !== 'string') return [];
    const isFirst = !Array.isArray(lineage) || lineage[0] === globalId;
    return [
      finding(globalId.endsWith(`?id=${id}`) && isFirst, n, () => [
        `a global_id that ends with ?id=${id} and begins its lineage`,
        valueText([globalId, lineage]),
      ]),
    ];
  },
};

/** An event does not end before it begins, and one of whole days has whole days. */
export const eventDates: ServiceRule<CalendarObservation> = {
  name: 'event-dates',
  spec: 'spec/calendar.md, Event; reference/calendar.md 2.5, Event date rules',
  start: () => undefined,
  observe(_, observation) {
    if (!isEvent(observation)) return [];
    const { n, id, members } = observation;
    const { start_date: start, end_date: end, all_day: isAllDay } = members;
    const [startSeconds, endSeconds] = [shownSeconds(start), shownSeconds(end)];
    if (startSeconds === undefined || endSeconds === undefined) return [];
    const findings = [
      finding(startSeconds <= endSeconds, n, () => [
        `an end_date of event ${id} from ${valueText(start)} on`,
        valueText(end),
      ]),
    ];
    if (isAllDay !== true) return findings;
    const isWhole = valueText(start).endsWith(' 00:00:00') && valueText(end).endsWith(' 23:59:59');
    return [
      ...findings,
      finding(isWhole, n, () => [
        `event ${id} from 00:00:00 to 23:59:59, since it is all_day`,
        valueText([start, end]),
      ]),
    ];
  },
};

const detailNames = ['year', 'month', 'day', 'hour', 'minutes', 'seconds'] as const;
const detailed = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'] as const;

/** The details of a date are its parts, as texts. */
export const dateDetails: ServiceRule<CalendarObservation> = {
  name: 'date-details',
  spec: 'reference/calendar.md 3.1, start_date_details',
  start: () => undefined,
  observe(_, observation) {
    if (!isEvent(observation)) return [];
    const { n, id, members } = observation;
    return detailed.flatMap((name): readonly RuleFinding[] => {
      const [date, details] = [members[name], members[`${name}_details`]];
      if (typeof date !== 'string' || typeof details !== 'object' || details === null) return [];
      const parts = date.split(/[- :]/);
      const found = new Map(Object.entries(details));
      const isKept = detailNames.every((detail, index) => found.get(detail) === parts[index]);
      return [
        finding(isKept, n, () => [
          `the parts of ${date} as ${name}_details of event ${id}`,
          valueText(details),
        ]),
      ];
    });
  },
};

/**
 * The start in UTC is that of the event's zone, by the zone rules in this package. Times that a clock change leaves out have no one
 * answer, and the original does not correct the end in UTC of an event that would end before it begins.
 */
export const utcDates: ServiceRule<CalendarObservation> = {
  name: 'utc-dates',
  spec: 'reference/calendar.md 2.4, Time zones',
  start: () => undefined,
  observe(_, observation) {
    if (!isEvent(observation)) return [];
    const { n, id, members } = observation;
    const { timezone, start_date: start, utc_start_date: utcStart } = members;
    const zone = typeof timezone === 'string' ? zoneNamed(timezone) : undefined;
    const [wall, utc] = [shownSeconds(start), shownSeconds(utcStart)];
    if (zone === undefined || wall === undefined || utc === undefined) return [];
    if (zone.wallOf(zone.utcOf(wall)) !== wall) return [];
    return [
      finding(zone.wallOf(utc) === wall, n, () => [
        `a utc_start_date of event ${id} that is ${valueText(start)} in ${zone.name}`,
        valueText(utcStart),
      ]),
    ];
  },
};

/**
 * An event in the trash is not shown any more, and is not put there twice. An update may bring it back: any request that may write
 * ends what is known.
 */
export const trashedEvents: ServiceRule<CalendarObservation, Map<number, number>> = {
  name: 'trashed-events',
  spec: 'reference/calendar.md 5.2 and 5.4, DELETE',
  /** The entries that trashed events, by id: grows with them until the next write. */
  start: () => new Map(),
  observe(trashed, observation) {
    if (observation.kind === 'touched' && !observation.isRemoval) trashed.clear();
    if (isEvent(observation) && observation.members['status'] !== 'trash') {
      if (observation.by === 'written') trashed.delete(observation.id); // it overlaps the removal
      return [];
    }
    if (observation.kind !== 'answered' || observation.of !== 'events') return [];
    const { n, id, since, method, status } = observation;
    const before = trashed.get(id);
    if (method === 'DELETE' && status === 200) trashed.set(id, n);
    if (method === 'other' || before === undefined || before > since) return [];
    return [
      finding(status !== 200, n, () => [
        `no event ${id}, which is in the trash since entry ${before}`,
        `status ${status} of ${method}`,
      ]),
    ];
  },
};

/** The members of an event have their forms, also without a venue, an organizer or an image. Protected content is left blank. */
export const eventForm: ServiceRule<CalendarObservation> = {
  name: 'event-form',
  spec: 'spec/calendar.md, Event; reference/calendar.md 3.1, Event',
  start: () => undefined,
  observe(_, observation) {
    if (!isEvent(observation)) return [];
    const { n, id, members } = observation;
    const flawed = Object.entries(forms).find(([name, isForm]) => {
      const value = members[name];
      return value !== undefined && value !== null && !isForm(value);
    });
    return [
      finding(flawed === undefined, n, () => [
        `${flawed?.[0]} of event ${id} in its form`,
        valueText(members[flawed?.[0] ?? '']),
      ]),
    ];
  },
};

const isText = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isDate = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);
const isDigits = (value: unknown) => typeof value === 'string' && /^\d+$/.test(value);
const isObjectOr = (other: (value: unknown) => boolean) => (value: unknown) =>
  other(value) || (typeof value === 'object' && !Array.isArray(value));
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

const forms: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: Number.isInteger,
  author: isDigits,
  status: isText,
  title: isText,
  date: isDate,
  date_utc: isDate,
  modified: isDate,
  modified_utc: isDate,
  start_date: isDate,
  end_date: isDate,
  utc_start_date: isDate,
  utc_end_date: isDate,
  timezone: isText,
  all_day: isBoolean,
  image: isObjectOr((value) => value === false),
  venue: isObjectOr(isEmptyList),
  organizer: Array.isArray,
  categories: Array.isArray,
  tags: Array.isArray,
};

/** A refusal in JSON has a code, a sentence and its status. Gateways in front of a site refuse in forms of their own, mostly HTML. */
export const calendarErrorForm: ServiceRule<CalendarObservation> = {
  name: 'calendar-error-form',
  spec: 'spec/calendar.md, Errors; reference/calendar.md 1.4, Error body',
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'refusal') return [];
    const { n, status, body } = observation;
    const { code, message, data } = (body ?? {}) as {
      readonly code?: unknown;
      readonly message?: unknown;
      readonly data?: { readonly status?: unknown } | null;
    };
    const isKept =
      typeof code === 'string' && typeof message === 'string' && data?.status === status;
    return [
      finding(isKept, n, () => [
        `{code: text, message: text, data: {status: ${status}}}`,
        valueText(body),
      ]),
    ];
  },
};

function isEvent(observation: CalendarObservation): observation is PostShown {
  return observation.kind === 'post' && observation.of === 'events';
}
