// The paths of each service, with its channels.

import { services } from '../services/index.ts';
import type { OwnedPaths } from './upstreams.ts';

export function ownedPaths(): readonly OwnedPaths[] {
  return services.map(({ name, paths: { owned, channels = [] } }) => ({
    service: name,
    patterns: [...owned, ...channels],
  }));
}
