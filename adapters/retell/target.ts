// The server that a recording is replayed against.

import type { ClientSecretsGiven } from '../contracts/client-login.ts';
import type { Client } from '../client/index.ts';
import type { WorldClient } from '../client/world.ts';

export interface RetellTarget {
  /** The URL that its clients know, without a slash at its end. */
  readonly base: string;
  /** The control plane of a Reprise: its clock goes as the session's did. Absent: time passes by itself. */
  readonly control?: TargetControl;
  readonly secrets: ClientSecretsGiven;
  /** Whether clients without keys are let in with the published ones, as by a Reprise. */
  readonly hasPublishedKeys: boolean;
  /** Whether each idempotency key is a new one: a server remembers those of the last time. */
  readonly hasOwnKeys: boolean;
  /**
   * Of a world in this process whose time stands still: resolves once it has handled what has arrived, and nothing that it sends is
   * under way but frames. `openSockets`: how many its client has.
   */
  readonly settled?: (openSockets: number) => Promise<void>;
}

export interface TargetControl {
  /** Of the server, without the path of a world. */
  readonly client: Client;
  readonly token: string;
  readonly world: WorldClient;
}
