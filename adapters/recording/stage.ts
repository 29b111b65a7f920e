// The surroundings in which recorded exchanges are had again: an engine that is told the time, and the routes of all services
// over it. What was outside of the recorded world is put there again as far as a request noticed it.

import type { Engine, World, WorldRecord } from '../../core/index.ts';
import { createApp, worldNamePattern } from '../http/app.ts';
import { createControlService } from '../http/control/service.ts';
import type { Service } from '../http/table.ts';
import type { Exchange, Tap } from '../http/tap.ts';
import { createWalletService } from '../http/wallet/service.ts';
import type { Header, RequestEntry } from './format.ts';
import type { RecordedExchange } from './plan.ts';
import { createRunner, type Runner } from './runner.ts';

export interface Stage {
  /** An exchange that is to be had; ready once what it noticed of its surroundings is there. */
  readonly prepare: (exchange: RecordedExchange) => Promise<Runner>;
}

/** What the control plane of a replay asks for. */
const token = 'let-in';

export function createStage(
  engine: Engine,
  world: World,
  header: Header,
  services: readonly Service[] = [createWalletService({ rsaBits: header.rsaBits })],
): Stage {
  let entering: Exchange | undefined;
  const tap: Tap = {
    request: () => {
      if (entering === undefined) throw new Error('A replay has requests one at a time.');
      return entering;
    },
    open: () => {
      throw new Error('A replay opens sockets one at a time.');
    },
  };
  const allowHosts: string[] = [];
  const control = createControlService({
    engine: { ...engine, remove: refuse, reset: refuse },
    token,
    version: 'replay',
    stopping: new AbortController().signal,
    allowHosts,
    sessions: services.flatMap(({ sessions }) => (sessions === undefined ? [] : [sessions])),
    makeWorld: async () => {
      throw new Error('No recording makes a world.');
    },
    recordings: nothingIsRecorded,
  });
  const app = createApp({
    services: [...services, control],
    worldNamed: (name) => engine.world(name),
    taps: new Map([[world.record.name, tap]]),
  });

  /** Whether another world had a name: what a fork noticed. */
  async function arrange({ facts = {}, text }: RequestEntry): Promise<void> {
    if (facts['name'] === undefined) return;
    const name = nameIn(text);
    if (name === undefined || name === world.record.name) return;
    const isTaken = engine.world(name) !== undefined;
    if (facts['name'] === 'taken' && !isTaken) await engine.create({ ...world.record, name });
    if (facts['name'] === 'free' && isTaken) await engine.remove(name);
  }

  return {
    async prepare(exchange) {
      const { request } = exchange;
      const isControl = request.kind !== 'http.request';
      if (isControl) {
        await arrange(request);
        allowHosts.push(...hostsOf(request.headers)); // who was turned away is in no recording
      }
      return createRunner(exchange, {
        app,
        world,
        authorization: isControl ? `Bearer ${token}` : undefined,
        enter: (entered) => (entering = entered),
      });
    },
  };
}

export function recordOf({ world, seed, epoch, clock, config }: Header): WorldRecord {
  const { ids, ...rest } = config;
  return {
    ...world,
    seed,
    epochMs: Date.parse(epoch),
    ids,
    clock,
    config: rest as WorldRecord['config'],
  };
}

/** The name that a body gives, if it is one of a world. */
function nameIn(text = ''): string | undefined {
  try {
    const { name } = JSON.parse(text) as { readonly name?: unknown };
    return typeof name === 'string' && worldNamePattern.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

async function refuse(): Promise<never> {
  throw new Error('No recording removes or resets a world.');
}

function hostsOf({ host, origin }: RequestEntry['headers']): readonly string[] {
  return [host === undefined ? '' : `http://${host}`, origin ?? '']
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).hostname);
}

const nothingIsRecorded = {
  start: () => Promise.reject(new Error('A replay is not recorded.')),
  stop: () => {
    throw new Error('A replay is not recorded.');
  },
  textOf: () => undefined,
};
