// The timeline of a recording as lines of text: entry number, virtual time since the epoch, channel, and what happened in words.

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
import { ShortIds } from '../recording/inspect/short-ids.ts';
import type { Story } from '../recording/inspect/story.ts';
import type { Effect, FrameRun, TimelineItem } from '../recording/inspect/timeline.ts';
import { virtualOffset } from '../recording/format/virtual-time.ts';
import { summaryOf } from './answer-summary.ts';
import { table } from './table.ts';
import { clipped, escapeControlChars, type Colours } from './terminal-text.ts';

/** The most characters shown of what happened. */
const charsShown = 160;
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

export interface TimelineTextOptions {
  /** Has been given the entries of the items. */
  readonly story: Story;
  readonly colours: Colours;
  /** 0 for lines of any length. */
  readonly columns: number;
  /** Whether ids are printed in full. */
  readonly isFull: boolean;
}

/** Returns a printer of items, which remembers what they say about names and connections. */
export function timelineText(
  header: Header,
  { story, colours, columns, isFull }: TimelineTextOptions,
): (item: TimelineItem) => string[] {
  const epochMs = Date.parse(header.epoch);
  const ids = new ShortIds();
  /** The instant of the last event shown: frames that follow from it were sent then, or later. */
  let eventMs = epochMs;
  const conns = new Map<number, string>();
  const audio = new AudioTexts();
  const { cyan, dim, green, magenta, red, yellow } = colours;

  const line = (entry: Entry, channel: string, text: string, paint: (text: string) => string) => {
    const atMs = entry.kind === 'ws.out' ? Math.max(entry.at, eventMs) : entry.at;
    const place = `${String(entry.n).padStart(numberChars)}  ${virtualOffset(atMs - epochMs).padEnd(13)}  `;
    const channelCell = `${clipped(escapeControlChars(channel), 24).padEnd(channelChars)}  `;
    const room =
      columns === 0 ? Infinity : Math.max(20, columns - place.length - channelCell.length);
    const shown = short(isFull ? text : ids.shorten(text), isFull ? Infinity : charsShown);
    return `${dim(place)}${cyan(channelCell)}${paint(clipped(shown, room))}`.trimEnd();
  };
  const channelOf = (entry: Entry): string => {
    if (entry.kind === 'ws.open') conns.set(entry.conn, entry.service);
    audio.open(entry);
    if ('conn' in entry) return `${conns.get(entry.conn) ?? 'ws'}#${entry.conn}`;
    if (entry.kind === 'webhook.attempt' || entry.kind === 'webhook.outcome') return 'webhook';
    return entry.kind === 'http.request' ? entry.service : entry.kind;
  };
  const plain = (text: string) => text;
  const paintFor = (entry: Entry, answer: EntryOf<'http.answer'> | undefined) => {
    if (isRequest(entry) && answer === undefined) return yellow;
    if (answer !== undefined && answer.status >= 400) return red;
    return entry.kind === 'input' ? magenta : plain;
  };

  const effectLine = (effect: Effect) => {
    if (effect.kind === 'webhook.attempt') {
      return line(effect, 'webhook', attemptText(effect, story.take(effect)), plain);
    }
    eventMs = Math.max(eventMs, effect.at);
    return line(effect, '', eventText(effect, story.take(effect)), green);
  };

  const runText = ({ entry, count, bytes, events }: FrameRun) => {
    for (const event of events) {
      story.take(event);
      eventMs = Math.max(eventMs, event.at);
    }
    const frames = count === 1 ? '' : ` in ${count} frames`;
    const isIn = entry.kind === 'ws.in';
    const length = audio.of(entry.conn, bytes, isIn ? 'client' : 'server');
    return `${isIn ? '>' : '<'} ${length}${frames}${eventsText(events)}${count === 1 ? placeIn(entry) : ''}`;
  };

  return (item) => {
    if (item.kind === 'frames') {
      const { entry } = item;
      const channel = channelOf(entry);
      return [line(entry, channel, runText(item), plain)];
    }
    const { before, events } = item;
    const entry = item.kind === 'exchange' ? item.request : item.entry;
    const answer = item.kind === 'exchange' ? item.answer : undefined;
    if (entry.kind === 'event' || entry.kind === 'webhook.attempt') return [effectLine(entry)];
    const lines = before.map(effectLine);
    const isTime = entry.kind === 'input' && entry.data.kind === 'time';
    if (!isTime || before.length + events.length === 0) {
      const channel = channelOf(entry);
      const text = isRequest(entry) ? exchangeText(entry, answer) : entryText(entry, audio);
      lines.push(line(entry, channel, text, paintFor(entry, answer)));
    }
    return [...lines, ...events.map(effectLine)];
  };
}

