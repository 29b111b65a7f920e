// The routes and channels of all services over one replayed world, and the surroundings in which each recorded act starts there.

import type { Engine, World } from '../../../core/index.ts';
import { createControlService } from '../../control/service.ts';
import { answerUnderFaults, openUnderFaults } from '../../faults/inject.ts';
import { createApp, type App } from '../../protocol/app.ts';
import type { Opening, Peer } from '../../protocol/channel.ts';
import type {
  RequestExchange,
  ExchangeHook,
  SocketExchange,
} from '../../protocol/exchange-hook.ts';
import type { RawRequest, RawUpgrade } from '../../protocol/messages.ts';
import { routeNamesOf, type Service } from '../../protocol/service.ts';
import type { Observed, Rewriter } from './rewriter.ts';

export interface ReplayAppOptions {
  readonly engine: Engine;
  readonly world: World;
  readonly services: readonly Service[];
}

/** The token of the control plane during a replay. */
export const replayToken = 'replay';

export function createReplayApp(
  { engine, world, services }: ReplayAppOptions,
  hook: ExchangeHook,
): App {
  const control = createControlService({
    engine: { ...engine, remove: refuse, reset: refuse },
    token: replayToken,
    version: 'replay',
    stopping: new AbortController().signal,
    allowHosts: [],
    isAllowed: () => false, // recorded as facts
    sessions: services.flatMap(({ sessions }) => (sessions === undefined ? [] : [sessions])),
    worldNamed: (name) => engine.world(name),
    routeNames: (of) => routeNamesOf(services, of),
    createWorld: () => Promise.reject(new Error('A replay creates no worlds.')),
    recordings: noRecordings,
    nodes: undefined,
    metrics: { text: () => Promise.reject(new Error('A replay has no metrics.')) },
    tenants: undefined,
    replays: { storyOf: () => Promise.reject(new Error('A replay takes no uploads.')) },
    requests: undefined,
  });
  return createApp({
    services: [...services, control],
    answering: answerUnderFaults,
    opener: openUnderFaults,
    worldNamed: (name) => engine.world(name),
    hooks: new Map([[world.record.name, hook]]),
  });
}

/** What an act observes, and the headers that were recorded. */
interface StartingAct extends Observed {
  readonly headers: RawRequest['headers'];
}

/** Gives each act what it observes, and lets a rewriter record it again. */
export class ReplayHook implements ExchangeHook {
  readonly #rewriter: Rewriter | undefined;
  #starting: StartingAct | undefined;

  constructor(rewriter: Rewriter | undefined) {
    this.#rewriter = rewriter;
  }

  /** Call before the app gets the act. */
  onStart(act: StartingAct): void {
    this.#starting = act;
  }

  request(raw: RawRequest, service: Service): RequestExchange {
    const { headers, ...observed } = this.#started();
    const plain = { ...observed, answered: () => undefined };
    return this.#rewriter?.request(observed, { ...raw, headers }, service) ?? plain;
  }

  open(raw: RawUpgrade, service: Service, peer: Peer): SocketExchange {
    const { headers: _same, ...observed } = this.#started();
    const plain = { ...observed, peer, opened: (result: Opening) => result };
    return this.#rewriter?.open(observed, raw, service, peer) ?? plain;
  }

  #started(): StartingAct {
    if (this.#starting === undefined) throw new Error('Nothing is replayed now.');
    return this.#starting;
  }
}

async function refuse(): Promise<never> {
  throw new Error('A replay removes and resets no worlds.');
}

const noRecordings = {
  start: () => Promise.reject(new Error('A replay is not recorded.')),
  stop: () => Promise.reject(new Error('A replay is not recorded.')),
  statusOf: () => undefined,
  cutRecordingOf: async () => undefined,
  textOf: async () => undefined,
  exchangesOf: () => undefined,
};
