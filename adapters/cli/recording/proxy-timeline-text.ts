// The timeline of a recording of real services as lines of text. Time counts from the first entry.

import { AudioTexts } from '../../recording/inspect/audio-text.ts';
import { typeOf } from '../../recording/inspect/entry-filter.ts';
import {
  lengthOf,
  type ProxyExchange,
  type ProxyFrames,
  type ProxyItem,
} from '../../recording/inspect/proxy-timeline.ts';
import { EntryStory } from '../../recording/inspect/story.ts';
import { parsed } from '../../recording/format/json-values.ts';
import type { ProxyHeader } from '../../recording/format/header.ts';
import type { ProxyEntry } from '../../recording/format/proxy-entries.ts';
import { escapeControlChars, type Colours } from '../support/terminal-text.ts';
import { summaryOf } from './answer-summary.ts';
import { headerRows } from './timeline-text.ts';
import { LinePrinter, type LineOptions } from './timeline-line.ts';

/** The header, line by line. */
export function proxyHeaderText(header: ProxyHeader, colours: Colours): string {
  const { upstreams, redaction, recordedAt, engine } = header;
  return headerRows(
    [
      ...Object.entries(upstreams),
      ...(redaction.rules === undefined ? [] : [['redacted', redaction.rules.join(', ')]]),
      ['recorded', `${recordedAt} by ${engine}`],
    ],
    colours,
  );
}

/** Returns a printer of items, which remembers connections. `startMs`: the instant from which time counts. */
export function proxyTimelineText(
  options: LineOptions,
): (item: ProxyItem, startMs: number) => string {
  const printer = new LinePrinter(options);
  const { red, yellow } = options.colours;
  const conns = new Map<number, string>();
  const audio = new AudioTexts();
  const story = new EntryStory();
  const plain = (text: string) => text;

  const channelOf = (entry: ProxyEntry): string => {
    if (entry.kind === 'ws.open') conns.set(entry.conn, entry.service);
    audio.open(entry);
    if ('conn' in entry) return `${conns.get(entry.conn) ?? 'ws'}#${entry.conn}`;
    if (entry.kind === 'webhook.request') return 'webhook';
    return entry.kind === 'http.request' ? entry.service : entry.kind;
  };
  const framesText = ({ entry, count, bytes }: ProxyFrames): string => {
    const arrow = entry.kind === 'ws.in' ? '>' : '<';
    const frames = count === 1 ? '' : ` in ${count} frames`;
    if (entry.control !== undefined) return `${arrow} ${entry.control}${frames}`;
    if (entry.text === undefined) {
      const by = entry.kind === 'ws.in' ? 'client' : 'server';
      return `${arrow} ${audio.of(entry.conn, bytes, by)}${frames}`;
    }
    const type = typeOf(entry);
    return `${arrow} ${type === undefined ? '' : `${escapeControlChars(type)} `}${entry.text}`;
  };
  const paintOf = (item: ProxyItem) => {
    if (item.kind !== 'exchange') return plain;
    if (item.answer === undefined || item.failure !== undefined) return yellow;
    return item.answer.status >= 400 ? red : plain;
  };

  return (item, startMs) => {
    const entry = item.kind === 'exchange' ? item.request : item.entry;
    const channel = channelOf(entry);
    const text =
      item.kind === 'exchange'
        ? exchangeText(item, story)
        : item.kind === 'frames'
          ? framesText(item)
          : entryText(item.entry);
    return printer.line({
      n: entry.n,
      offsetMs: entry.at - startMs,
      channel,
      text,
      paint: paintOf(item),
    });
  };
}

function exchangeText(exchange: ProxyExchange, story: EntryStory): string {
  const { request, answer, failure } = exchange;
  const isSocket = request.kind === 'ws.open';
  const reported = request.kind === 'webhook.request' ? story.webhookText(request) : undefined;
  const begun = isSocket
    ? `opens ${request.url}`
    : `${request.method} ${request.url}${reported === undefined ? '' : ` ${escapeControlChars(reported)}`}`;
  if (isSocket && answer?.status === 101 && failure === undefined) return begun;
  if (answer === undefined) return `${begun} -> ${failure ?? 'no answer'}`;
  return `${begun} -> ${answerText(exchange, answer)}${failure === undefined ? '' : `, then ${failure}`}`;
}

function answerText(
  { parts, bytes }: ProxyExchange,
  { status, text, base64 }: NonNullable<ProxyExchange['answer']>,
): string {
  if (parts > 0) return `${status} ${bytes} bytes${parts === 1 ? '' : ` in ${parts} parts`}`;
  if (base64 !== undefined) return `${status} ${lengthOf({ base64 })} bytes`;
  return `${status} ${summaryOf(parsed(text))}`.trimEnd();
}

/** An end of a connection, or a part of an exchange whose request is not shown. */
function entryText(entry: Extract<ProxyItem, { kind: 'entry' }>['entry']): string {
  switch (entry.kind) {
    case 'ws.close':
      return `closed by the ${entry.by}: ${entry.code} ${entry.failure ?? entry.reason}`.trimEnd();
    case 'http.answer':
      return `answer to entry ${entry.to}: ${entry.status} ${summaryOf(parsed(entry.text))}`.trimEnd();
    case 'http.part':
      return `part of entry ${entry.to}: ${lengthOf(entry)} bytes`;
    case 'http.failure':
      return `failure of entry ${entry.to}: ${entry.failure}`;
  }
}
