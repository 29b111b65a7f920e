// The lines of what a server under load writes down, which are requests, their events and their answers: member by member in
// their order, as `membersOf` prints them, without an object that is put in order first.

import type { Envelope } from '../../core/index.ts';
import { quoted, textOf } from './chain.ts';
import type { EntryOf, RequestEntry, Unplaced } from './format.ts';
import type { LineBuffer } from './line-buffer.ts';
import type { Wire, WireAnswer } from './redaction.ts';

/** Puts the members of a request, numbered `n`, with what it says in redacted form. */
export function putRequest(
  lines: LineBuffer,
  n: number,
  said: Unplaced<RequestEntry>,
  { headers, text, url }: Wire,
  bytes: Buffer | undefined,
): void {
  const { after, at, facts, idFrom, input, kind, method, origin, position, service } = said;
  let front = after === undefined ? `"at":${at}` : `"after":${after},"at":${at}`;
  if (bytes !== undefined) front += `,"base64":"${bytes.toString('base64')}"`;
  if (facts !== undefined) front += `,"facts":${objectText(facts)}`;
  lines.put(front);
  lines.cut();
  let back = `"headers":${textOf(headers)}`;
  if (idFrom !== undefined) {
    const { opening, ordinal, position: made } = idFrom;
    const front = opening === undefined ? '' : `"opening":${opening},`;
    back += `,"idFrom":{${front}"ordinal":${ordinal},"position":${made}}`;
  }
  if (input !== undefined) back += `,"input":${input}`;
  back += `,"kind":"${kind}","method":${quoted(method)},"n":${n},"origin":${quoted(origin)}`;
  if (position !== undefined) back += `,"position":${position}`;
  back += `,"service":${quoted(service)}`;
  if (text !== undefined) {
    lines.put(`${back},"text":`);
    lines.putText(text);
    back = '';
  }
  lines.put(`${back},"url":${quoted(url)}`);
}

/** Puts the members of an answer in the same way. */
export function putAnswer(
  lines: LineBuffer,
  n: number,
  { at, status, stream, to }: Unplaced<EntryOf<'http.answer'>>,
  { headers, text, base64 }: Omit<WireAnswer, 'status'>,
): void {
  lines.put(`"at":${at}`);
  if (base64 !== undefined) lines.put(`,"base64":"${base64}"`);
  lines.cut();
  let back = `"headers":${objectText(headers)},"kind":"http.answer","n":${n},"status":${status}`;
  if (stream !== undefined) back += ',"stream":true';
  if (text !== undefined) {
    lines.put(`${back},"text":`);
    lines.putText(text);
    back = '';
  }
  lines.put(`${back},"to":${to}`);
}

/** Puts the members of an event: its canonical text has them in their order already. */
export function putEvent(
  lines: LineBuffer,
  n: number,
  { text, position }: Pick<Envelope, 'text' | 'position'>,
): void {
  // Nothing inside of a string or of the data can look like this and be the last one.
  const cut = text.lastIndexOf(`,"position":${position},"stream":`);
  lines.put(text.slice(1, cut));
  lines.cut();
  lines.put(`"kind":"event","n":${n}`);
  lines.put(text.slice(cut, -1));
}

/** The canonical text of an object of few members, which mostly hold short texts. */
function objectText(object: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const name of inOrder(Object.keys(object))) {
    const value = object[name];
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}${quoted(name)}:${isPlain(value) ? objectText(value) : textOf(value)}`;
  }
  return `{${text}}`;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

function inOrder(names: string[]): readonly string[] {
  for (let index = 1; index < names.length; index += 1) {
    if ((names[index] as string) < (names[index - 1] as string)) return names.sort();
  }
  return names;
}
