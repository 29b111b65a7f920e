// The context of a world for the parts of the test kit that belong to one service.

import type { World } from '../../core/index.ts';
import type { WorldClient } from '../client/world.ts';
import type { ClientKeys } from '../services/client-keys.ts';
import type { RsaBits } from '../services/rsa-bits.ts';
import type { Synthesiser } from '../voice/synthesiser.ts';

export interface KitContext {
  /** The world. Throws if the name is that of another world by now, or of a reset one. */
  readonly running: () => World;
  readonly operator: WorldClient;
  readonly keys: ClientKeys;
  readonly rsaBits: RsaBits;
  readonly synthesiser: () => Synthesiser;
}
