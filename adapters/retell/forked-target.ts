// Replays each session in a fork of its own of a Reprise world, so that every session begins with the same state.

import type { RetellTarget } from './target.ts';

export interface ForkedTarget {
  readonly name: string;
  /** Whether the fork sends webhooks. */
  readonly outbound: boolean;
}

/** Acts in a fork of the target's world, and removes it; a server without a control plane is used as it is. */
export async function inForkOf<Value>(
  target: RetellTarget,
  { name, outbound }: ForkedTarget,
  act: (fork: RetellTarget) => Promise<Value>,
): Promise<Value> {
  const { control } = target;
  if (control === undefined) return act(target);
  const { client } = control;
  await control.world.fork({ name, outbound });
  const world = client.world(name);
  try {
    return await act({
      ...target,
      base: `${client.url}/w/${name}`,
      control: { ...control, world },
    });
  } finally {
    await world.remove().catch(() => undefined); // the server may be gone
  }
}
