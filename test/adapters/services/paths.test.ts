// The paths of each module are those of its service: a fault is refused if it fits none of them.

import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { pathMatcher } from '../../../adapters/protocol/path-pattern.ts';
import { services } from '../../../adapters/services/index.ts';

const names =
  'v1 v2 w3s ping listen notifications wp-json calendar events events.ics wp-content uploads event tag category converse a';
const segment = fc.constantFrom('', ...names.split(' '));
const paths = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);

describe.each(services)('$name', ({ create, paths: { owned, channels = [] } }) => {
  const service = create({});
  afterAll(() => service.close?.());
  const isOwned = (path: string) => owned.some((pattern) => pathMatcher(pattern)(path));
  const answers = (path: string) => service.owns(path) || service.hasPageAt?.(path) === true;

  it('has each path that the service answers', () => {
    fc.assert(fc.property(paths, (path) => !answers(path) || isOwned(path)));
  });

  it('has the paths of all routes', () => {
    for (const name of service.routeNames?.(undefined) ?? []) {
      const [method, path = ''] = name.split(' ');
      expect({ name, isOwned: isOwned(path) }).toEqual({ name, isOwned: true });
      expect(channels.includes(path)).toBe(service.channelAt?.(path) !== undefined);
      if (method === 'WS') expect(channels).toContain(path);
    }
  });

  it('has no other paths than the service answers', () => {
    for (const pattern of owned) {
      const path = pattern.replace(/\*+/, 'a');
      expect({ path, isAnswered: answers(path) }).toEqual({ path, isAnswered: true });
    }
  });
});
