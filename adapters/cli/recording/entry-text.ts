// Describes an entry of a recording in one line.

import { bytesIn, type AudioTexts } from '../../recording/inspect/audio-text.ts';
import { typeOf } from '../../recording/inspect/entry-filter.ts';
import { isRecord, parsed } from '../../recording/format/json-values.ts';
import type { Touched } from '../../recording/inspect/frame-runs.ts';
import type { TimelineEffect } from '../../recording/inspect/timeline.ts';
import type { Entry, EntryOf, RequestEntry } from '../../recording/format/entries.ts';
import { summaryOf } from './answer-summary.ts';
import { escapeControlChars } from '../support/terminal-text.ts';

export function exchangeText(
  request: RequestEntry,
  answer: EntryOf<'http.answer'> | undefined,
): string {
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

/** `request`: that of a touch, if it is known. */
export function entryText(
  entry: Exclude<Entry, RequestEntry | TimelineEffect>,
  audio: AudioTexts,
  request?: RequestEntry,
): string {
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
    case 'input':
      return touchesText([{ entry, request }]);
  }
}

/** The most that is named of what touched the world. */
const touchesNamed = 3;

/** What touched the world, and the inputs of the first and the last touch. */
export function touchesText(touches: readonly Touched[]): string {
  const texts = [...new Set(touches.map(touchText))];
  const rest = texts.length - touchesNamed;
  const more = rest > 0 ? `, ${rest} more` : '';
  const inputs = touches.flatMap(({ entry: { input } }) => input ?? []);
  const [first, last] = [inputs[0], inputs.at(-1)];
  const place =
    first === last ? placeText(touches[0]?.entry ?? {}) : `  (inputs ${first} to ${last})`;
  return `${texts.slice(0, touchesNamed).join(', ')}${more}${place}`;
}

function touchText({ entry, request }: Touched): string {
  return entry.kind === 'input' ? inputText(entry) : `${requestName(entry, request)} goes on`;
}

function requestName({ to }: EntryOf<'touch'>, request: RequestEntry | undefined): string {
  return request === undefined ? `entry ${to}` : `${request.method} ${request.url}`;
}

function outcomeText({ notificationId, attempt, outcome }: EntryOf<'webhook.outcome'>): string {
  const { kind, status } = outcome;
  return `${notificationId}, attempt ${attempt}: ${kind}${status === undefined ? '' : ` ${status}`}`;
}

/** Of a frame from the client; those to the client have no place. */
export function placeIn(entry: EntryOf<'ws.in' | 'ws.out'>): string {
  return entry.kind === 'ws.in' ? placeText(entry) : '';
}

export function frameText(entry: EntryOf<'ws.in' | 'ws.out'>, audio: AudioTexts): string {
  if (entry.base64 !== undefined) {
    const by = entry.kind === 'ws.in' ? 'client' : 'server';
    return audio.of(entry.conn, bytesIn(entry.base64), by);
  }
  const type = typeOf(entry);
  const text = entry.text ?? '';
  return type === undefined ? text : `${escapeControlChars(type)} ${text}`;
}

function inputText(entry: EntryOf<'input'>): string {
  const { data } = entry;
  switch (data.kind) {
    case 'command':
      return `${String(data['domain'])} ${typeOf(entry) ?? ''}`;
    case 'time':
      return 'time passes';
    case 'clock':
    case 'config': {
      const value = data[data.kind === 'clock' ? 'clock' : 'settings'];
      return `${data.kind} ${JSON.stringify(value) ?? ''}`;
    }
    case 'hold':
    case 'release':
      return `${data.kind} ${String(data['subject'])} ${String(data['name'])}`;
  }
}

export function eventText({ position, type, cause }: EntryOf<'event'>, text: string): string {
  const because = cause === undefined ? '' : `, because of #${cause}`;
  return `  #${position} ${type}  ${text}${because}`;
}

/** The events of a run of frames, by their positions. */
export function eventsText(events: readonly EntryOf<'event'>[]): string {
  const [first, last] = [events[0]?.position, events.at(-1)?.position];
  if (first === undefined) return '';
  return first === last ? `  #${first}` : `  #${first} to #${last}`;
}

export function attemptText(
  { method = 'POST', url }: EntryOf<'webhook.attempt'>,
  text: string,
): string {
  return `  ${method} ${url} ${text}`.trimEnd();
}

function bytesText(base64: string): string {
  return `${bytesIn(base64)} bytes`;
}
