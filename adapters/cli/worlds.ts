// `reprise worlds`: lists, shows, creates, resets and removes worlds.

import type { ClockMode } from '../../core/index.ts';
import type { CalendarConfig } from '../services/calendar/config.ts';
import { shownKey } from '../fingerprints.ts';
import type { ControlClient } from './control-client.ts';
import { CliError } from './errors.ts';
import { preparedFixtureNamed, refusalWithLines } from './fixture.ts';
import { table } from './table.ts';

/** A world as the control plane shows it. */
export interface ShownWorld {
  readonly name: string;
  readonly seed: string;
  readonly epoch: string;
  readonly config: {
    readonly ids: string;
    readonly walletKeys: readonly string[];
    readonly speechKeys?: readonly string[];
  };
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
  readonly speechKey?: readonly string[];
  readonly calendarAuth?: CalendarConfig['mode'];
}

/** A world in a list: only its name if it is not loaded yet, or cannot be read. */
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
  const counted = Object.entries(counts).map(([type, count]) => `${type} ${count}`);
  const lines = [
    `World '${name}' is at position ${world.position}, digest ${world.digest}`,
    `  clock      ${clockText(world)}, now ${clock.now}, ${next}`,
    `  created    with seed '${cell(world.seed)}', epoch ${world.epoch}, ids ${config.ids}`,
    ...(forkedFrom === null
      ? []
      : [`  forked     from '${forkedFrom.world}' at position ${forkedFrom.position}`]),
    ...(fixture === undefined ? [] : [`  fixture    digest ${fixture}`]),
    ...(world.outbound ? [] : ['  outbound   sends no webhooks']),
    `  wallet     ${client.world(name).url}/v1/w3s  (key ${config.walletKeys.map(shownKey).join(' or ')})`,
    `  records    ${counted.join(', ')}`,
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
    speechKey: speechKeys,
    calendarAuth,
  }: WorldFlags,
): Promise<[object, string]> {
  const config = {
    ...(ids === undefined ? {} : { ids }),
    ...(walletKeys === undefined ? {} : { walletKeys }),
    ...(speechKeys === undefined ? {} : { speechKeys }),
    ...(calendarAuth === undefined ? {} : { calendar: { mode: calendarAuth } }),
  };
  const named = fixture === undefined ? undefined : await preparedFixtureNamed(fixture);
  const response = client.control<ShownWorld>('POST', '/worlds', {
    name,
    ...(seed === undefined ? {} : { seed }),
    ...(epochMs === undefined ? {} : { epoch: new Date(epochMs).toISOString() }),
    ...(named === undefined ? {} : { fixture: named.fixture }),
    // A rate applies to mode real only.
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
  const world = await response.catch((error: unknown) => {
    const mayBeFixture = named !== undefined && error instanceof CliError;
    throw mayBeFixture ? refusalWithLines(named, error) : error;
  });
  return [world, `Created world '${name}', ${worldSummary(client, world)}`];
}

export async function resetWorld(client: ControlClient, name: string): Promise<[object, string]> {
  const world = await client.world(name).inWorld<ShownWorld>('POST', '/reset');
  return [world, `Reset world '${name}', ${worldSummary(client, world)}`];
}

export async function removeWorld(client: ControlClient, name: string): Promise<[object, string]> {
  const answer = await client.world(name).inWorld<object>('DELETE', '');
  return [answer, `Removed world '${name}'. Its forks remain.`];
}

/** Position, clock and base URL of a world, as the end of a sentence. */
export function worldSummary(client: ControlClient, world: ShownWorld): string {
  const { name, seed, position, clock } = world;
  return `at position ${position}, ${clock.now}, clock ${clockText(world)}, seed '${cell(seed)}'. Base URL: ${client.world(name).url}`;
}

function clockText({ clock: { mode, rate } }: ShownWorld): string {
  return mode === 'real' ? `real x ${rate}` : mode;
}

/** The most characters of a seed that are printed. */
const cellCharsMax = 40;

/** A text as one line, escaped and clipped. */
function cell(text: string): string {
  const line = JSON.stringify(text).slice(1, -1);
  return line.length <= cellCharsMax ? line : `${line.slice(0, cellCharsMax - 1)}…`;
}
