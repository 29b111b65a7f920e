// The lines of an entry that was exported from a recording.

import { recordedText } from '../links.ts';
import { webhookBase } from './export-har.ts';
import type { HarEntry, LinePatch } from './har-format.ts';
import {
  derivedLine,
  patched,
  type EntryHead,
  type LineMembers,
  type LinkBase,
} from './derived-lines.ts';

/** The content of a message, of which its lines have parts. */
interface WholeContent {
  readonly text: string | undefined;
  readonly bytes: Buffer | undefined;
  /** How much of it earlier lines have. */
  taken: number;
}

/** `upstreams`: the bases of services; undefined in the recording of a world. */
export function exportedLines(
  entry: HarEntry,
  upstreams: Readonly<Record<string, string>> | undefined,
): readonly LineMembers[] {
  const head = headOf(entry);
  const { postData } = entry.request;
  const { content } = entry.response ?? {};
  const ofRequest = wholeContent(postData?.text, postData?._encoding);
  const ofAnswer = wholeContent(content?.text, content?.encoding);
  const place = placeOf(entry._reprise?.lines[0], upstreams);
  let answer = 0;
  return (entry._reprise?.lines ?? []).map((patch) => {
    const { length, form, asRecorded, ...members } = patch;
    if (patch.kind === 'http.answer') answer = patch.n;
    const isOfAnswer = patch.kind === 'http.answer' || (answer !== 0 && patch['to'] === answer);
    const derived = derivedLine(patch.kind, head, place);
    const line = patched(derived, members);
    if (patch.kind === 'http.failure' || patch.kind === 'ws.close') return line;
    const note = { length, form, asRecorded };
    return { ...line, ...pieceOf(isOfAnswer ? ofAnswer : ofRequest, note, place) };
  });
}

export function headOf({ startedDateTime, time, request, response }: HarEntry): EntryHead {
  const { method, url, headers } = request;
  return {
    startedMs: Date.parse(startedDateTime),
    time: Math.round(Math.max(0, time ?? 0)),
    request: { method, url, headers: headers ?? [] },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      headers: response?.headers ?? [],
      error: response?._error ?? response?._failureText,
    },
  };
}

function placeOf(
  first: LinePatch | undefined,
  upstreams: Readonly<Record<string, string>> | undefined,
): LinkBase {
  const hasPlaceholders = upstreams !== undefined;
  if (first?.kind === 'webhook.request') return { base: webhookBase, hasPlaceholders };
  const origin = first?.['origin'];
  const base = typeof origin === 'string' ? origin : upstreams?.[String(first?.['service'])];
  return { base: base ?? '', hasPlaceholders };
}

function wholeContent(
  text: string | null | undefined,
  encoding: string | null | undefined,
): WholeContent {
  return encoding === 'base64'
    ? { text: undefined, bytes: Buffer.from(text ?? '', 'base64'), taken: 0 }
    : { text: text ?? '', bytes: undefined, taken: 0 };
}

/** The content of a line: the next part of that of its message. */
function pieceOf(
  whole: WholeContent,
  {
    length,
    form,
    asRecorded,
  }: { [Name in 'length' | 'form' | 'asRecorded']: LinePatch[Name] | undefined },
  { base, hasPlaceholders }: LinkBase,
): LineMembers {
  const start = whole.taken;
  const end = length === undefined ? undefined : start + length;
  if (whole.bytes !== undefined) {
    const bytes = whole.bytes.subarray(start, end);
    whole.taken += bytes.length;
    if (form === 'text') return { text: bytes.toString('utf8') };
    return bytes.length === 0 && form === undefined ? {} : { base64: bytes.toString('base64') };
  }
  const text = whole.text?.slice(start, end) ?? '';
  whole.taken += text.length;
  if (text === '' && form === undefined) return {};
  return { text: hasPlaceholders && asRecorded !== true ? recordedText(text, base) : text };
}
