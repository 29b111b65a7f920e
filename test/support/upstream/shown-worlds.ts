// Sessions with a world, recorded by itself or through a proxy, and all that a client can read of it, without what each world chooses.

import { join } from 'node:path';
import {
  readAnyRecording,
  type Lines,
  type Recording,
} from '../../../adapters/recording/format/reader.ts';
import { trafficOf, type Traffic } from '../../../adapters/upstream/traffic.ts';
import { startServer, testKey, type JsonBody, type TestServer } from '../server/server.ts';
import { inFolder, recordThrough } from './recorded.ts';

export type Recorder = 'world' | 'proxy';

/** A client of one world, at its URL. */
export interface WorldClient {
  readonly url: string;
  readonly get: (path: string) => Promise<JsonBody>;
  readonly send: (method: string, path: string, body?: unknown) => Promise<JsonBody>;
}

type Acting = (client: WorldClient, server: TestServer) => Promise<void>;

/** The traffic of what `act` does in a world of a fixture. */
export async function recordedSession(
  recorder: Recorder,
  fixture: object,
  act: Acting,
): Promise<Traffic> {
  return trafficOf(await recordingOf(recorder, fixture, act));
}

/** The same as a recording. */
export function recordingOf(
  recorder: Recorder,
  fixture: object,
  act: Acting,
): Promise<Recording<Lines>> {
  return inFolder(async (folder) => {
    const file = join(folder, 'session.jsonl');
    const server = await startServer({ newRecordingFile: () => file });
    try {
      await createWorld(server, 'real', fixture);
      const url = `${server.url}/w/real`;
      if (recorder === 'proxy') {
        await recordThrough(url, file, (proxy) => act(clientAt(proxy), server));
      } else {
        await server.control('POST', '/worlds/real/recording/start');
        await act(clientAt(url), server);
        await server.control('POST', '/worlds/real/recording/stop');
      }
      return await readAnyRecording(file);
    } finally {
      await server.close();
    }
  });
}

/** Does something in a world of a fixture. */
export async function inWorldOf<Value>(
  fixture: object,
  act: (client: WorldClient) => Promise<Value>,
): Promise<Value> {
  const server = await startServer();
  try {
    await createWorld(server, 'again', fixture);
    return await act(clientAt(`${server.url}/w/again`));
  } finally {
    await server.close();
  }
}

async function createWorld(server: TestServer, name: string, fixture: object): Promise<void> {
  const { status, body } = await server.control('POST', '/worlds', { name, fixture });
  if (status !== 201) throw new Error(JSON.stringify(body));
}

function clientAt(url: string): WorldClient {
  const send: WorldClient['send'] = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  return { url, send, get: (path) => send('GET', path) };
}

/** The account of the wallet service: without ids, dates and addresses of wallets. */
export async function readAccount({ get }: WorldClient): Promise<object> {
  const sets = (await get('/v1/w3s/walletSets?pageSize=50')).data.walletSets as JsonBody[];
  const wallets = (await get('/v1/w3s/wallets?pageSize=50')).data.wallets as JsonBody[];
  const read: object[] = [];
  for (const { id, walletSetId, ...rest } of wallets) {
    const path = `/v1/w3s/wallets/${id}`;
    const { tokenBalances } = (await get(`${path}/balances?includeAll=true&pageSize=50`)).data;
    const { nfts } = (await get(`${path}/nfts?includeAll=true&pageSize=50`)).data;
    const set = sets.findIndex((one) => one.id === walletSetId);
    const balances = (tokenBalances as JsonBody[]).map(held).sort();
    read.push({ ...without(rest), set, balances, nfts: (nfts as JsonBody[]).map(held).sort() });
  }
  return { sets: sets.map(without), wallets: read };
}

function held({ token, amount, nftTokenId, metadata }: JsonBody): string {
  return JSON.stringify({ token: without(token), amount, nftTokenId, metadata });
}

/** A record without its id and dates, and without the address that a world derives for a wallet. */
function without(record: JsonBody): object {
  const names = ['id', 'address', 'createDate', 'updateDate'];
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

const everything =
  'start_date=0100-01-01&end_date=9000-01-01&status=publish,future,draft,pending,private';

/** All records of a calendar, by the names of lists. The index of its site has the time zone. */
export async function readCalendar({ get }: WorldClient): Promise<Record<string, object[]>> {
  const api = '/calendar/events/v1';
  await get('/wp-json');
  const read: Record<string, object[]> = {};
  for (const list of ['categories', 'tags', 'venues', 'organizers', 'events']) {
    const query = list === 'events' ? everything : 'status=publish,future,draft,pending,private';
    const items: object[] = [];
    for (let page = 1; ; page += 1) {
      const isTerm = list === 'categories' || list === 'tags';
      const path = `${api}/${list}?per_page=50&page=${page}${isTerm ? '&hide_empty=false' : `&${query}`}`;
      const answer = await get(path);
      items.push(...((answer[list] ?? []) as object[]));
      if (!(page < answer.total_pages)) break;
    }
    read[list] = items;
  }
  return read;
}

/** Members of records that each world chooses, or that depend on its instant. */
const own = new Set([
  'id',
  'term_taxonomy_id',
  'global_id',
  'global_id_lineage',
  'modified',
  'modified_utc',
  'url',
  'urls',
  'rest_url',
  'parent',
  'website',
  'image',
]);

/** Records without such members. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !own.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, comparable(member)]));
}
