// The headers of an entry that another program wrote, as HTTP sends them.

import {
  asSent,
  headerPairs,
  isSendable,
  passedHeaders,
  recordedHeaders,
  valuesIn,
  withoutHeaders,
} from '../headers.ts';
import { recordedHeader, type AnsweringServer } from '../linked-headers.ts';
import type { HarHeader } from './derived-lines.ts';

type Pair = readonly [name: string, value: string];

/** The authority of HTTP/2 is the host; its other pseudo-headers are in the entry itself. */
export function requestPairs(headers: readonly HarHeader[]): readonly Pair[] {
  const hasHost = headers.some(({ name }) => name.toLowerCase() === 'host');
  return headers.flatMap(({ name, value }): Pair[] => {
    if (!name.startsWith(':')) return [[name, value]];
    return name === ':authority' && !hasHost ? [['host', value]] : [];
  });
}

/** Those of an answer. Browsers store content as it was before it was compressed. */
export function answerHeaders(
  given: readonly HarHeader[],
  server: AnsweringServer,
  body: Buffer | undefined,
  isHandshake: boolean,
): Record<string, string> {
  const raw = answerPairs(given).flat();
  const protocol = headerPairs(raw).filter(
    ([name]) => isHandshake && name.toLowerCase() === 'sec-websocket-protocol',
  );
  const length = headerIn(given, 'content-length');
  const isDecoded = body !== undefined && headerIn(given, 'content-encoding') !== undefined;
  const isLengthOff = body !== undefined && length !== undefined && Number(length) !== body.length;
  const passed = withoutHeaders(passedHeaders(raw, isHandshake), [
    ...(isDecoded ? ['content-encoding'] : []),
    ...(isDecoded || isLengthOff ? ['content-length'] : []),
  ]);
  const linked = passed.map(
    ([name, value]) => [name, recordedHeader(name, value, server)] as const,
  );
  return recordedHeaders([...linked, ...protocol], asSent);
}

/** The names of headers of an answer that HTTP has no form for. */
export function unsendable(given: readonly HarHeader[]): readonly string[] {
  return answerPairs(given)
    .filter(([name, value]) => !isSendable(name, value))
    .map(([name]) => name);
}

export function headerIn(
  headers: readonly HarHeader[] | null | undefined,
  name: string,
): string | undefined {
  return headers?.find((header) => header.name.toLowerCase() === name)?.value;
}

function answerPairs(given: readonly HarHeader[]): readonly Pair[] {
  return given
    .filter(({ name }) => !name.startsWith(':'))
    .flatMap(({ name, value }) => {
      // Some programs have all cookies in one value, as recordings do.
      const values = name.toLowerCase() === 'set-cookie' ? valuesIn(value) : [value];
      return values.map((one): Pair => [name, sentValue(one)]);
    });
}

/** A header is Latin-1 to HTTP: browsers show one of other characters as the UTF-8 that its bytes are. */
function sentValue(value: string): string {
  const isLatin1 = Buffer.from(value, 'latin1').toString('latin1') === value;
  return isLatin1 ? value : Buffer.from(value).toString('latin1');
}
