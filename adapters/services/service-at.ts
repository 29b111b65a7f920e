// The service that owns a path.

import { pathMatcher } from '../protocol/path-pattern.ts';
import { services } from './index.ts';
import type { ServiceModule } from './module.ts';

const owners = services.map((service) => ({
  service,
  matchers: [...service.paths.owned, ...(service.paths.channels ?? [])].map(pathMatcher),
}));

/** `path`: without the name of a world, and without a query. */
export function serviceAt(path: string): ServiceModule | undefined {
  return owners.find(({ matchers }) => matchers.some((matches) => matches(path)))?.service;
}
