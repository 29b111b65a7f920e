// `test` with a world of its own, and the service that uses it.

import { test as base } from 'reprise/vitest';
import type { Service } from '../src/service.ts';
import { serviceFor } from './service.ts';

export const test = base.extend<{ service: Service }>({
  service: async ({ world }, use) => {
    const service = await serviceFor(world);
    await use(service);
    await service.close();
  },
});
