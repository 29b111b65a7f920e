// Executes recorded acts: sends them through the routes and channels of all services over one world. Recreates what a request
// saw outside of that world.

import { parseJson, type Engine, type World } from '../../../core/index.ts';
import type { App } from '../../protocol/app.ts';
import type { Frame } from '../../protocol/channel.ts';
import { worldNamePattern } from '../../protocol/world-name.ts';
import type { RequestEntry } from '../format/entries.ts';
import type { RecordedAct } from './plan.ts';
import type { LearnedIds } from './learned-ids.ts';
import { createReplayApp, ReplayHook, replayToken, type ReplayAppOptions } from './replay-app.ts';
import type { Rewriter } from './rewriter.ts';
import { settled, type RunningAct } from './running-act.ts';
import { SocketReplayer } from './socket-replayer.ts';
import { createTurnGate } from './turn-gate.ts';

export interface ReplayerOptions extends ReplayAppOptions {
  /** Called with each frame that a session sends. */
  readonly onFrame: (conn: number, frame: Frame) => void;
  /** Whether a connection has sent fewer frames than are recorded. */
  readonly isFrameDue: (conn: number) => boolean;
  /** Of a replay that goes on after differences: whether an answer of an oracle is being computed. */
  readonly isComputing?: (() => boolean) | undefined;
  /** Writes the replay as a new recording. */
  readonly rewriter?: Rewriter | undefined;
  /** Learns the ids of the replay. */
  readonly ids: LearnedIds | undefined;
}

export class Replayer {
  readonly #engine: Engine;
  readonly #world: World;
  readonly #ids: LearnedIds | undefined;
  readonly #hook: ReplayHook;
  readonly #app: App;
  readonly sockets: SocketReplayer;

  constructor(options: ReplayerOptions) {
    const { engine, world, onFrame, isFrameDue, rewriter, ids, isComputing } = options;
    this.#engine = engine;
    this.#world = world;
    this.#ids = ids;
    const hook = new ReplayHook(rewriter);
    this.#hook = hook;
    this.#app = createReplayApp(options, hook);
    this.sockets = new SocketReplayer({
      world,
      app: this.#app,
      onFrame,
      isFrameDue,
      isComputing,
      onOpening: (observed, headers) => hook.onStart({ ...observed, headers }),
    });
  }

  /** Starts an act, after recreating its surroundings. */
  async start(act: RecordedAct): Promise<RunningAct> {
    const { entry } = act;
    switch (entry.kind) {
      case 'http.request':
      case 'clock':
      case 'control':
        return this.#request(act, entry);
      case 'ws.open':
        return this.sockets.open(act, entry);
      case 'ws.in':
        return this.sockets.receive(act, entry);
      case 'ws.close':
        return this.sockets.close(act, entry);
    }
  }

  async #request(act: RecordedAct, entry: RequestEntry): Promise<RunningAct> {
    const isControl = entry.kind !== 'http.request';
    if (isControl) await this.#recreateSurroundings(entry);
    const gate = createTurnGate(act);
    if (act.isEnded) gate.release();
    const { method, origin, text, base64 } = entry;
    const { service } = entry;
    const url = this.#ids?.inUrl(entry.url, service) ?? entry.url;
    const body =
      text === undefined
        ? Buffer.from(base64 ?? '', 'base64')
        : Buffer.from(this.#ids?.inBody(text, { service, url }) ?? text);
    // Recorded requests had access: those without it are not recorded.
    const admitted = { host: undefined, origin: undefined, authorization: `Bearer ${replayToken}` };
    const headers = isControl ? { ...entry.headers, ...admitted } : entry.headers;
    this.#hook.onStart({
      world: this.#world.observedBy(gate.observer),
      facts: gate.facts,
      recorded: entry.facts,
      headers: entry.headers,
    });
    const answered = this.#app.handle({ method, url, origin, headers, body });
    // The recording may end while an answer waits for its fault.
    const ended = act.answer === undefined ? settled(answered) : answered;
    return { ended, grantTouch: () => gate.grantTouch(answered), letGo: gate.letGo };
  }

  /** Removes another world with the name of a fork; whether the name was free is a recorded fact. */
  async #recreateSurroundings({ facts = {}, text }: RequestEntry): Promise<void> {
    if (facts['refusal'] !== null) return;
    const name = worldNameIn(text);
    if (name === undefined || name === this.#world.record.name) return;
    if (this.#engine.world(name) !== undefined) await this.#engine.remove(name);
  }
}

/** The valid world name in a body, if any. */
function worldNameIn(text = ''): string | undefined {
  try {
    const { name } = parseJson(text) as { readonly name?: unknown };
    return typeof name === 'string' && worldNamePattern.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
