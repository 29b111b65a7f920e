// A request as a command line of curl and as a call of fetch. What is redacted in it stays redacted.

import { shellWord } from '../../../shell-quotes.ts';
import type { Exchange } from '../../story/story.ts';

/** What a client sends. */
export interface RequestToSend {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** Headers that clients make themselves: of the connection, and of what the body is. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'sec-fetch-mode',
  'transfer-encoding',
  'upgrade',
]);

/** `base`: the address of the world, without a slash at its end; of the server for requests of its control plane. */
export function sentRequestOf(
  { method, url, request, kind }: Exchange,
  base: { readonly world: string; readonly server: string },
): RequestToSend {
  const isAbsolute = /^[a-z][a-z\d+.-]*:\/\//i.test(url);
  // A recorded URL has the world that it was sent to, or none.
  const isOfServer = kind === 'control' || /^\/w\/[^/?]+(?=[/?]|$)/.test(url);
  const start = isOfServer ? base.server : base.world;
  const headers = Object.entries(request?.headers ?? {})
    .filter(([name]) => !ownHeaders.has(name.toLowerCase()))
    // A line break would begin another header.
    .map(([name, value]) => [name, value.replaceAll(/[\r\n\0]+/g, ' ').trim()] as const);
  const text = request?.text;
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const type: RequestToSend['headers'] =
    text !== undefined && !isTyped && request?.headers === undefined && isJson(text)
      ? [['Content-Type', 'application/json']]
      : [];
  return {
    method,
    url: isAbsolute ? url : `${start}${url}`,
    headers: [...headers, ...type],
    ...(text === undefined || text === '' ? {} : { body: text.replaceAll('\0', '') }),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The words of the command, before they are quoted. */
export function curlWords({ method, url, headers, body }: RequestToSend): readonly string[] {
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return [
    'curl',
    // Brackets and dots of a path are sent as they are.
    '--globoff',
    '--path-as-is',
    ...methodWords(method, body !== undefined),
    ...headers.flatMap(([name, value]) => ['-H', value === '' ? `${name};` : `${name}: ${value}`]),
    // curl would say that the body is a form.
    ...(body !== undefined && !isTyped ? ['-H', 'Content-Type:'] : []),
    ...(body === undefined ? [] : ['--data-raw', body]),
    url,
  ];
}

function methodWords(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD' && !hasBody) return ['--head'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : ['-X', method];
}

/** In lines, for a POSIX shell. */
export function curlText(request: RequestToSend): string {
  const lines: string[] = [];
  let line = '';
  for (const word of curlWords(request)) {
    const quoted = shellWord(word);
    if ((word.startsWith('-') && line !== 'curl') || line.length > lineChars) {
      lines.push(line);
      line = quoted;
    } else {
      line = line === '' ? quoted : `${line} ${quoted}`;
    }
  }
  return [...lines, line].join(' \\\n  ');
}

/** After so many characters, the next word begins a line. */
const lineChars = 60;

/** An expression in JavaScript, to be awaited. */
export function fetchText({ method, url, headers, body }: RequestToSend): string {
  const members = [
    ...(method === 'GET' && body === undefined ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: ${headersText(headers)}`]),
    ...(body === undefined ? [] : [`body: ${JSON.stringify(body)}`]),
  ];
  if (members.length === 0) return `await fetch(${JSON.stringify(url)})`;
  return `await fetch(${JSON.stringify(url)}, {\n  ${members.join(',\n  ')},\n})`;
}

/** As pairs, since a header may come twice, and `__proto__` is a name. */
function headersText(headers: RequestToSend['headers']): string {
  const pairs = headers.map(
    (pair) => `    [${pair.map((text) => JSON.stringify(text)).join(', ')}],`,
  );
  return `[\n${pairs.join('\n')}\n  ]`;
}
