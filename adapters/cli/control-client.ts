// Client of the control plane for the verbs: finds the server, sends requests, and converts errors to messages.

import { omitUndefined } from '../../core/index.ts';
import { worldNamePattern } from '../http/app.ts';
import { worldNameCharsMax } from '../http/limits.ts';
import { CliError, DisconnectedError, RefusedError } from './errors.ts';
import { registrations, type Registration } from './local-files.ts';
import type { CliHost } from './serve.ts';

export interface ControlClient {
  /** A request below `/__reprise`. Rejects with CliError. */
  readonly control: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** Client of one world, existing or not. Throws CliError if the name is not valid. */
  readonly world: (name: string) => WorldClient;
}

export interface WorldClient {
  /** The base URL of clients of this world. */
  readonly url: string;
  /** A request below `/__reprise/worlds/<world>`. Rejects with CliError. */
  readonly inWorld: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** Opens a stream of server-sent events below `/__reprise/worlds/<world>`, after the event with this id. Rejects with CliError. */
  readonly openStream: (
    path: string,
    lastId: string | undefined,
    ended: AbortSignal,
  ) => Promise<Response>;
  /** Opens a text below `/__reprise/worlds/<world>`. Rejects with CliError. */
  readonly openText: (path: string) => Promise<Response>;
  /** A request to the wallet service in this world, with the given key. */
  readonly wallet: <T>(path: string, key: string) => Promise<T>;
}

/** A server as the verbs find it; its keys are known if it was started in this folder. */
export type FoundServer = Pick<Registration, 'url' | 'token' | 'walletKey' | 'speechKey'>;

type Surroundings = Pick<CliHost, 'cwd' | 'env' | 'isRunning'>;

/** The server of --url, else of REPRISE_URL, else the newest one started in this folder. Throws CliError. */
export function serverOf(
  url: string | undefined,
  { cwd, env, isRunning }: Surroundings,
): FoundServer {
  const requestedUrl = (url ?? env['REPRISE_URL'])?.replace(/\/+$/, '');
  const known = registrations(cwd, isRunning);
  const found =
    requestedUrl === undefined ? known[0] : known.find((entry) => entry.url === requestedUrl);
  const base = requestedUrl ?? found?.url;
  if (base === undefined) {
    throw new CliError(
      'No server was started in this folder. Start one with `reprise serve`, or set --url.',
    );
  }
  if (!URL.canParse(base) || !/^https?:/.test(base)) {
    throw new CliError(
      `'${base}' is not valid: --url must be a URL such as http://127.0.0.1:4600.`,
    );
  }
  const token = env['REPRISE_TOKEN'] ?? found?.token;
  if (token === undefined) {
    throw new CliError(
      `The token of ${base} is unknown. Set REPRISE_TOKEN to the token that the server printed at startup.`,
    );
  }
  const { walletKey, speechKey } = found ?? {};
  return { url: base, token, ...omitUndefined({ walletKey, speechKey }) };
}

/** The client of the server that `serverOf` finds. */
export function connect(url: string | undefined, host: Surroundings): ControlClient {
  const { url: base, token } = serverOf(url, host);
  const control: ControlClient['control'] = (method, path, body) =>
    request(method, `${base}/__reprise${path}`, token, body);
  return {
    control,
    world(name) {
      // Other names, such as `..`, would change the path.
      if (!worldNamePattern.test(name)) {
        throw new CliError(
          `'${name}' is not a world name: it must have 1 to ${worldNameCharsMax} letters, digits, dots, dashes and underscores, and begin with a letter or digit.`,
        );
      }
      const worldUrl = `${base}/w/${name}`;
      return {
        url: worldUrl,
        inWorld: (method, path, body) => control(method, `/worlds/${name}${path}`, body),
        openStream: (path, lastId, ended) =>
          openStream(`${base}/__reprise/worlds/${name}${path}`, token, lastId, ended),
        openText: (path) => openText(`${base}/__reprise/worlds/${name}${path}`, token),
        wallet: async (path, key) => {
          try {
            return await request('GET', worldUrl + path, key);
          } catch (error) {
            throw error instanceof RefusedError && error.status === 401
              ? new CliError(
                  `${error.message} Set --wallet-key to a wallet key of world '${name}'.`,
                )
              : error;
          }
        },
      };
    },
  };
}

async function request<T>(method: string, url: string, bearer: string, body?: object): Promise<T> {
  const response = await send(url, {
    method,
    headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = parseAnswer(text, url);
  if (response.ok) return answer as T;
  throw errorFrom(response, answer);
}

async function openStream(
  url: string,
  token: string,
  lastId: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const response = await send(url, {
    signal,
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'text/event-stream',
      ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
    },
  });
  if (response.ok) return response;
  const error = errorFrom(response, parseAnswer(await response.text(), url));
  throw response.status === 503 ? new DisconnectedError(error.message) : error;
}

async function openText(url: string, token: string): Promise<Response> {
  const response = await send(url, { headers: { Authorization: `Bearer ${token}` } });
  if (response.ok) return response;
  throw errorFrom(response, parseAnswer(await response.text(), url));
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    throw new DisconnectedError(
      `No server answers at ${new URL(url).origin}. Start it, or set another --url.`,
    );
  }
}

function errorFrom({ status, url }: Response, { error, message }: Answer): RefusedError {
  const text =
    error?.code === 'unauthorized'
      ? `The server at ${new URL(url).origin} refuses the token. Set REPRISE_TOKEN to the one that it printed at startup.`
      : ((error && inWordsOfVerbs(error)) ?? message ?? `The server answered ${status}.`);
  return new RefusedError(text, status);
}

/** Without what only senders of requests need: routes that list records, the part of a request with a field. */
function inWordsOfVerbs({ code, message }: ControlProblem): string {
  if (code === 'transaction-unknown') {
    return message.replace(/; GET \S+ lists all\.$/, '; reprise tx list prints the newest.');
  }
  if (code === 'wallet-unknown') {
    return message.replace(/; GET \S+ lists all\.$/, '; reprise wallet list prints the newest.');
  }
  const recording = /POST \S+\/recording\/(start|stop)\.$/;
  if (recording.test(message)) return message.replace(recording, 'reprise recording $1.');
  return code === 'invalid-request' ? message.replaceAll(/(^|; )(?:body|query)\./g, '$1') : message;
}

interface ControlProblem {
  readonly code: string;
  readonly message: string;
}

interface Answer {
  readonly error?: ControlProblem;
  readonly message?: string;
}

function parseAnswer(text: string, url: string): Answer {
  try {
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  } catch {
    throw new CliError(`The server at ${new URL(url).origin} is not Reprise. Set another --url.`);
  }
}
