// Clients of real nodes: they write, read and speak in many worlds, each time at some node that is there, and note what they see.

import { WebSocket } from 'ws';
import type { SeededRandom } from '../arbitraries/seeded-random.ts';
import { reasonOf, sendRequest, type Answer } from '../server/load.ts';
import { get, type Node } from '../server/nodes.ts';
import { isDone, type WalletSetLoad, type WalletSetRequest } from '../server/wallet-set-load.ts';

/** What a client saw of the state of a world, by its digest. */
export interface SeenState {
  readonly world: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly inputs: number;
  readonly digest: string;
}

export interface SeenWrite {
  readonly request: WalletSetRequest;
  readonly startMs: number;
  readonly endMs: number;
}

/** A request that was not answered as it should be. */
export interface Failure {
  readonly world: string;
  readonly startMs: number;
  readonly endMs: number;
  /** The answer, or why there is none. */
  readonly what: string;
}

export class Clients {
  readonly writes: SeenWrite[] = [];
  readonly states: SeenState[] = [];
  readonly failures: Failure[] = [];
  /** Sockets that were opened by world, and how many were not closed as they should be. */
  readonly sockets = new Map<string, number>();
  cutSockets = 0;
  /** The nodes that the proxy of the clients would choose from. */
  nodes: readonly Node[] = [];
  readonly #load: WalletSetLoad;
  readonly #worlds: readonly string[];
  readonly #chance: SeededRandom;
  #isOver = false;

  constructor(load: WalletSetLoad, worlds: readonly string[], chance: SeededRandom) {
    this.#load = load;
    this.#worlds = worlds;
    this.#chance = chance;
  }

  /** Resolves once it is over. */
  async run(clients: number): Promise<void> {
    const client = async (): Promise<void> => {
      while (!this.#isOver) await this.#act();
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  end(): void {
    this.#isOver = true;
  }

  async #act(): Promise<void> {
    const node = this.#chance.pick(this.nodes as [Node, ...Node[]]);
    const world = this.#chance.pick(this.#worlds as [string, ...string[]]);
    const kind = this.#chance.below(20);
    if (kind === 0) await this.#speak(node, world);
    else if (kind < 6) await this.#read(node, world);
    else await this.write(node, world);
  }

  /** Resolves with whether it was stored. */
  async write(node: Node, world: string): Promise<boolean> {
    const startMs = performance.now();
    const request = await this.#load.send(node.place, world);
    const endMs = performance.now();
    this.writes.push({ request, startMs, endMs });
    const { answer, lostBy } = request;
    if (isDone(request)) return true;
    this.failures.push({ world, startMs, endMs, what: lostBy ?? textOf(answer) });
    return false;
  }

  async #read(node: Node, world: string): Promise<void> {
    const startMs = performance.now();
    let lostBy: string | undefined;
    const answer = await get(node, `/__reprise/worlds/${world}`).catch((error: unknown) => {
      lostBy = reasonOf(error);
    });
    const endMs = performance.now();
    if (answer?.status === 200) {
      const { inputs, digest } = answer.body as unknown as { inputs: number; digest: string };
      this.states.push({ world, startMs, endMs, inputs, digest });
    } else {
      this.failures.push({ world, startMs, endMs, what: lostBy ?? textOf(answer) });
    }
  }

  async #speak({ place }: Node, world: string): Promise<void> {
    const socket = new WebSocket(`${place.url.replace('http', 'ws')}/w/${world}/v1/speak`, {
      headers: { Authorization: 'Token reprise-demo' },
    });
    const startMs = performance.now();
    let isOpen = false;
    socket.on('error', ({ message }) => {
      const endMs = performance.now();
      if (!isOpen) this.failures.push({ world, startMs, endMs, what: `handshake: ${message}` });
    });
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.once('open', () => {
      isOpen = true;
      this.sockets.set(world, (this.sockets.get(world) ?? 0) + 1);
      socket.send(JSON.stringify({ type: 'Speak', text: 'Ahoy.' }));
      socket.send(JSON.stringify({ type: 'Close' }));
    });
    const patience = setTimeout(() => socket.terminate(), 10_000);
    const code = await closed;
    clearTimeout(patience);
    if (code !== 1000) this.cutSockets += 1;
  }
}

const textOf = (answer: Answer | void): string =>
  answer === undefined ? '' : `${answer.status} ${JSON.stringify(answer.body)}`;

/** Whether a node answers for a world. */
export async function answers({ place }: Node, world: string): Promise<boolean> {
  const path = `/__reprise/worlds/${world}`;
  const answer = await sendRequest(place, { method: 'GET', path, body: undefined }).catch(
    () => undefined,
  );
  return answer?.status === 200;
}
