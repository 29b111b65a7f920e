// Steering: an action on a world that is done now at its end, or in a fork at a moment in its past.

import type { Client, WorldClient } from '../../../client/index.ts';
import { commandLine, inWorld } from './command-line.ts';

export interface SteeringOrder {
  /** What a button says, as an order: `Stick`. */
  readonly label: string;
  /** One sentence about what it does. */
  readonly help: string;
  /** The words after `reprise` that do the same. */
  readonly words: readonly string[];
  readonly act: (world: WorldClient) => Promise<unknown>;
}

/** Names of forks that are tried before the last one is taken, whether it is free or not. */
const forkNamesMax = 1_000;

/** A name for a fork that no world has: `default-at-12`, `default-at-12-2`. */
export function forkNameOf(
  world: string,
  position: number,
  worlds: readonly { readonly name: string }[],
): string {
  const names = new Set(worlds.map(({ name }) => name));
  const base = `${world.slice(0, forkedNameCharsMax)}-at-${position}`;
  for (let count = 2; count <= forkNamesMax; count += 1) {
    const name = count === 2 ? base : `${base}-${count - 1}`;
    if (!names.has(name)) return name;
  }
  return `${base}-${forkNamesMax}`;
}

/** Of a name of a world, which has a longest length, so that the rest has room. */
const forkedNameCharsMax = 40;

/** The command lines that do the same, in order. */
export function linesOf(
  action: Pick<SteeringOrder, 'words'>,
  world: string,
  fork?: { readonly name: string; readonly position: number },
): readonly string[] {
  if (fork === undefined) return [commandLine(...action.words, ...inWorld(world))];
  return [
    commandLine('fork', world, fork.name, '--at', fork.position),
    commandLine(...action.words, ...inWorld(fork.name)),
  ];
}

/** Forks at a position and acts there; the name of the fork. */
export async function actInFork(
  client: Client,
  world: string,
  fork: { readonly name: string; readonly position: number },
  action: Pick<SteeringOrder, 'act'>,
): Promise<string> {
  await client.world(world).fork({ name: fork.name, at: fork.position });
  await action.act(client.world(fork.name));
  return fork.name;
}
