// Events as an iCalendar feed (RFC 5545). Times are in the zones of the events.

import { decodeHTML } from 'entities';
import ical from 'ical.js';
import { inOnePiece, uuidOf, type calendar, type InPieces } from '../../../../core/index.ts';
import { nodeHash } from '../../../node-hash.ts';
import type { HttpResponse } from '../../../protocol/messages.ts';
import { feedTooLong, printedItems } from '../collection.ts';
import { pageOf, uploadOf, type Printing } from './addresses.ts';
import { createFeedZones, dayTime, utcTime, type FeedZones } from './feed-zones.ts';

/** The context of printing a feed. */
export interface FeedPrinting extends Printing {
  /** The seed of the world: part of the UIDs of its events. */
  readonly seed: string;
}

/** The text of a feed, or the error if it is too long. Yields between batches of events. */
export function* printFeed(
  items: readonly (() => InPieces<calendar.EventView>)[],
  printing: FeedPrinting,
): InPieces<string | HttpResponse> {
  const feed = new ical.Component('vcalendar');
  feed.addPropertyWithValue('version', '2.0');
  feed.addPropertyWithValue('prodid', '-//Reprise//Calendar//EN');
  feed.addPropertyWithValue('calscale', 'GREGORIAN');
  feed.addPropertyWithValue('method', 'PUBLISH');
  feed.addPropertyWithValue('x-wr-calname', hostOf(printing));
  const zones = createFeedZones();
  const print = (event: calendar.EventView) => componentOf(event, printing, zones).toString();
  const events = yield* printedItems(items, inOnePiece(print), { tooLong: feedTooLong });
  if ('status' in events) return events;
  for (const component of zones.components()) feed.addSubcomponent(component);
  const frame = feed.toString();
  const end = frame.lastIndexOf('END:VCALENDAR');
  return `${[frame.slice(0, end).trimEnd(), ...events.map(([, text]) => text), frame.slice(end)].join('\r\n')}\r\n`;
}

function componentOf(
  event: calendar.EventView,
  printing: FeedPrinting,
  zones: FeedZones,
): ical.Component {
  const { id, venue, organizers, image, status, zone } = event;
  const component = new ical.Component('vevent');
  const add = (name: string, value: string | ical.Time) =>
    value === '' ? undefined : component.addPropertyWithValue(name, value);
  const addTime = (name: string, utcSeconds: number) => {
    const { value, tzid } = zones.timeOf(zone, utcSeconds);
    const property = component.addPropertyWithValue(name, value);
    if (tzid !== undefined) property.setParameter('tzid', tzid);
  };
  add('uid', uidOf(printing.seed, id));
  add('dtstamp', utcTime(event.modifiedUtcSeconds));
  add('created', utcTime(event.dateUtcSeconds ?? event.modifiedUtcSeconds));
  add('last-modified', utcTime(event.modifiedUtcSeconds));
  if (event.isAllDay) {
    add('dtstart', dayTime(event.startSeconds));
    add('dtend', dayTime(event.endSeconds + 1)); // DTEND is exclusive
  } else {
    addTime('dtstart', event.startUtcSeconds);
    addTime('dtend', event.endUtcSeconds);
  }
  add('summary', decodeHTML(event.title));
  add('description', plain(event.description));
  add('url', pageOf(printing.links, 'event', event.id, event.slug));
  add('status', status === 'publish' ? 'CONFIRMED' : 'TENTATIVE');
  if (venue !== null) {
    const { name, address, city, stateprovince, zip, country, place } = venue;
    const parts = [decodeHTML(name), address, city, stateprovince, zip, country];
    add('location', parts.filter((part) => part !== '').join(', '));
    if (place !== null) {
      component.addPropertyWithValue('geo', [place.latitude, place.longitude]);
    }
  }
  const names = [...event.categories, ...event.tags].map(({ name }) => name);
  if (names.length > 0) component.addProperty(listOf('categories', names));
  const [first, ...others] = organizers;
  if (first !== undefined) component.addProperty(organizerOf(first, printing));
  for (const { name, email } of others) {
    add('contact', [decodeHTML(name), email].filter((part) => part !== '').join(', '));
  }
  if (image !== null) add('attach', uploadOf(printing.links, image.fileName));
  return component;
}

/** Depends on the world and the event, not on the host or port. */
function uidOf(seed: string, id: number): string {
  return `${uuidOf(nodeHash(JSON.stringify(['calendar event', seed, id])))}@reprise`;
}

/** ORGANIZER is one URI: the mail address of an organizer, or its page. */
function organizerOf(
  { id, slug, name, email }: calendar.OrganizerView,
  { links }: Printing,
): ical.Property {
  const property = new ical.Property('organizer');
  property.setParameter('cn', decodeHTML(name).replaceAll('"', "'"));
  const isReachable = /^[^\s@]+@[^\s@]+$/.test(email);
  property.setValue(isReachable ? `mailto:${email}` : pageOf(links, 'organizer', id, slug));
  return property;
}

function listOf(name: string, values: readonly string[]): ical.Property {
  const property = new ical.Property(name);
  property.setValues([...values]);
  return property;
}

/** HTML as plain text, with blank lines between paragraphs. */
function plain(html: string): string {
  const text = html
    .replace(/<\/p>\s*/gi, '\n\n')
    .replace(/<br\s*\/?>\s*/gi, '\n')
    .replace(/<[a-z/!][^<>]*>/gi, '');
  return decodeHTML(text).trim();
}

function hostOf({ links }: Printing): string {
  return links.site.replace(/^[^/]*\/\//, '');
}
