// `reprise worlds`: lists, shows, creates, resets and removes worlds.

import { omitUndefined, type ClockMode } from '../../../core/index.ts';
import type { CalendarConfig } from '../../services/calendar/config.ts';
import type { UnknownMembersRule } from '../../services/unknown-members.ts';
import { shownKey } from '../../fingerprints.ts';
import { RepriseError, type Client, type World } from '../../client/index.ts';
import { worldOf } from '../support/connect.ts';
import { preparedFixtureNamed, refusalWithLines } from '../serve/fixture.ts';
import { table } from '../support/table.ts';

/** Flags of a new world. Omitted flags default to the server's startup flags. */
export interface WorldFlags {
  readonly seed?: string;
  readonly epoch?: number;
  readonly fixture?: string;
  readonly clock?: ClockMode;
  readonly rate?: number;
  readonly idle?: boolean;
  readonly ids?: World['config']['ids'];
  readonly walletKey?: readonly string[];
  readonly speechKey?: readonly string[];
  readonly calendarAuth?: CalendarConfig['mode'];
  readonly unknownMembers?: UnknownMembersRule;
}

/** A world in a list: in short if it is not awake in that process, or cannot be read. */
type ListedWorld = Pick<World, 'name'> &
  Partial<World> & { readonly error?: string; readonly node?: string };

export async function listWorlds(client: Client): Promise<[object, string]> {
  const worlds = await client.worlds.list();
  const rows = worlds.map((world) => {
    const { name, position, clock, forkedFrom, error, node }: ListedWorld = world;
    return [
      name,
      position === undefined ? '' : String(position),
      clock?.now ?? error ?? (node === undefined ? 'asleep' : `at ${node}`),
      clock?.mode ?? '',
      cell(seedOf(world)),
      forkedFrom ? `${forkedFrom.world} at ${forkedFrom.position}` : '',
    ];
  });
  const titles = ['name', 'position', 'now', 'clock', 'seed', 'forked from'];
  return [{ worlds }, rows.length === 0 ? 'There are no worlds.' : table([titles, ...rows])];
}

export async function showWorld(client: Client, name: string): Promise<[object, string]> {
  const world = await worldOf(client, name).get();
  const { config, fixture, forkedFrom, counts, clock } = world;
  const next = clock.nextDue === null ? 'nothing is due' : `next due ${clock.nextDue}`;
  const counted = Object.entries(counts).map(([type, count]) => `${type} ${count}`);
  const lines = [
    `World '${name}' is at position ${world.position}, digest ${world.digest}`,
    `  clock      ${clockText(world)}, now ${clock.now}, ${next}`,
    `  created    with seed '${cell(world.seed)}', epoch ${world.epoch}, ids ${config.ids}`,
    ...(forkedFrom === null
      ? []
      : [
          `  forked     from '${forkedFrom.world}' at position ${forkedFrom.position}${world.forkSeed === undefined ? '' : `, seed '${cell(world.forkSeed)}'`}`,
        ]),
    ...(fixture === undefined ? [] : [`  fixture    digest ${fixture}`]),
    ...(world.outbound ? [] : ['  outbound   sends no webhooks']),
    `  wallet     ${client.world(name).url}/v1/w3s  (key ${config.walletKeys.map(shownKey).join(' or ')})`,
    `  records    ${counted.join(', ')}`,
  ];
  return [world, lines.join('\n')];
}

export async function createWorld(
  client: Client,
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
    unknownMembers,
  }: WorldFlags,
): Promise<[object, string]> {
  const config = {
    ...omitUndefined({ ids, unknownMembers }),
    ...(walletKeys === undefined ? {} : { walletKeys }),
    ...(speechKeys === undefined ? {} : { speechKeys }),
    ...(calendarAuth === undefined ? {} : { calendar: { mode: calendarAuth } }),
  };
  const named = fixture === undefined ? undefined : await preparedFixtureNamed(fixture);
  const response = client.worlds.create({
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
    const mayBeFixture = named !== undefined && error instanceof RepriseError;
    throw mayBeFixture ? refusalWithLines(named, error) : error;
  });
  return [world, `Created world '${name}', ${worldSummary(client, world)}`];
}

export async function resetWorld(client: Client, name: string): Promise<[object, string]> {
  const world = await worldOf(client, name).reset();
  return [world, `Reset world '${name}', ${worldSummary(client, world)}`];
}

export async function removeWorld(client: Client, name: string): Promise<[object, string]> {
  await worldOf(client, name).remove();
  return [{}, `Removed world '${name}'. Its forks remain.`];
}

/** Position, clock and base URL of a world, as the end of a sentence. */
export function worldSummary(client: Client, world: World): string {
  const { name, position, clock } = world;
  return `at position ${position}, ${clock.now}, clock ${clockText(world)}, seed '${cell(seedOf(world))}'. Base URL: ${client.world(name).url}`;
}

/** The seed of ids and random numbers. */
function seedOf({ forkSeed, seed = '' }: Partial<World>): string {
  return forkSeed ?? seed;
}

function clockText({ clock: { mode, rate } }: World): string {
  return mode === 'real' ? `real x ${rate}` : mode;
}

/** The most characters of a seed that are printed. */
const cellCharsMax = 40;

/** A text as one line, escaped and clipped. */
function cell(text: string): string {
  const line = JSON.stringify(text).slice(1, -1);
  return line.length <= cellCharsMax ? line : `${line.slice(0, cellCharsMax - 1)}…`;
}
