// `reprise worlds`: which worlds there are, what they are, and how they are made, reset and removed.

import type { ClockMode } from '../../core/index.ts';
import type { CalendarConfig } from '../services/calendar/config.ts';
import { shownKey } from '../fingerprints.ts';
import type { ControlClient } from './control-client.ts';
import { CliError } from './errors.ts';
import { fixtureNamed, refusedElsewhere } from './fixture.ts';
import { table } from './table.ts';

/** A world as the control plane shows it. */
export interface ShownWorld {
  readonly name: string;
  readonly seed: string;
  readonly epoch: string;
  readonly config: { readonly ids: string; readonly walletKeys: readonly string[] };
  readonly outbound: boolean;
  readonly fixture?: string;
  readonly forkedFrom: { readonly world: string; readonly position: number } | null;
  readonly position: number;
  readonly inputs: number;
  readonly digest: string;
  readonly clock: {
    readonly now: string;
    readonly mode: string;
    readonly rate: number;
    readonly nextDue: string | null;
  };
  readonly counts: Readonly<Record<string, number>>;
}

/** Flags of a new world. Omitted flags default to the server's startup flags. */
export interface WorldFlags {
  readonly seed?: string;
  readonly epoch?: number;
  readonly fixture?: string;
  readonly clock?: ClockMode;
  readonly rate?: number;
  readonly idle?: boolean;
  readonly ids?: string;
  readonly walletKey?: readonly string[];
  readonly calendarAuth?: CalendarConfig['mode'];
}

/** A world in a list: in short where nobody has asked for it yet, or where it cannot be shown. */
type ListedWorld = Pick<ShownWorld, 'name'> &
  Partial<Pick<ShownWorld, 'seed' | 'forkedFrom' | 'position' | 'clock'>> & {
    readonly error?: string;
  };

export async function listWorlds(client: ControlClient): Promise<[object, string]> {
  const answer = await client.control<{ worlds: readonly ListedWorld[] }>('GET', '/worlds');
  const rows = answer.worlds.map(({ name, position, clock, seed = '', forkedFrom, error }) => [
    name,
    position === undefined ? '' : String(position),
    clock?.now ?? error ?? 'not loaded yet',
    clock?.mode ?? '',
    cell(seed),
    forkedFrom === undefined || forkedFrom === null
      ? ''
      : `${forkedFrom.world} at ${forkedFrom.position}`,
  ]);
  const titles = ['name', 'position', 'now', 'clock', 'seed', 'forked from'];
  return [answer, rows.length === 0 ? 'There are no worlds.' : table([titles, ...rows])];
}

export async function showWorld(client: ControlClient, name: string): Promise<[object, string]> {
  const world = await client.world(name).inWorld<ShownWorld>('GET', '');
  const { config, fixture, forkedFrom, counts, clock } = world;
  const next = clock.nextDue === null ? 'nothing is due' : `next due ${clock.nextDue}`;
  const held = Object.entries(counts).map(([what, count]) => `${what} ${count}`);
  const lines = [
    `World '${name}' is at position ${world.position}, digest ${world.digest}`,
    `  clock      ${moving(world)}, now ${clock.now}, ${next}`,
    `  made       with seed '${cell(world.seed)}', epoch ${world.epoch}, ids ${config.ids}`,
    ...(forkedFrom === null
      ? []
      : [`  forked     from '${forkedFrom.world}' at position ${forkedFrom.position}`]),
    ...(fixture === undefined ? [] : [`  fixture    digest ${fixture}`]),
    ...(world.outbound ? [] : ['  outbound   sends nothing out']),
    `  wallet     ${client.world(name).url}/v1/w3s  (key ${config.walletKeys.map(shownKey).join(' or ')})`,
    `  holds      ${held.join(', ')}`,
  ];
  return [world, lines.join('\n')];
}

export async function createWorld(
  client: ControlClient,
  name: string,
  {
    seed,
    epoch: epochMs,
    fixture,
    clock,
    rate,
    idle,
    ids,
    walletKey: walletKeys,
    calendarAuth,
  }: WorldFlags,
): Promise<[object, string]> {
  const config = {
    ...(ids === undefined ? {} : { ids }),
    ...(walletKeys === undefined ? {} : { walletKeys }),
    ...(calendarAuth === undefined ? {} : { calendar: { mode: calendarAuth } }),
  };
  const named = fixture === undefined ? undefined : fixtureNamed(fixture);
  const made = client.control<ShownWorld>('POST', '/worlds', {
    name,
    ...(seed === undefined ? {} : { seed }),
    ...(epochMs === undefined ? {} : { epoch: new Date(epochMs).toISOString() }),
    ...(named === undefined ? {} : { fixture: named.fixture }),
    // A rate says something in mode real only.
    ...(clock === undefined && rate === undefined
      ? {}
      : {
          clock: {
            mode: clock ?? 'real',
            rate: rate ?? 1,
            ...(idle === undefined ? {} : { idle }),
          },
        }),
    ...(Object.keys(config).length === 0 ? {} : { config }),
  });
  const world = await made.catch((error: unknown) => {
    const isItsOwn = named !== undefined && error instanceof CliError;
    throw isItsOwn ? refusedElsewhere(named, error) : error;
  });
  return [world, `Made world '${name}', ${inShort(client, world)}`];
}

export async function resetWorld(client: ControlClient, name: string): Promise<[object, string]> {
  const world = await client.world(name).inWorld<ShownWorld>('POST', '/reset');
  return [world, `World '${name}' begins anew, ${inShort(client, world)}`];
}

export async function removeWorld(client: ControlClient, name: string): Promise<[object, string]> {
  const answer = await client.world(name).inWorld<object>('DELETE', '');
  return [answer, `Removed world '${name}'; forks of it stay.`];
}

/** How a world stands and where its clients find it: the end of a sentence about it. */
export function inShort(client: ControlClient, world: ShownWorld): string {
  const { name, seed, position, clock } = world;
  return `at position ${position}, ${clock.now}, clock ${moving(world)}, seed '${cell(seed)}'. Base URL: ${client.world(name).url}`;
}

function moving({ clock: { mode, rate } }: ShownWorld): string {
  return mode === 'real' ? `real x ${rate}` : mode;
}

/** The most characters of a seed that are shown to people. */
const cellCharsMax = 40;

/** A text of any length and content in one line. */
function cell(text: string): string {
  const line = JSON.stringify(text).slice(1, -1);
  return line.length <= cellCharsMax ? line : `${line.slice(0, cellCharsMax - 1)}…`;
}
