// The lines of an entry that another program wrote, as a proxy would have recorded them.

import { BodyRecorder, type MessageEntries } from '../relay/body-recorder.ts';
import type { TrafficEntry } from '../relay/traffic-log.ts';
import { inLowerCase, isStreamType, isTextType, recordedHeaders } from '../headers.ts';
import { recordedText } from '../links.ts';
import type { Upstream } from '../upstreams.ts';
import { recordedReason } from '../reason.ts';
import { failureNamed } from './failure-names.ts';
import { answerHeaders, headerIn, requestPairs } from './foreign-headers.ts';
import { localUrl } from './har-services.ts';
import type { HarEntry } from './har-format.ts';

/** The number of the head in the lines of its entry, to which answers refer. */
export const headNumber = 1;
/** The number of the answer. */
export const answerNumber = 2;

/** Lines with `to` as one of the numbers above. */
type Line = TrafficEntry;

/** Whether an entry is that of a WebSocket. */
export function isSocket({ request, response }: HarEntry, messages: number): boolean {
  return messages > 0 || /^wss?:/i.test(request.url) || response?.status === 101;
}

/** The request with its content. */
export function foreignRequest(
  entry: HarEntry,
  { service, base }: Upstream,
  isOfSocket: boolean,
): readonly Line[] {
  const { url: whole, headers: given, postData } = entry.request;
  const method = entry.request.method.toUpperCase(); // as browsers send it
  const headers = recordedHeaders(requestPairs(given ?? []), inLowerCase);
  const url = localUrl(whole, base) ?? '/';
  if (isOfSocket) return [{ kind: 'ws.open', conn: 1, service, url, headers }];
  const type = headers['content-type'] ?? postData?.mimeType ?? undefined;
  return contentLines(
    requestBody(entry) ?? Buffer.alloc(0),
    { type, base, isStream: false },
    headNumber,
    (content) => ({ kind: 'http.request', service, method, url, headers, ...content }),
  );
}

/** The answer with its content, or the failure. */
export function foreignAnswer(
  entry: HarEntry,
  { base }: Upstream,
  isOfSocket: boolean,
): readonly Line[] {
  const { request, response } = entry;
  const error = response?._error ?? response?._failureText;
  const status = isOfSocket && !isStatus(response?.status) ? 101 : response?.status;
  if (!isStatus(status))
    return [{ kind: 'http.failure', to: headNumber, failure: failureNamed(error) }];
  const body = mayHaveBody(request.method, status) ? (answerBody(entry) ?? noBytes) : undefined;
  const server = { base, url: localUrl(request.url, base) ?? '/' };
  const headers = answerHeaders(response?.headers ?? [], server, body, status === 101);
  const reason = recordedReason(status, response?.statusText || undefined); // HTTP/2 has none
  const type = headers['content-type'] ?? headers['Content-Type'];
  const lines = contentLines(
    body ?? noBytes,
    { type, base, isStream: isStreamType(type) },
    answerNumber,
    (content) => ({
      kind: 'http.answer',
      to: headNumber,
      status,
      ...reason,
      headers,
      ...content,
    }),
  );
  const failure = error === null || error === undefined ? undefined : failureNamed(error);
  // Browsers report each download as aborted.
  return failure === undefined || failure === 'cancelled' || status === 101
    ? lines
    : [...lines, { kind: 'http.failure', to: answerNumber, failure }];
}

/** Whether the entry has content that is not in the file. */
export function lacksBody(entry: HarEntry, isOfSocket: boolean): boolean {
  const { request, response } = entry;
  if (isOfSocket) return false;
  const sentBytes = Math.max(
    request.bodySize ?? 0,
    Number(headerIn(request.headers, 'content-length') ?? 0),
  );
  if (sentBytes > 0 && (requestBody(entry)?.length ?? 0) === 0) return true;
  const status = response?.status;
  if (!isStatus(status) || !mayHaveBody(request.method, status)) return false;
  if (answerBody(entry) !== undefined) return false;
  const size = response?.content?.size ?? -1;
  const isRedirect = status >= 300 && status < 400;
  return (
    size > 0 || (size < 0 && !isRedirect && headerIn(response?.headers, 'content-length') !== '0')
  );
}

/** The bytes of the longer body of an entry. */
export function bodyBytes(entry: HarEntry): number {
  return Math.max(requestBody(entry)?.length ?? 0, answerBody(entry)?.length ?? 0);
}

const noBytes = Buffer.alloc(0);

/** Whether content is said to be in base64, and is not. */
export function notBase64({ request: { postData }, response }: HarEntry): boolean {
  const { text, encoding } = response?.content ?? {};
  return (
    (postData?._encoding === 'base64' && !isBase64(postData.text ?? '')) ||
    (encoding === 'base64' && !isBase64(text ?? ''))
  );
}

/** With line breaks, and padding at its end, if any. */
export function isBase64(text: string): boolean {
  return !/[^\w+/=\s-]|=[^=\s]/.test(text);
}

/** Whether a status is that of a failure, or of an answer that ends an exchange. */
export function hasStatus(status: number | undefined): boolean {
  return status === undefined || status <= 0 || status === 101 || (status >= 200 && status <= 999);
}

function isStatus(status: number | undefined): status is number {
  return status !== undefined && status >= 100 && status <= 999;
}

function mayHaveBody(method: string, status: number): boolean {
  return method.toUpperCase() !== 'HEAD' && ![101, 204, 304].includes(status);
}

function requestBody({ request: { postData } }: HarEntry): Buffer | undefined {
  const { text, params, mimeType, _encoding } = postData ?? {};
  if (typeof text === 'string')
    return Buffer.from(text, _encoding === 'base64' ? 'base64' : 'utf8');
  const isForm = mimeType?.startsWith('application/x-www-form-urlencoded') === true;
  if (!isForm || params === null || params === undefined) return undefined;
  return Buffer.from(
    new URLSearchParams(
      params.map(({ name, value }): [string, string] => [name, value ?? '']),
    ).toString(),
  );
}

function answerBody({ response }: HarEntry): Buffer | undefined {
  const { text, encoding } = response?.content ?? {};
  if (typeof text !== 'string') return undefined;
  return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
}

interface ContentForm {
  readonly type: string | undefined;
  readonly base: string;
  readonly isStream: boolean;
}

type EntryContent = Parameters<MessageEntries['entry']>[0];

/** A message and its parts, if it is long or a stream. */
function contentLines(
  body: Buffer,
  { type, base, isStream }: ContentForm,
  number: number,
  head: (content: EntryContent) => Line,
): readonly Line[] {
  const lines: Line[] = [];
  const isText = isTextType(type);
  const recorder = new BodyRecorder(
    {
      entry: (content) => void lines.push(head(content)),
      part: (content) => void lines.push({ kind: 'http.part', to: number, ...content }),
    },
    { isText, isStream },
  );
  const latin1 = body.toString('latin1');
  if (body.length > 0) recorder.push(isText ? recordedText(latin1, base) : latin1);
  recorder.end();
  return lines;
}
