// Replays each session in a fork of its own of a Reprise world, so that every session begins with the same state.

import type { RetellTarget } from './target.ts';
import { untilAborted } from './until-aborted.ts';

export interface ForkedTarget {
  readonly name: string;
  /** Whether the fork sends webhooks. */
  readonly outbound: boolean;
  /** Aborted when no fork is awaited any more. */
  readonly signal: AbortSignal | undefined;
}

/** Acts in a fork of the target's world, and removes it; a server without a control plane is used as it is. */
export async function inForkOf<Value>(
  target: RetellTarget,
  { name, outbound, signal }: ForkedTarget,
  act: (fork: RetellTarget) => Promise<Value>,
): Promise<Value> {
  const { control } = target;
  if (control === undefined) return act(target);
  const { client } = control;
  const world = client.world(name);
  const remove = () => world.remove().catch(() => undefined); // the server may be gone
  try {
    await untilAborted(control.world.fork({ name, outbound }), signal);
  } catch (error) {
    if (signal?.aborted === true) await remove(); // it may come into being all the same
    throw error;
  }
  try {
    return await act({
      ...target,
      base: `${client.url}/w/${name}`,
      control: { ...control, world },
    });
  } finally {
    await remove();
  }
}
