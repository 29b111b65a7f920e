// The timeline of a recording as lines of text: entry number, virtual time since the epoch, channel, content.

import { isRecord, parsed, typeOf } from '../recording/inspect/entry-filter.ts';
import type { Ending } from '../recording/format/reader.ts';
import {
  isRequest,
  type Entry,
  type EntryOf,
  type RequestEntry,
} from '../recording/format/entries.ts';
import type { Header } from '../recording/format/header.ts';
import { AudioTexts, bytesIn } from '../recording/inspect/audio-text.ts';
import type { FrameRun, TimelineItem } from '../recording/inspect/timeline.ts';
import { virtualOffset } from '../recording/format/virtual-time.ts';
import { table } from './table.ts';
import { clipped, escapeControlChars, type Colours } from './terminal-text.ts';

/** The most characters shown of a frame, a path or a message. */
const charsShown = 100;
const channelChars = 10;
const numberChars = 6;

/** The header, line by line. */
export function headerText(header: Header, { bold, dim }: Colours): string {
  const { world, seed, epoch, clock, services, base, recordedAt, engine } = header;
  const { afterFixture, data } = header;
  const origin = world.forkedFrom;
  const fork = origin === undefined ? '' : `, forked from ${origin.world} at ${origin.position}`;
  const resets = world.resets === undefined ? '' : `, reset ${world.resets} times`;
  const rate = clock.mode === 'real' ? ` x ${clock.rate}` : '';
  const rows = [
    ['world', `${world.name}, seed '${seed}'${fork}${resets}`],
    ['epoch', epoch],
    ['clock', `${clock.mode}${rate}`],
    ['services', services.length === 0 ? 'none' : services.join(', ')],
    ['base', `position ${base.position}, after ${countOf(base.inputs, 'input')}`],
    ...(afterFixture === undefined
      ? []
      : [['fixture', `${countOf(afterFixture.inputs, 'input')}, not in the file`]]),
    ...(data === undefined
      ? []
      : [
          [
            'data',
            Object.entries(data)
              .map((edition) => edition.join(' '))
              .join(', '),
          ],
        ]),
    ['recorded', `${recordedAt} by ${engine}`],
  ];
  return table(rows.map(([name = '', value = '']) => [name, escapeControlChars(value)]))
    .split('\n')
    .map((line) => dim(line.slice(0, 10)) + bold(line.slice(10)))
    .join('\n');
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The ending of the file, and the number of entries shown. */
export function endingText(
  ending: Ending,
  { shown, all }: { readonly shown: number; readonly all: number },
  { dim, yellow }: Colours,
): string {
  const part = shown === all ? '' : ` (${shown} shown)`;
  const count = `${all} ${all === 1 ? 'entry' : 'entries'}${part}`;
  if (ending.kind === 'whole') return dim(`${count}, digest ${ending.end.digest}, whole`);
  const place = ending.entries === 0 ? 'the header' : `entry ${ending.entries}`;
  return yellow(`${count}. The recording was cut after ${place}: it has no end line.`);
}

/** Returns a printer of items, which remembers the service of each connection. `columns` is 0 for lines of any length. */
export function timelineText(
  header: Header,
  colours: Colours,
  columns: number,
): (item: TimelineItem) => string[] {
  const epochMs = Date.parse(header.epoch);
  const conns = new Map<number, string>();
  const audio = new AudioTexts();
  const { cyan, dim, green, magenta, red, yellow } = colours;

  const line = (entry: Entry, channel: string, text: string, paint: (text: string) => string) => {
    const place = `${String(entry.n).padStart(numberChars)}  ${virtualOffset(entry.at - epochMs).padEnd(13)}  `;
    const channelCell = `${clipped(escapeControlChars(channel), 24).padEnd(channelChars)}  `;
    const room =
      columns === 0 ? Infinity : Math.max(20, columns - place.length - channelCell.length);
    return `${dim(place)}${cyan(channelCell)}${paint(clipped(text, room))}`.trimEnd();
  };
  const channelOf = (entry: Entry): string => {
    if (entry.kind === 'ws.open') conns.set(entry.conn, entry.service);
    audio.open(entry);
    if ('conn' in entry) return `${conns.get(entry.conn) ?? 'ws'}#${entry.conn}`;
    return entry.kind === 'http.request' ? entry.service : entry.kind;
  };
  const plain = (text: string) => text;
  const paintFor = (entry: Entry, answer: EntryOf<'http.answer'> | undefined) => {
    if (entry.kind === 'event') return green;
    if (isRequest(entry) && answer === undefined) return yellow;
    if (answer !== undefined && answer.status >= 400) return red;
    return entry.kind === 'input' ? magenta : plain;
  };
  const eventLine = (entry: EntryOf<'event'>) => line(entry, '', eventText(entry), green);

  const runText = ({ entry, count, bytes }: FrameRun) => {
    const frames = count === 1 ? '' : ` in ${count} frames`;
    const isIn = entry.kind === 'ws.in';
    const direction = isIn ? '>' : '<';
    return `${direction} ${audio.of(entry.conn, bytes, isIn ? 'client' : 'server')}${frames}${count === 1 ? placeIn(entry) : ''}`;
  };

  return (item) => {
    if (item.kind === 'frames') {
      const { entry } = item;
      return [line(entry, channelOf(entry), runText(item), plain)];
    }
    const { events } = item;
    const entry = item.kind === 'exchange' ? item.request : item.entry;
    const answer = item.kind === 'exchange' ? item.answer : undefined;
    if (entry.kind === 'event') return [eventLine(entry)];
    const text = isRequest(entry) ? exchangeText(entry, answer) : entryText(entry);
    return [line(entry, channelOf(entry), text, paintFor(entry, answer)), ...events.map(eventLine)];
  };
}

function exchangeText(request: RequestEntry, answer: EntryOf<'http.answer'> | undefined): string {
  const requestLine = `${request.method} ${request.url}`;
  return `${short(requestLine)} -> ${answer === undefined ? 'no answer' : answerText(answer)}${placeText(request)}`;
}

function answerText({ delivery, ...answer }: EntryOf<'http.answer'>): string {
  return delivery === undefined ? sentText(answer) : `${delivery}: ${sentText(answer)}`;
}

function sentText({ status, stream, text, base64 }: EntryOf<'http.answer'>): string {
  if (stream === true) return `${status} a stream`;
  if (base64 !== undefined) return `${status} ${bytesText(base64)}`;
  const summary = summaryOf(parsed(text));
  return summary === '' ? `${status}` : `${status} ${short(summary)}`;
}

/** A short summary of a response: an error's message, a state, or counts. */
export function summaryOf(body: unknown): string {
  if (!isRecord(body)) return '';
  const { message, error, data, now, events } = body;
  if (isRecord(error) && typeof error['message'] === 'string') return error['message'];
  if (typeof message === 'string') return message;
  if (isRecord(data)) return summaryOf(data);
  if (typeof body['id'] === 'number') return recordText(body['id'], body);
  if (typeof body['state'] === 'string') return body['state'];
  if (typeof now === 'string') {
    return typeof events === 'number' ? `now ${now}, events: ${events}` : `now ${now}`;
  }
  const members = Object.entries(body);
  const list = members.find(([, value]) => Array.isArray(value));
  if (list !== undefined) return `${(list[1] as readonly unknown[]).length} ${list[0]}`;
  const [only] = members;
  if (members.length === 1 && only !== undefined && isRecord(only[1])) return summaryOf(only[1]);
  const { id } = body;
  return typeof id === 'string' ? id : '';
}

/** A record of the calendar: its id, its title or name, and its status if it is a post. */
function recordText(id: number, record: Readonly<Record<string, unknown>>): string {
  const { title, venue, organizer, name, status } = record;
  const isText = (value: unknown) => typeof value === 'string';
  const label = [title, venue, organizer, name].find(isText);
  return [String(id), label, status].filter(isText).join(' ');
}

function placeText({ input, position }: Pick<RequestEntry, 'input' | 'position'>): string {
  if (input !== undefined) return `  (input ${input})`;
  return position === undefined ? '' : `  (at ${position})`;
}

function entryText(entry: Exclude<Entry, RequestEntry>): string {
  switch (entry.kind) {
    case 'http.answer':
      return `answer to entry ${entry.to}: ${answerText(entry)}`;
    case 'ws.open':
      return `opens ${short(entry.url)}${placeText(entry)}`;
    case 'ws.in':
      return `> ${frameText(entry)}${placeText(entry)}`;
    case 'ws.out':
      return `< ${frameText(entry)}`;
    case 'ws.close':
      return `closed by the ${entry.by}: ${entry.code} ${short(entry.reason)}`.trimEnd();
    case 'webhook.attempt':
      return `  webhook, attempt ${entry.attempt}, to ${short(entry.url)}`;
    case 'webhook.outcome':
      return `webhook ${outcomeText(entry)}  (input ${entry.input})`;
    case 'touch':
      return `entry ${entry.to} touches the world again${placeText(entry)}`;
    case 'input':
      return inputText(entry);
    case 'event':
      return eventText(entry);
  }
}

function outcomeText({ notificationId, attempt, outcome }: EntryOf<'webhook.outcome'>): string {
  const { kind, status } = outcome;
  return `${short(notificationId)}, attempt ${attempt}: ${kind}${status === undefined ? '' : ` ${status}`}`;
}

/** Of a frame from the client; those to the client have no place. */
function placeIn(entry: EntryOf<'ws.in' | 'ws.out'>): string {
  return entry.kind === 'ws.in' ? placeText(entry) : '';
}

function frameText(entry: EntryOf<'ws.in' | 'ws.out'>): string {
  if (entry.base64 !== undefined) return bytesText(entry.base64);
  const type = typeOf(entry);
  const text = short(entry.text ?? '');
  return type === undefined ? text : `${escapeControlChars(type)} ${text}`;
}

function inputText(entry: EntryOf<'input'>): string {
  const { data, input } = entry;
  const place = `  (input ${input})`;
  switch (data.kind) {
    case 'command':
      return `${short(`${String(data['domain'])} ${typeOf(entry) ?? ''}`)}${place}`;
    case 'time':
      return `time passes${place}`;
    case 'clock':
    case 'config': {
      const value = data[data.kind === 'clock' ? 'clock' : 'settings'];
      return `${data.kind} ${short(JSON.stringify(value) ?? '')}${place}`;
    }
    case 'hold':
    case 'release':
      return `${data.kind} ${short(`${String(data['subject'])} ${String(data['name'])}`)}${place}`;
  }
}

function eventText({ position, type, stream, cause }: EntryOf<'event'>): string {
  const because = cause === undefined ? '' : `, because of #${cause}`;
  return `  #${position} ${short(type)}  ${short(stream)}${because}`;
}

function bytesText(base64: string): string {
  return `${bytesIn(base64)} bytes`;
}

function short(text: string): string {
  return clipped(escapeControlChars(text), charsShown);
}
