// The header of a recording that starts now: the world, its initial settings, and the present versions.

import { randomBytes } from 'node:crypto';
import {
  changedClock,
  type EventStore,
  type Settings,
  type World,
  type WorldRecord,
} from '../../../core/index.ts';
import type { RsaBits } from '../../services/rsa-bits.ts';
import { behaviour, dataEditions, formatVersion, type Header } from '../format/header.ts';
import { createRedactor } from '../redaction/redactor.ts';
import { placeAfterFixture } from '../base/header-world.ts';

export interface WorldHeaderOptions {
  /** The program and its version. */
  readonly writtenBy: string;
  readonly services: readonly string[];
  readonly rsaBits: RsaBits;
  /** The time of day. */
  readonly now: () => Date;
}

/** Finds where a world is after its fixture. */
type PlaceIn = NonNullable<Parameters<typeof placeAfterFixture>[2]>;

export async function worldHeader(
  { record }: World,
  base: Header['base'],
  { writtenBy, services, rsaBits, now }: WorldHeaderOptions,
  store: EventStore,
  placeIn: PlaceIn,
): Promise<Omit<Header, 'h'>> {
  const { name, forkedFrom, resets, outbound, fixture } = record;
  const salt = randomBytes(16).toString('hex');
  const redactor = createRedactor({ salt });
  const { config } = redactor.json(settingsOf(record)) as Pick<Header, 'config'>;
  const header: Omit<Header, 'h'> = {
    reprise: formatVersion,
    kind: 'header',
    engine: writtenBy,
    behaviour,
    source: 'world',
    world: {
      name,
      ...(forkedFrom === undefined ? {} : { forkedFrom }),
      ...(resets === undefined ? {} : { resets }),
      ...(outbound === undefined ? {} : { outbound }),
    },
    seed: record.seed,
    epoch: new Date(record.epochMs).toISOString(),
    clock: changedClock(record.clock, {}) as Header['clock'],
    config: { ...config, ids: record.ids },
    fixture: fixture === undefined ? null : (redactor.json(fixture.content) as Header['fixture']),
    fixtureDigest: fixture?.digest ?? null,
    base,
    data: dataEditions,
    services: [...services],
    rsaBits,
    redaction: { salt },
    recordedAt: now().toISOString(),
  };
  const afterFixture = await placeAfterFixture(header, store, placeIn);
  return afterFixture === undefined ? header : { ...header, afterFixture };
}

/** The initial settings of a world. */
function settingsOf({
  ids,
  config,
}: WorldRecord): { readonly config: object } & Pick<Settings, 'ids'> {
  const isObject = typeof config === 'object' && config !== null && !Array.isArray(config);
  return { ids, config: isObject ? config : {} };
}
