// All responses that read a world: each GET of both services and of the control plane, as bytes.

import { routes as calendarRoutes } from '../../../adapters/services/calendar/routes.ts';
import { controlRoutes } from '../../../adapters/control/routes.ts';
import { routes as walletRoutes } from '../../../adapters/services/wallet/routes.ts';
import { siteRoutes } from '../../../adapters/services/calendar/routes/site.ts';
import type { Reprise } from '../../../adapters/reprise.ts';
import { token } from './server.ts';
import { usdcId } from '../wallet/commands.ts';
import { sessionUsers } from '../session-requests/calendar-requests.ts';
import { sessionKeys, type RecordIds } from '../session-requests/request-kit.ts';

/** Status, headers and body of each answer, by the method, path and caller of its request. */
export type Answers = ReadonlyMap<string, string>;

export interface ReadOptions {
  /** The world name to print in answers instead of its own: of the same length, since lines of feeds are folded. */
  readonly as: string;
  readonly ids: RecordIds;
}

/** Sends every read request to a world. */
export async function everyAnswer(
  { app }: Pick<Reprise, 'app'>,
  world: string,
  { as, ids }: ReadOptions,
): Promise<Answers> {
  const answers = new Map<string, string>();
  const renamed = (text: string) =>
    text
      .replaceAll(`/w/${world}`, `/w/${as}`)
      .replaceAll(`/worlds/${world}`, `/worlds/${as}`)
      .replaceAll(`'${world}'`, `'${as}'`);
  for (const { method, path, headers } of everyRequest(ids, world, world === as)) {
    const { status, body, bytes, ...answer } = await app.handle({
      method,
      url: path,
      headers: { host: '127.0.0.1:4600', ...headers },
      body: Buffer.alloc(0),
      origin: 'http://127.0.0.1:4600',
    });
    // The request id depends on earlier requests of the process, not on the world.
    const { 'X-Request-Id': _id, ...told } = answer.headers;
    const name = `${method} ${renamed(path)} ${headers['authorization'] ?? 'nobody'}`;
    answers.set(name, renamed(JSON.stringify([status, told, body ?? bytes?.toString('base64')])));
  }
  return answers;
}

interface Read {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

function everyRequest(made: RecordIds, world: string, isItself: boolean): readonly Read[] {
  const below = (paths: readonly string[]) => paths.map((path) => `/w/${world}${path}`);
  const wallet = walletRoutes
    .filter(({ methods }) => methods.includes('GET'))
    .flatMap(({ path }) => withIds(path, walletIds(path, made)));
  const calendar = [
    '/',
    '/calendar/events.ics',
    '/wp-json/',
    ...siteRoutes.flatMap(({ path }) => withIds(path, sitePaths)),
    ...['0.jpg', '0-150x150.jpg', '2.jpg'].map((name) => `/wp-content/uploads/${name}`),
    ...calendarRoutes
      .filter(({ methods }) => methods.includes('GET'))
      .flatMap(({ path }) => withIds(path, calendarIds(path, made)))
      .flatMap((path) =>
        ['/wp-json/calendar/events/v1', '/wp-json/tribe/events/v1'].map((at) => at + path),
      ),
    ...calendarQueries.map((path) => `/wp-json/calendar/events/v1${path}`),
  ];
  const [admin] = sessionUsers;
  const password = Buffer.from(`${admin.login}:${admin.password}`).toString('base64');
  const keys = [sessionKeys.test, sessionKeys.live].map((key) => `Bearer ${key}`);
  return [
    ...below(wallet).flatMap((path) => keys.map((key) => read(path, key))),
    ...below(calendar).flatMap((path) => [read(path), read(path, `Basic ${password}`)]),
    ...below(calendar).map((path) => ({ ...read(path), method: 'HEAD' })),
    ...controlPaths(made, isItself).map((path) =>
      read(`/__reprise/worlds/${world}${path}`, `Bearer ${token}`),
    ),
  ];
}

function read(path: string, authorization?: string): Read {
  return { method: 'GET', path, headers: authorization === undefined ? {} : { authorization } };
}

const sitePaths = ['fair', 'market', 'town-hall', 'fair-board', 'music'];

/** Lists with parameters, besides the plain routes. */
const calendarQueries = [
  '/events?start_date=2020-01-01&end_date=2040-01-01&per_page=50&status=publish',
  '/events?start_date=2020-01-01&end_date=2040-01-01&per_page=2&page=2',
  '/categories?hide_empty=false',
  '/tags?hide_empty=false&_fields=id,name,urls',
];

/** The read paths of the control plane; without the description of a fork, which differs from its origin's. */
function controlPaths({ wallet }: RecordIds, isItself: boolean): readonly string[] {
  const paths = controlRoutes
    .filter(({ methods, path }) => methods.includes('GET') && path.startsWith('/worlds/:w/'))
    .map(({ path }) => path.slice('/worlds/:w'.length))
    .filter((path) => !path.includes(':id')) // frames of sessions, which these services do not have
    .filter((path) => path !== '/requests') // per process, not per world
    .filter((path) => isItself || path !== '/journal'); // shows what the world began with: its name, its parent
  return [
    ...(isItself ? [''] : []),
    ...paths.flatMap((path) =>
      path.includes(':blockchain')
        ? ['ETH', 'ETH-SEPOLIA', 'MATIC-AMOY', 'SOL-DEVNET'].map((chain) =>
            path.replace(':blockchain', chain),
          )
        : [path],
    ),
    '/state?limit=1000',
    '/events?limit=1000',
    ...(wallet.length === 0 ? [] : ['/state?table=wallet/wallets&after=1']),
  ];
}

function withIds(path: string, ids: readonly string[]): readonly string[] {
  return /:(id|slug)\b/.test(path) ? ids.map((id) => path.replace(/:(id|slug)\b/, id)) : [path];
}

function walletIds(path: string, { set, wallet, transaction, subscription }: RecordIds) {
  if (path.includes('/walletSets/')) return set;
  if (path.includes('/tokens/')) return [usdcId];
  if (path.includes('/subscriptions/')) return subscription;
  return path.includes('/transactions/') ? transaction : wallet;
}

function calendarIds(path: string, made: RecordIds): readonly string[] {
  const kinds = ['event', 'venue', 'organizer', 'category', 'tag'] as const;
  if (path.includes(':slug')) return ['fair', 'fair-2', 'market', 'town-hall', 'fair-board'];
  const kind = kinds.find((one) => path.startsWith(`/${one === 'category' ? 'categor' : one}`));
  return kind === undefined ? [] : made[kind];
}
