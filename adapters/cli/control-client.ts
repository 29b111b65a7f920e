// The control plane from a shell: finds the server, sends, and turns its errors into sentences.

import { worldNamePattern } from '../http/app.ts';
import { worldNameCharsMax } from '../http/limits.ts';
import { CliError, DisconnectedError } from './errors.ts';
import { registrations } from './local-files.ts';
import type { Surroundings } from './serve.ts';

export interface ControlClient {
  /** A request below `/__reprise`. Rejects with CliError. */
  readonly control: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** What can be asked of one world, there or not. Throws CliError for what can be no world's name. */
  readonly world: (name: string) => WorldClient;
}

export interface WorldClient {
  /** The base URL of clients of this world. */
  readonly url: string;
  /** A request below `/__reprise/worlds/<world>`. Rejects with CliError. */
  readonly inWorld: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** Opens a stream of server-sent events below `/__reprise/worlds/<world>`, behind the event of this id. Rejects with CliError. */
  readonly openStream: (
    path: string,
    lastId: string | undefined,
    ended: AbortSignal,
  ) => Promise<Response>;
  /** A request to the wallet service in this world, with the given key. */
  readonly wallet: <T>(path: string, key: string) => Promise<T>;
}

/** The server of --url, of REPRISE_URL, or the newest that was started in this folder. */
export function connect(
  url: string | undefined,
  { cwd, env, isRunning }: Pick<Surroundings, 'cwd' | 'env' | 'isRunning'>,
): ControlClient {
  const requestedUrl = (url ?? env['REPRISE_URL'])?.replace(/\/+$/, '');
  const known = registrations(cwd, isRunning);
  const found =
    requestedUrl === undefined ? known[0] : known.find((entry) => entry.url === requestedUrl);
  const base = requestedUrl ?? found?.url;
  if (base === undefined) {
    throw new CliError(
      'No server was started in this folder. Start one with `reprise serve`, or name one with --url.',
    );
  }
  if (!URL.canParse(base) || !/^https?:/.test(base)) {
    throw new CliError(`'${base}' is no URL such as http://127.0.0.1:4600.`);
  }
  const token = env['REPRISE_TOKEN'] ?? found?.token;
  if (token === undefined) {
    throw new CliError(
      `The token of ${base} is not known here. Set REPRISE_TOKEN to the one printed at its start.`,
    );
  }
  const control: ControlClient['control'] = (method, path, body) =>
    ask(method, `${base}/__reprise${path}`, token, body);
  return {
    control,
    world(name) {
      // Others, such as `..`, would lead to another place.
      if (!worldNamePattern.test(name)) {
        throw new CliError(
          `'${name}' is no name of a world: it has 1 to ${worldNameCharsMax} letters, digits, dots, dashes and underscores, and begins with a letter or digit.`,
        );
      }
      const home = `${base}/w/${name}`;
      return {
        url: home,
        inWorld: (method, path, body) => control(method, `/worlds/${name}${path}`, body),
        openStream: (path, lastId, ended) =>
          openStream(`${base}/__reprise/worlds/${name}${path}`, token, lastId, ended),
        wallet: (path, key) => ask('GET', home + path, key),
      };
    },
  };
}

async function ask<T>(method: string, url: string, bearer: string, body?: object): Promise<T> {
  const response = await send(url, {
    method,
    headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = answerOf(text, url);
  if (response.ok) return answer as T;
  throw refusalOf(response, answer);
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
  const refusal = refusalOf(response, answerOf(await response.text(), url));
  throw response.status === 503 ? new DisconnectedError(refusal.message) : refusal;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    throw new DisconnectedError(
      `Nothing answers at ${new URL(url).origin}. Is the server running?`,
    );
  }
}

function refusalOf({ status }: Response, { error, message }: Answer): CliError {
  return new CliError(error?.message ?? message ?? `The server answered ${status}.`);
}

interface Answer {
  readonly error?: { readonly message: string };
  readonly message?: string;
}

function answerOf(text: string, url: string): Answer {
  try {
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  } catch {
    throw new CliError(`What answers at ${new URL(url).origin} is not Reprise.`);
  }
}