function exchangeText(request: RequestEntry, answer: EntryOf<'http.answer'> | undefined): string {
  const requestLine = `${request.method} ${request.url}${advanceText(request)}`;
  return `${requestLine} -> ${answer === undefined ? 'no answer' : answerText(answer)}${placeText(request)}`;
}

/** How far a request moves time. */
function advanceText({ kind, text }: RequestEntry): string {
  const body = kind === 'clock' ? parsed(text) : undefined;
  if (!isRecord(body)) return '';
  const { by, to, untilIdle } = body;
  if (untilIdle === true) return ' until idle';
  const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  return `${isPlain(by) ? ` by ${by}` : ''}${isPlain(to) ? ` to ${to}` : ''}`;
}

function answerText({ delivery, ...answer }: EntryOf<'http.answer'>): string {
  return delivery === undefined ? sentText(answer) : `${delivery}: ${sentText(answer)}`;
}

function sentText({ status, stream, text, base64 }: EntryOf<'http.answer'>): string {
  if (stream === true) return `${status} a stream`;
  if (base64 !== undefined) return `${status} ${bytesText(base64)}`;
  const summary = summaryOf(parsed(text));
  return summary === '' ? `${status}` : `${status} ${summary}`;
}

function placeText({ input, position }: Pick<RequestEntry, 'input' | 'position'>): string {
  if (input !== undefined) return `  (input ${input})`;
  return position === undefined ? '' : `  (at ${position})`;
}

function entryText(entry: Exclude<Entry, RequestEntry | Effect>, audio: AudioTexts): string {
  switch (entry.kind) {
    case 'http.answer':
      return `answer to entry ${entry.to}: ${answerText(entry)}`;
    case 'ws.open':
      return `opens ${entry.url}${placeText(entry)}`;
    case 'ws.in':
      return `> ${frameText(entry, audio)}${placeText(entry)}`;
    case 'ws.out':
      return `< ${frameText(entry, audio)}`;
    case 'ws.close':
      return `closed by the ${entry.by}: ${entry.code} ${entry.reason}`.trimEnd();
    case 'webhook.outcome':
      return `${outcomeText(entry)}  (input ${entry.input})`;
    case 'touch':
      return `entry ${entry.to} goes on${placeText(entry)}`;
    case 'input':
      return inputText(entry);
  }
}

function outcomeText({ notificationId, attempt, outcome }: EntryOf<'webhook.outcome'>): string {
  const { kind, status } = outcome;
  return `${notificationId}, attempt ${attempt}: ${kind}${status === undefined ? '' : ` ${status}`}`;
}

/** Of a frame from the client; those to the client have no place. */
function placeIn(entry: EntryOf<'ws.in' | 'ws.out'>): string {
  return entry.kind === 'ws.in' ? placeText(entry) : '';
}

function frameText(entry: EntryOf<'ws.in' | 'ws.out'>, audio: AudioTexts): string {
  if (entry.base64 !== undefined) {
    const by = entry.kind === 'ws.in' ? 'client' : 'server';
    return audio.of(entry.conn, bytesIn(entry.base64), by);
  }
  const type = typeOf(entry);
  const text = entry.text ?? '';
  return type === undefined ? text : `${escapeControlChars(type)} ${text}`;
}

function inputText(entry: EntryOf<'input'>): string {
  const { data, input } = entry;
  const place = `  (input ${input})`;
  switch (data.kind) {
    case 'command':
      return `${String(data['domain'])} ${typeOf(entry) ?? ''}${place}`;
    case 'time':
      return `time passes${place}`;
    case 'clock':
    case 'config': {
      const value = data[data.kind === 'clock' ? 'clock' : 'settings'];
      return `${data.kind} ${JSON.stringify(value) ?? ''}${place}`;
    }
    case 'hold':
    case 'release':
      return `${data.kind} ${String(data['subject'])} ${String(data['name'])}${place}`;
  }
}

function eventText({ position, type, cause }: EntryOf<'event'>, text: string): string {
  const because = cause === undefined ? '' : `, because of #${cause}`;
  return `  #${position} ${type}  ${text}${because}`;
}

/** The events of a run of frames, by their positions. */
function eventsText(events: readonly EntryOf<'event'>[]): string {
  const [first, last] = [events[0]?.position, events.at(-1)?.position];
  if (first === undefined) return '';
  return first === last ? `  #${first}` : `  #${first} to #${last}`;
}

function attemptText({ method = 'POST', url }: EntryOf<'webhook.attempt'>, text: string): string {
  return `  ${method} ${url} ${text}`.trimEnd();
}

function bytesText(base64: string): string {
  return `${bytesIn(base64)} bytes`;
}

function short(text: string, charsMax: number): string {
  return clipped(escapeControlChars(text), charsMax);
}
