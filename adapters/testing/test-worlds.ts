// The worlds of a server for tests: each is a fork of a template, with its keys and a recording.

import { omitUndefined, type World } from '../../core/index.ts';
import { checkedOptions } from '../checked-options.ts';
import type { Client } from '../client/client.ts';
import type { ConfigChange } from '../contracts/world-spec.ts';
import type { Twin } from '../hosts/in-process/twin.ts';
import type { Reprise } from '../reprise.ts';
import type { ClientKeys, ClientSecrets } from '../services/client-keys.ts';
import { services } from '../services/index.ts';
import { mergedSettings } from '../services/merged-settings.ts';
import type { Synthesiser } from '../voice/synthesiser.ts';
import { createTemplates, type Template, type TemplateOptions } from './templates.ts';
import {
  worldSchema,
  type CheckedClock,
  type StartOptions,
  type TestWorldOptions,
} from './test-options.ts';
import { markEnded } from './test-place.ts';
import { createAnother, createTestWorld, type TestWorld } from './test-world.ts';

export interface TestWorldsOptions {
  readonly reprise: Reprise;
  /** What worlds have if their own options leave it out. */
  readonly defaults: StartOptions;
  /** The clock of the defaults. */
  readonly clock: CheckedClock;
}

/** How tests talk to the server. */
export interface TestAccess {
  readonly twin: Twin;
  readonly client: Client;
  readonly url: string;
  readonly synthesiser: () => Synthesiser;
}

const entitySecretDefault = 'ab'.repeat(32);

export class TestWorlds {
  readonly #options: TestWorldsOptions;
  readonly #template: (options: TemplateOptions) => Promise<Template>;
  /** By name: the last one, if another was removed by other means than `dispose`. */
  readonly #open = new Map<string, TestWorld>();
  #created = 0;
  #isClosed = false;

  constructor(options: TestWorldsOptions) {
    this.#options = options;
    this.#template = createTemplates(options.reprise.worlds, (ordinal) => `template-${ordinal}`);
  }

  /** Creates the template of the default fixture, if there is one. Rejects with FixtureError. */
  async prepare(): Promise<void> {
    const { defaults } = this.#options;
    const { fixture } = defaults;
    if (fixture !== undefined && fixture !== null) await this.#template(templateOptions(defaults));
  }

  async create(given: TestWorldOptions, access: TestAccess): Promise<TestWorld> {
    const { reprise, defaults } = this.#options;
    const { clock = this.#options.clock } = checkedOptions(worldSchema, given, 'createWorld');
    if (this.#isClosed) throw new Error('Reprise is closed: create worlds before close().');
    const own: TestWorldOptions = { ...defaults, ...omitUndefined(given) };
    const config =
      given.config === undefined
        ? defaults.config
        : mergedSettings(defaults.config ?? {}, given.config);
    const parent = await this.#template(templateOptions({ ...own, config }));
    this.#created += 1;
    const world = await reprise.worlds.fork(parent.world, {
      name: given.name ?? `world-${this.#created}`,
      seed: given.seed,
      outbound: true,
    });
    if (clock !== undefined && clock.mode !== 'frozen') await world.setClock(clock);
    const isRecorded = own.record !== false;
    if (isRecorded) await reprise.recordings.start(world);
    const { entitySecret = entitySecretDefault } = defaults;
    return this.#opened(world, isRecorded, keysOf(parent.config, { entitySecret }), access);
  }

  /** Removes all worlds, and creates no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open.values()].map((world) => world.dispose()));
  }

  async #opened(
    world: World,
    isRecorded: boolean,
    keys: ClientKeys,
    access: TestAccess,
  ): Promise<TestWorld> {
    const { engine, recordings } = this.#options.reprise;
    const { record } = world;
    const { position } = await world.describe();
    let disposing: Promise<void> | undefined;
    const testWorld = createTestWorld(
      {
        ...access,
        world,
        running: () => {
          const present = engine.world(record.name) ?? world; // a removed world can still be read
          if (present === world) return world;
          throw new Error(`World '${record.name}' was reset or replaced: ${createAnother}`);
        },
        keys,
        rsaBits: 2048,
        recording: async () => {
          // An earlier world of the same name may have left one.
          const text = isRecorded ? await recordings.wholeTextOf(record.name) : undefined;
          if (text === undefined) throw new Error('This world is not recorded (record: false).');
          return text;
        },
        dispose: () => (disposing ??= this.#remove(testWorld)),
      },
      position + 1,
    );
    this.#open.set(record.name, testWorld);
    return testWorld;
  }

  async #remove(world: TestWorld): Promise<void> {
    const { engine } = this.#options.reprise;
    if (this.#open.get(world.name) !== world) return;
    this.#open.delete(world.name);
    markEnded(world);
    if (engine.world(world.name) !== undefined) await engine.remove(world.name);
  }
}

function templateOptions({ fixture, epoch, config }: TestWorldOptions): TemplateOptions {
  return omitUndefined({ fixture, epoch, config });
}

/** Keys as clients send them; the settings may have replaced the published ones. */
function keysOf(settings: ConfigChange, secrets: ClientSecrets): ClientKeys {
  return Object.assign(
    {},
    ...services.map(({ clientKeys }) => clientKeys?.(settings, secrets)),
  ) as ClientKeys;
}
