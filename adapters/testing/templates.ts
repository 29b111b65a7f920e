// Prepared worlds: a fixture is built once, in a world that never changes, and forked for each test.

import { canonical, type Json, type World } from '../../core/index.ts';
import type { ConfigChange } from '../contracts/world-spec.ts';
import { readGivenFixture, type GivenFixture } from '../fixture/given.ts';
import type { CreateWorldOptions, Worlds } from '../worlds.ts';

/** What distinguishes one template from another. */
export interface TemplateOptions {
  readonly fixture?: GivenFixture | null | undefined;
  readonly epoch?: string | undefined;
  readonly config?: ConfigChange | undefined;
}

export interface Template {
  readonly world: World;
  /** Its settings as they were given, keys in plain text. */
  readonly config: ConfigChange;
}

/** Finds a template, or creates it on first use; its clock stands still. Rejects as `worlds.create` does. */
export function createTemplates(
  worlds: Worlds,
  nameOf: (ordinal: number) => string,
): (options: TemplateOptions) => Promise<Template> {
  const known = new Map<string, Promise<Template>>();
  return (options) => {
    const { fixture = null, epoch = null, config = null } = options;
    const key = canonical([fixture, epoch, config] as Json);
    const found = known.get(key);
    if (found !== undefined) return found;
    const created = create(worlds, { ...options, name: nameOf(known.size + 1), clock: 'frozen' });
    known.set(key, created);
    created.catch(() => known.delete(key)); // a fixture file may be corrected
    return created;
  };
}

async function create(worlds: Worlds, options: CreateWorldOptions): Promise<Template> {
  const { fixture } = options;
  const content =
    fixture === undefined || fixture === null ? undefined : await readGivenFixture(fixture);
  return {
    world: await worlds.create(options),
    config: { ...content?.config, ...options.config },
  };
}
