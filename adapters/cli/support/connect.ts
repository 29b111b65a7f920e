// The server that verbs talk to: finds it, and turns the errors of its client into sentences for the terminal.

import { createClient, RepriseError, type Client, type WorldClient } from '../../client/index.ts';
import { worldNameCharsMax } from '../../protocol/limits.ts';
import { worldNamePattern } from '../../protocol/world-name.ts';
import { omitUndefined, trimEndOf } from '../../../core/index.ts';
import { CliError } from './errors.ts';
import { registrations, type Registration } from './local-files.ts';
import type { CliHost } from './cli-host.ts';

/** A server as the verbs find it; its keys are known if it was started in this folder. */
export type FoundServer = Pick<Registration, 'url' | 'token' | 'walletKey' | 'speechKey'>;

/** A server whose token may be unknown. */
type SelectedServer = Omit<FoundServer, 'token'> & { readonly token: string | undefined };

type Surroundings = Pick<CliHost, 'cwd' | 'env' | 'isRunning'>;

/** The server of --url, else of REPRISE_URL, else the newest one started in this folder. Throws CliError. */
function serverOf(url: string | undefined, { cwd, env, isRunning }: Surroundings): SelectedServer {
  const given = url ?? env['REPRISE_URL'];
  const requestedUrl = given === undefined ? undefined : trimEndOf(given, '/');
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
      `'${base}' is not valid: --url, or REPRISE_URL, must be a URL such as http://127.0.0.1:4600.`,
    );
  }
  const { walletKey, speechKey } = found ?? {};
  const token = env['REPRISE_TOKEN'] ?? found?.token;
  return { url: base, token, ...omitUndefined({ walletKey, speechKey }) };
}

/** The token of the server at a URL, if it was started in this folder, or is given. */
export function knownToken(url: string, { cwd, env, isRunning }: Surroundings): string | undefined {
  const found = registrations(cwd, isRunning).find((entry) => entry.url === url);
  return env['REPRISE_TOKEN'] ?? found?.token;
}

/** A stream gives up half a minute after a disconnect: 30 attempts. */
const reconnectMsMax = 1_000;

/** Calls `act` with a client of the server that `serverOf` finds. Rejects with CliError in place of the client's error. */
export async function withServer<Answer>(
  url: string | undefined,
  host: Surroundings,
  act: (client: Client, server: FoundServer) => Promise<Answer>,
): Promise<Answer> {
  const { token, ...server } = serverOf(url, host);
  const ending = new AbortController();
  const client = createClient({
    url: server.url,
    token: token ?? '',
    reconnection: { pauseMsMax: reconnectMsMax },
    fetch: (target, init) => fetch(target, { signal: ending.signal, ...init }),
  });
  try {
    if (token === undefined) {
      await client.health(); // no token helps if nothing answers
      throw new CliError(
        `The token of ${server.url} is unknown. Set REPRISE_TOKEN to the token that the server printed at startup.`,
      );
    }
    return await act(client, { ...server, token });
  } catch (error) {
    throw error instanceof RepriseError ? new CliError(sentenceOf(error, server.url)) : error;
  } finally {
    ending.abort(); // an answer that is no longer awaited must not keep the process
  }
}

/** A world by its name, existing or not. Throws CliError if the name is not valid. */
export function worldOf(client: Client, name: string): WorldClient {
  if (worldNamePattern.test(name)) return client.world(name);
  throw new CliError(
    `'${name}' is not a world name: it must have 1 to ${worldNameCharsMax} letters, digits, dots, dashes and underscores, and begin with a letter or digit.`,
  );
}

function sentenceOf({ code, message }: RepriseError, url: string): string {
  switch (code) {
    case 'unreachable':
      return `${message} Start it with \`reprise serve\`, or set another --url.`;
    case 'not-reprise':
      return `${message} Set another --url.`;
    case 'unauthorized':
      return `The server at ${url} refuses the token. Set REPRISE_TOKEN to the one that it printed at startup.`;
    case 'transaction-unknown':
      return message.replace(/; GET \S+ lists all\.$/, '; reprise tx list prints the newest.');
    case 'wallet-unknown':
      return message.replace(/; GET \S+ lists all\.$/, '; reprise wallet list prints the newest.');
    case 'tenant-unknown':
      return message.replace(/; GET \S+ lists all\.$/, '; reprise tenants lists all.');
    case 'tenant-has-worlds':
      return message.replace('send ?worlds=remove', 'add --with-worlds');
    case 'invalid-request':
      return message.replaceAll(/(^|; )(?:body|query)\./g, '$1');
    default:
      return message.replace(/POST \S+\/recording\/(start|stop)\.$/, 'reprise recording $1.');
  }
}
