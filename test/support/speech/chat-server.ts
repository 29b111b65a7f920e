// An endpoint for live thinkers and functions on a free port of the loopback: records requests, and answers as configured.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChatRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The messages of a request to a thinker. */
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
}

/** Writes an answer, and may leave it open. */
export type Answer = (response: ServerResponse, request: ChatRequest) => void;

export interface ChatServer {
  readonly url: string;
  readonly requests: readonly ChatRequest[];
  /** Answers whose connections have not ended. */
  readonly open: ReadonlySet<ServerResponse>;
  /** The next answers by path; the last one is repeated. */
  readonly answers: Record<string, Answer[]>;
  /** Clears requests and answers, and ends open ones. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

export async function chatServer(): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const open = new Set<ServerResponse>();
  const answers: Record<string, Answer[]> = {};
  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString('utf8')));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const { messages = [] } = parsed(text);
      requests.push({ method, path, headers, text, messages });
      const next = answers[path.replace(/\?.*/, '')] ?? [];
      const answer = next.length > 1 ? next.shift() : next[0];
      if (answer === undefined) response.writeHead(404).end();
      else answer(response, requests.at(-1) as ChatRequest);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    open,
    answers,
    reset() {
      requests.splice(0);
      for (const response of open) response.destroy();
      open.clear();
      for (const path of Object.keys(answers)) delete answers[path];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function parsed(text: string): Partial<Pick<ChatRequest, 'messages'>> {
  try {
    return JSON.parse(text) as Partial<Pick<ChatRequest, 'messages'>>;
  } catch {
    return {};
  }
}

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
const delta = (own: object) => event({ choices: [{ index: 0, delta: own }] });
const end = `${event({ choices: [{ delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`;

/** A stream of these pieces of text. */
export const textStream =
  (...texts: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const content of texts) response.write(delta({ content }));
    response.end(end);
  };

/** As `textStream`, without an end. */
export const unfinishedStream =
  (text: string): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(delta({ content: text }));
  };

/** A stream with function calls, each with its arguments in two pieces. */
export const functionCallStream =
  (...calls: readonly (readonly [name: string, text: string])[]): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const [index, [name, text]] of calls.entries()) {
      const first = { index, id: `call_${index}`, function: { name, arguments: text.slice(0, 3) } };
      response.write(delta({ tool_calls: [first] }));
      response.write(delta({ tool_calls: [{ index, function: { arguments: text.slice(3) } }] }));
    }
    response.end(end);
  };

/** A document with a status. */
export const respondWith =
  (status: number, text = '', headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(text);

/** No answer. */
export const noAnswer: Answer = () => undefined;

/** Comments of a stream, until the connection ends. */
export const endlessComments: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const more = () => {
    while (!response.destroyed && response.write(`: ${'a'.repeat(16_000)}\n\n`));
  };
  response.on('drain', more);
  more();
};
