// Events as an iCalendar feed (RFC 5545), for calendar programs. Times are in UTC, so that no program needs rules of zones.

import { decodeHTML } from 'entities';
import ical from 'ical.js';
import { calendar } from '../../../../core/index.ts';
import { globalIdOf, pageOf, uploadOf, type Printing } from './addresses.ts';

/** The text of a feed of these events, in their order. */
export function printFeed(events: readonly calendar.EventView[], printing: Printing): string {
  const feed = new ical.Component('vcalendar');
  feed.addPropertyWithValue('version', '2.0');
  feed.addPropertyWithValue('prodid', '-//Reprise//Calendar//EN');
  feed.addPropertyWithValue('calscale', 'GREGORIAN');
  feed.addPropertyWithValue('method', 'PUBLISH');
  feed.addPropertyWithValue('x-wr-calname', hostOf(printing));
  for (const event of events) feed.addSubcomponent(componentOf(event, printing));
  return `${feed.toString()}\r\n`;
}

function componentOf(event: calendar.EventView, printing: Printing): ical.Component {
  const { id, venue, organizers, image, status } = event;
  const component = new ical.Component('vevent');
  const add = (name: string, value: string | ical.Time) =>
    value === '' ? undefined : component.addPropertyWithValue(name, value);
  add('uid', globalIdOf(printing.links, id));
  add('dtstamp', instant(event.modifiedUtcSeconds));
  add('created', instant(event.dateUtcSeconds ?? event.modifiedUtcSeconds));
  add('last-modified', instant(event.modifiedUtcSeconds));
  if (event.isAllDay) {
    add('dtstart', day(event.startSeconds));
    add('dtend', day(event.endSeconds + 1)); // the first day that it does not last
  } else {
    add('dtstart', instant(event.startUtcSeconds));
    add('dtend', instant(event.endUtcSeconds));
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
  const names = [...event.categories, ...event.tags].map(({ term }) => term.name);
  if (names.length > 0) component.addProperty(listOf('categories', names));
  for (const organizer of organizers) component.addProperty(contactOf(organizer));
  if (image !== null) add('attach', uploadOf(printing.links, image.fileName));
  return component;
}

/** Who has an address for mail is the organizer of the standard; whoever has none is a contact. */
function contactOf({ name, email }: calendar.LinkedView<calendar.OrganizerPost>): ical.Property {
  const isReachable = /^[^\s@]+@[^\s@]+$/.test(email);
  const property = new ical.Property(isReachable ? 'organizer' : 'contact');
  if (isReachable) property.setParameter('cn', decodeHTML(name).replaceAll('"', "'"));
  property.setValue(isReachable ? `mailto:${email}` : decodeHTML(name));
  return property;
}

function listOf(name: string, values: readonly string[]): ical.Property {
  const property = new ical.Property(name);
  property.setValues([...values]);
  return property;
}

function instant(utcSeconds: number): ical.Time {
  return ical.Time.fromData(fieldsOf(utcSeconds), ical.Timezone.utcTimezone);
}

function day(seconds: number): ical.Time {
  const { year, month, day: date } = fieldsOf(seconds);
  return ical.Time.fromData({ year, month, day: date, isDate: true });
}

function fieldsOf(seconds: number) {
  const { year, month, day: date, hour, minutes, seconds: second } = calendar.dateDetails(seconds);
  return {
    year: Number(year),
    month: Number(month),
    day: Number(date),
    hour: Number(hour),
    minute: Number(minutes),
    second: Number(second),
    isDate: false,
  };
}

/** HTML as text: paragraphs are parted by a blank line. */
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
