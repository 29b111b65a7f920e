// What counts of a request when it is compared with recorded ones: method, path, query and body. WireHeaders do not.

import { isUtf8 } from 'node:buffer';
import { bounded, boundaryOf } from '../../recording/diff/comparable.ts';
import { isRecord, parsed } from '../../recording/format/json-values.ts';
import type { WireHeaders } from '../../recording/redaction/headers.ts';
import type { RecordedContent } from '../traffic.ts';

export interface RequestContent {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The parts of a request, recorded or live, that are compared. */
export interface ComparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: WireHeaders;
  readonly content: RecordedContent;
}

export function requestContent({ method, url, headers, content }: ComparedRequest): RequestContent {
  const start = url.indexOf('?');
  const path = start === -1 ? url : url.slice(0, start);
  return {
    method,
    path,
    query: start === -1 ? {} : membersOf(new URLSearchParams(url.slice(start + 1))),
    body: bodyOf(content, headers['content-type']),
  };
}

function bodyOf({ text, base64 }: RecordedContent, contentType: string | undefined): unknown {
  const whole = text ?? textIn(base64);
  if (whole === undefined) return base64;
  if (whole === '') return undefined;
  if (contentType?.startsWith('application/x-www-form-urlencoded') === true) {
    return membersOf(new URLSearchParams(whole));
  }
  return valueOf(bounded(whole, boundaryOf(contentType)));
}

/** The text of bytes in base64, if they are one. */
function textIn(base64: string | undefined): string | undefined {
  const bytes = Buffer.from(base64 ?? '', 'base64');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** The value of JSON, else the text. */
export function valueOf(text: string): unknown {
  const value = parsed(text);
  return isRecord(value) || Array.isArray(value) ? value : text;
}

/** Repeated parameters become lists. */
function membersOf(parameters: URLSearchParams): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** Whether a request changes something at the service. */
export function isWrite({ method }: Pick<RequestContent, 'method'>): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}
