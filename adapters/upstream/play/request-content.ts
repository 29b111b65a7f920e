// What counts of a request when it is compared with recorded ones: method, path, query and body. WireHeaders do not.

import { isUtf8 } from 'node:buffer';
import { withoutIds } from '../../recording/diff/id-pairs.ts';
import { bounded, boundaryOf } from '../../recording/diff/comparable.ts';
import { isRecord, parsed } from '../../recording/format/json-values.ts';
import type { WireHeaders } from '../../recording/redaction/headers.ts';
import { isTextType } from '../headers.ts';
import type { RecordedContent } from '../../recording/format/recorded-content.ts';

export interface RequestContent extends RequestLine {
  readonly body: unknown;
}

interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** The parts of a request, recorded or live, that are compared. */
export interface ComparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: WireHeaders;
  readonly content: RecordedContent;
}

export function requestContent(request: ComparedRequest): RequestContent {
  return { ...requestLine(request), body: bodyOf(request) };
}

function requestLine({ method, url }: ComparedRequest): RequestLine {
  const start = url.indexOf('?');
  const path = start === -1 ? url : url.slice(0, start);
  const query = start === -1 ? {} : membersOf(new URLSearchParams(url.slice(start + 1)));
  return { method, path, query };
}

/** A request that is compared with others. Its body is parsed when one of them has another text. */
export class ComparableRequest {
  /** Method and path. */
  readonly route: string;
  /** The same without ids. */
  readonly anyRoute: string;
  readonly isWrite: boolean;
  readonly method: string;
  readonly path: string;
  readonly #request: ComparedRequest;
  readonly #line: unknown;
  readonly #withoutIgnored: (value: unknown) => unknown;
  #whole: unknown;

  /** `withoutIgnored` removes what does not count. */
  constructor(request: ComparedRequest, withoutIgnored: (value: unknown) => unknown) {
    const line = requestLine(request);
    this.method = line.method;
    this.path = line.path;
    this.route = `${line.method} ${line.path}`;
    this.anyRoute = withoutIds(this.route);
    this.isWrite = isWrite(line);
    this.#request = request;
    this.#line = withoutIgnored(line);
    this.#withoutIgnored = withoutIgnored;
  }

  /** The values of both that can differ. */
  valuesBeside(live: ComparableRequest): readonly [recorded: unknown, live: unknown] {
    const [one, other] = [this.#request, live.#request];
    const isSame =
      one.headers['content-type'] === other.headers['content-type'] &&
      areSameContents(one.content, other.content);
    return isSame ? [this.#line, live.#line] : [this.whole, live.whole];
  }

  /** All that counts, with its body. */
  get whole(): unknown {
    return (this.#whole ??= this.#withoutIgnored(requestContent(this.#request)));
  }
}

/** Whether two texts are one that has no idempotency key: such keys become pairs also where they are the same. */
export function areSameTexts(recorded: string | undefined, live: string | undefined): boolean {
  return recorded === live && !/idempotency[-_]?key/i.test(recorded ?? '');
}

function areSameContents(recorded: RecordedContent, live: RecordedContent): boolean {
  if (recorded.base64 !== live.base64) return false;
  if (recorded.base64 === undefined) return areSameTexts(recorded.text, live.text);
  const text = textIn(recorded.base64);
  return areSameTexts(text, text);
}

function bodyOf({ content: { text, base64 }, headers }: ComparedRequest): unknown {
  const contentType = headers['content-type'];
  const whole = text ?? textIn(base64) ?? latin1In(base64, contentType);
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

/** A text of another encoding: its secrets do not count either. */
function latin1In(base64: string | undefined, contentType: string | undefined): string | undefined {
  const isText = contentType !== undefined && isTextType(contentType);
  return isText ? Buffer.from(base64 ?? '', 'base64').toString('latin1') : undefined;
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
