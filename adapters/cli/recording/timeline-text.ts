// The timeline of a recording as lines of text: entry number, virtual time since the epoch, channel, and what happened in words.

import type { Ending } from '../../recording/format/reader.ts';
import { isRequest, type End, type Entry, type EntryOf } from '../../recording/format/entries.ts';
import type { Header } from '../../recording/format/header.ts';
import type { ProxyEnd } from '../../recording/format/proxy-entries.ts';
import type { FrameRun, TouchRun } from '../../recording/inspect/frame-runs.ts';
import { isFaultTry } from '../../recording/inspect/internals.ts';
import { AudioTexts } from '../../recording/inspect/audio-text.ts';
import type { EntryStory } from '../../recording/inspect/story.ts';
import type { TimelineEffect, TimelineItem } from '../../recording/inspect/timeline.ts';
import {
  attemptText,
  entryText,
  eventText,
  eventsText,
  exchangeText,
  frameText,
  placeIn,
  touchesText,
} from './entry-text.ts';
import { table } from '../support/table.ts';
import { escapeControlChars, type Colours } from '../support/terminal-text.ts';
import { LinePrinter, type LineOptions } from './timeline-line.ts';

/** The header, line by line. */
export function headerText(header: Header, colours: Colours): string {
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
  return headerRows(rows, colours);
}

/** Names and values in two columns. */
export function headerRows(rows: readonly (readonly string[])[], { bold, dim }: Colours): string {
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
  ending: Ending<End | ProxyEnd>,
  { shown, all }: { readonly shown: number; readonly all: number },
  { dim, yellow }: Colours,
): string {
  const part = shown === all ? '' : ` (${shown} shown)`;
  const count = `${all} ${all === 1 ? 'entry' : 'entries'}${part}`;
  if (ending.kind === 'whole') {
    const { end } = ending;
    const of = 'digest' in end ? `digest ${end.digest}, whole${underWayText(end)}` : 'whole';
    return dim(`${count}, ${of}`);
  }
  const place = ending.entries === 0 ? 'the header' : `entry ${ending.entries}`;
  return yellow(`${count}. The recording was cut after ${place}: it has no end line.`);
}

/** What the end line says of acts and sessions. */
function underWayText({ underWay = [], unsent = [] }: End): string {
  const parts = [
    ...underWay.map((n) => `entry ${n}`),
    ...unsent.map((conn) => `frames to connection ${conn}`),
  ];
  return parts.length === 0 ? '' : `; still under way: ${parts.join(', ')}`;
}

export interface TimelineTextOptions extends LineOptions {
  /** Has been given the entries of the items. */
  readonly story: EntryStory;
  /** Whether entries that only replays need are left out. */
  readonly hidesInternals: boolean;
}

/** Returns a printer of items, which remembers what they say about names and connections. */
export function timelineText(
  header: Header,
  { story, hidesInternals, ...lineOptions }: TimelineTextOptions,
): (item: TimelineItem | FrameRun | TouchRun) => string[] {
  const epochMs = Date.parse(header.epoch);
  const printer = new LinePrinter(lineOptions);
  /** Paths without the prefix of the world, which all have. */
  const inWorld = (text: string) =>
    lineOptions.isFull ? text : text.replace(` /w/${header.world.name}/`, ' /');
  /** The instant of the last event shown: frames that follow from it were sent then, or later. */
  let eventMs = epochMs;
  /** That of the last event of runs, which take place side by side. */
  let runsEndMs = epochMs;
  const conns = new Map<number, string>();
  const audio = new AudioTexts();
  const { green, magenta, red, yellow } = lineOptions.colours;

  const line = (entry: Entry, channel: string, text: string, paint: (text: string) => string) => {
    const atMs = entry.kind === 'ws.out' ? Math.max(entry.at, eventMs) : entry.at;
    return printer.line({
      n: entry.n,
      offsetMs: atMs - epochMs,
      channel,
      text: inWorld(text),
      paint,
    });
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

  const effectLine = (effect: TimelineEffect) => {
    if (effect.kind === 'webhook.attempt') {
      return line(effect, 'webhook', attemptText(effect, story.take(effect)), plain);
    }
    eventMs = Math.max(eventMs, effect.at);
    return line(effect, '', eventText(effect, story.take(effect)), green);
  };

  const runLine = ({ entry, startMs, count, bytes, events }: FrameRun) => {
    const frames = count === 1 ? '' : ` in ${count} frames`;
    const isIn = entry.kind === 'ws.in';
    const content =
      entry.text === undefined
        ? audio.of(entry.conn, bytes, isIn ? 'client' : 'server')
        : frameText(entry, audio);
    const text = `${isIn ? '>' : '<'} ${content}${frames}${eventsText(events)}${count === 1 ? placeIn(entry) : ''}`;
    for (const event of events) {
      story.take(event);
      runsEndMs = Math.max(runsEndMs, event.at);
    }
    return line({ ...entry, at: startMs }, channelOf(entry), text, plain);
  };

  return (item) => {
    if (item.kind === 'frames') return [runLine(item)];
    eventMs = Math.max(eventMs, runsEndMs);
    if (item.kind === 'touches') {
      const { entry, request } = item.first;
      const text = touchesText(item.touches);
      return [line(entry, channelOf(request ?? entry), text, paintFor(entry, undefined))];
    }
    const { before, events } = item;
    const entry = item.kind === 'exchange' ? item.request : item.entry;
    const answer = item.kind === 'exchange' ? item.answer : undefined;
    if (entry.kind === 'event' || entry.kind === 'webhook.attempt') return [effectLine(entry)];
    const lines = before.map(effectLine);
    const isTime = entry.kind === 'input' && entry.data.kind === 'time';
    const isSilent = isTime
      ? before.length + events.length > 0
      : hidesInternals && isFaultTry(entry);
    if (!isSilent) {
      const touched = item.kind === 'entry' ? item.request : undefined;
      const channel = channelOf(touched ?? entry);
      const text = isRequest(entry)
        ? exchangeText(entry, answer)
        : entryText(entry, audio, touched);
      lines.push(line(entry, channel, text, paintFor(entry, answer)));
    }
    return [...lines, ...events.map(effectLine)];
  };
}
