// Converts inputs, events, webhooks, answers and frames into entries or their members, for recorder and comparator alike.

import { isUtf8 } from 'node:buffer';
import type { Envelope, Event, JournalEntry, WorldRecord } from '../../../core/index.ts';
import type { Frame, Opening } from '../../protocol/channel.ts';
import type { HttpResponse } from '../../protocol/messages.ts';
import { attemptOf, messageOf, reportOf, webhookServiceDefault } from '../../services/webhooks.ts';
import type { EntryOf, UnsealedEntry } from './entries.ts';

/** A body or frame: text, or base64 where it is binary. */
interface Content {
  readonly text?: string;
  readonly base64?: string;
}

/** The entry of an input that no exchange made, with the bytes beside it if a replay needs them. */
export function inputEntry(
  { input }: Pick<JournalEntry, 'input'>,
  attachment?: Uint8Array,
): UnsealedEntry {
  const { n, atMs, ...data } = input;
  const own = { at: atMs, input: n };
  const report = data.kind === 'command' ? reportOf(data.command) : undefined;
  if (report === undefined) {
    const beside =
      attachment === undefined ? {} : { base64: Buffer.from(attachment).toString('base64') };
    return { kind: 'input', ...own, data, ...beside };
  }
  const { service, notificationId, attempt, outcome } = report;
  const through = data.through === undefined ? {} : { through: data.through };
  const of = serviceMember(service);
  return { kind: 'webhook.outcome', ...own, ...of, ...through, notificationId, attempt, outcome };
}

/** The entries of events, each followed by that of the webhook that it sends, if any. */
export function eventEntries(
  { events }: Pick<JournalEntry, 'events'>,
  record: Pick<WorldRecord, 'seed'>,
): readonly UnsealedEntry[] {
  const entries: UnsealedEntry[] = [];
  for (const envelope of events) {
    entries.push(eventEntry(envelope));
    const attempt = webhookEntry(envelope, record);
    if (attempt !== undefined) entries.push(attempt);
  }
  return entries;
}

function eventEntry({
  atMs: at,
  position,
  stream,
  version,
  cause,
  event,
}: Envelope<Event>): UnsealedEntry {
  const { type, aside: _unhashed, ...data } = event;
  const causing = cause === undefined ? {} : { cause };
  return { kind: 'event', at, position, stream, version, type, data, ...causing };
}

/** The webhook that an event sends; undefined if it sends none. */
export function webhookEntry(
  { event, position, atMs }: Envelope<Event>,
  record: Pick<WorldRecord, 'seed'>,
): UnsealedEntry<EntryOf<'webhook.attempt'>> | undefined {
  const delivery = attemptOf(event);
  if (delivery === undefined) return undefined;
  const { url, method, headers, body } = messageOf(delivery, record);
  const { service, attempt } = delivery;
  const of = { ...serviceMember(service), ...(method === undefined ? {} : { method }) };
  return { kind: 'webhook.attempt', at: atMs, position, ...of, attempt, url, headers, text: body };
}

function serviceMember(service: string): { readonly service?: string } {
  return service === webhookServiceDefault ? {} : { service };
}

/** The result of an upgrade as a response. */
export function upgradeResponse(opening: Opening): HttpResponse {
  if (opening.kind === 'refused') return opening.response;
  const { headers = {}, protocol } = opening.session;
  const chosen = protocol === undefined ? {} : { 'Sec-WebSocket-Protocol': protocol };
  return { status: 101, headers: { ...headers, ...chosen } };
}

export function requestContent(body: Buffer): Content {
  if (body.length === 0) return {};
  return isUtf8(body) ? { text: body.toString() } : { base64: body.toString('base64') };
}

export function responseContent({ body, bytes }: Pick<HttpResponse, 'body' | 'bytes'>): Content {
  if (body !== undefined) return { text: body };
  return bytes === undefined ? {} : { base64: bytes.toString('base64') };
}

export function frameContent(frame: Frame): Content {
  return frame.kind === 'text' ? { text: frame.text } : { base64: frame.data.toString('base64') };
}
