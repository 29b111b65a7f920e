// Gives recorded answers: with the links of the player and the keys of the live client, at the pace of the recording.

import type { ServerResponse } from 'node:http';
import { endAnswer } from '../connection-end.ts';
import { isSendable, isTextType, valuesIn } from '../headers.ts';
import { headerForClient } from '../linked-headers.ts';
import { withLinks } from '../links.ts';
import { sendableReason } from '../reason.ts';
import type { ClientValues } from './client-values.ts';
import { PacedQueue, type Speed } from './pace.ts';
import { bytesOf } from '../../recording/format/recorded-content.ts';
import type { RecordedAnswer, RecordedPart, RecordedRequest } from '../traffic.ts';
import type { WireHeaders } from '../../recording/redaction/headers.ts';

/** WireHeaders that the player sets itself. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]);

export interface AnswerContext {
  /** Where links lead: scheme, host and the prefix of the cursor. */
  readonly base: string;
  readonly values: ClientValues;
  readonly speed: Speed;
}

/** Answers as the recorded request was answered. Returns false if the recording ends before its answer. */
export function playAnswer(
  { method, atMs, outcome }: RecordedRequest,
  response: ServerResponse,
  context: AnswerContext,
): boolean {
  if (outcome === undefined) return false;
  const queue = new PacedQueue(context.speed);
  response.once('close', () => queue.stop());
  if ('status' in outcome && outcome.status < 200) {
    queue.add(outcome.atMs - atMs, () => endAnswer(response, 'reset')); // an HTTP server cannot end with one
    return true;
  }
  if (!('status' in outcome)) {
    queue.add(outcome.atMs - atMs, () => fail(response, outcome.failure));
    return true;
  }
  const answered = outcome;
  const bytesIn = (part: RecordedPart | undefined) => playedBytes(answered, part, context);
  const [first, ...more] = answered.parts;
  queue.add(answered.atMs - atMs, () => {
    const whole = more.length === 0 && answered.failure === undefined && !answered.isCut;
    const bytes = bytesIn(first);
    const headers = playedHeaders(answered, context);
    const isWithoutBody = method === 'HEAD' || answered.status === 204 || answered.status === 304;
    const length = whole && !isWithoutBody ? bytes.length : knownLength(answered, isWithoutBody);
    response.sendDate = false;
    response.writeHead(
      answered.status,
      sendableReason(answered.status, answered.reason),
      length === undefined ? headers : { ...headers, 'Content-Length': length },
    );
    if (isWithoutBody || whole) response.end(bytes);
    else response.write(bytes);
  });
  let beforeMs = answered.atMs;
  for (const part of more) {
    queue.add(part.atMs - beforeMs, () => void response.write(bytesIn(part)));
    beforeMs = part.atMs;
  }
  queue.add(Math.max(0, (answered.failedAtMs ?? beforeMs) - beforeMs), () => {
    if (answered.isCut) endAnswer(response, 'closed');
    else if (answered.failure === undefined) response.end();
    else fail(response, answered.failure);
  });
  return true;
}

/** The recorded headers with the links of the player; several of one name as a list. */
export function playedHeaders(
  { headers }: Pick<RecordedAnswer, 'headers'>,
  context: AnswerContext,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ownHeaders.has(name.toLowerCase()))
      .map(([name, value]): [string, string | string[]] => {
        const values = valuesIn(value).map((one) =>
          context.values.asLive(headerForClient(name, one, context.base)),
        );
        return [name, values.length === 1 ? (values[0] ?? '') : values];
      })
      .filter(([name, value]) => [value].flat().every((one) => isSendable(name, one))),
  );
}

/** The bytes of a part of an answer, with the links of the player if it is text. */
export function playedBytes(
  { headers }: Pick<RecordedAnswer, 'headers'>,
  part: RecordedPart | undefined,
  context: AnswerContext,
): Buffer {
  if (part === undefined) return Buffer.alloc(0);
  const isLinked = isTextType(headerIn(headers, 'content-type'));
  if (part.text !== undefined) {
    return Buffer.from(isLinked ? played(part.text, context) : context.values.asLive(part.text));
  }
  const bytes = bytesOf(part);
  return isLinked ? Buffer.from(played(bytes.toString('latin1'), context), 'latin1') : bytes;
}

function played(text: string, { base, values }: AnswerContext): string {
  return values.asLive(withLinks(text, base));
}

/**
 * The recorded length of an answer that is not played as a whole, if the proxy has passed it on: of one without a body, as long as it
 * would be; of bytes that come in parts, or not all.
 */
function knownLength(
  { headers, parts, failure, isCut }: RecordedAnswer,
  isWithoutBody: boolean,
): number | undefined {
  const recorded = headerIn(headers, 'content-length');
  if (recorded === undefined) return undefined;
  const length = Number(recorded);
  if (isWithoutBody) return length;
  const isText = isTextType(headerIn(headers, 'content-type'));
  const hasChanged = isText || headerIn(headers, 'content-encoding') !== undefined;
  if (hasChanged || parts.some(({ text }) => text !== undefined)) return undefined;
  const bytes = parts.reduce(
    (sum, part) => sum + Buffer.byteLength(part.base64 ?? '', 'base64'),
    0,
  );
  const isBroken = failure !== undefined || isCut;
  return (isBroken ? bytes <= length : bytes === length) ? length : undefined;
}

function headerIn(headers: WireHeaders, name: string): string | undefined {
  return Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
}

/** The client sees what the recorded one saw: a connection that was closed or reset, or an answer that never came. */
function fail(response: ServerResponse, failure: RecordedAnswer['failure']): void {
  if (failure !== undefined && failure !== 'cancelled') endAnswer(response, failure);
}
