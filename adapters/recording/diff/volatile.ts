// Values that differ in each run of the same program, and are not compared: addresses of servers, and headers that the HTTP library of
// the client sets.

/** Headers about the connection, the host and its time, the client's library, and traces. */
const ignoredHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'age',
  'b3',
  'baggage',
  'connection',
  'content-length',
  'date',
  'etag',
  'host',
  'keep-alive',
  'sec-websocket-extensions',
  'sec-websocket-key',
  'sec-websocket-version',
  'sentry-trace',
  'te',
  'traceparent',
  'tracestate',
  'transfer-encoding',
  'uber-trace-id',
  'upgrade',
  'user-agent',
  'x-amzn-trace-id',
  'x-circle-signature', // of a body that is compared
  'x-cloud-trace-context',
  'x-correlation-id',
  'x-reprise-world',
]);
const ignoredHeaderPrefixes = [
  'sec-ch-',
  'sec-fetch-',
  'x-b3-',
  'x-datadog-',
  'x-fern-',
  'x-stainless-',
];
/** Of a client it is part of a trace, and services answer with the same. Of a service it is an id as others. */
const requestId = 'x-request-id';

type Headers = Readonly<Record<string, string>>;

/** The headers of a request, an answer or a webhook that count, by name in lower case. */
export function countedHeaders(headers: Headers): Headers {
  const counted = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(
      ([name]) =>
        !ignoredHeaders.has(name) &&
        ignoredHeaderPrefixes.every((prefix) => !name.startsWith(prefix)),
    );
  return Object.fromEntries(counted);
}

/** The headers of a request that count. */
export function countedOfRequest(headers: Headers): Headers {
  const { [requestId]: _traced, ...counted } = countedHeaders(headers);
  return counted;
}

/** The headers of an answer that count. */
export function countedOfAnswer(headers: Headers, request: Headers): Headers {
  const { [requestId]: traced, ...counted } = countedHeaders(headers);
  const isRepeated = traced === undefined || traced === valueOf(request, requestId);
  return isRepeated ? counted : { ...counted, [requestId]: traced };
}

function valueOf(headers: Headers, name: string): string | undefined {
  return Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
}

/** Whether a member is an idempotency key, which a client picks at random. */
export function isKeyName(name: string): boolean {
  return /^(x[-_])?idempotency[-_]?key$/i.test(name);
}

/** The path of a URL without the name of the world. */
export function withoutWorld(url: string): string {
  return url.replace(/^\/w\/[^/?]+(?=[/?]|$)/, '');
}

/** A name of a world in a text, which may go on after it. */
const worldInText = /^\/w\/[\w.-]+/;

/** A text without the address of the server, the name of the world, and ports of the loopback. */
export function withoutAddresses(text: string, origin: string | undefined): string {
  const plain = origin === undefined ? text : withoutSite(text, origin);
  return plain.replace(/\b(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\b/g, '$1:{port}');
}

/** Without the origin and its host, and without the names of worlds after them. */
function withoutSite(text: string, origin: string): string {
  const [start = '', ...rest] = text.split(origin);
  const relative = [start, ...rest.map((part) => part.replace(worldInText, ''))].join('{origin}');
  return withoutHost(relative, hostOf(origin));
}

/** Without a host that is named by itself, as in the global ids of the calendar, and without the name of a world after it. */
export function withoutHost(text: string, host: string): string {
  if (host === '' || !text.includes(host)) return text;
  const source = host.replace(/\W/g, '\\$&');
  const named = new RegExp(`(?<![\\w.-])${source}(?:/w/[\\w.-]+)?(?![\\w.:-])`, 'g');
  return text.replace(named, '{host}');
}

/** Without scheme and port. */
function hostOf(origin: string): string {
  return /^[^/]*\/\/(\[[^\]]*\]|[^/:]*)/.exec(origin)?.[1] ?? '';
}
