// Nodes in one process, over a shared store, with the network, the clocks and the store simulated: the engine, leases, places, forwarding
// and draining are the real ones.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Drain } from '../../../adapters/nodes/drain.ts';
import type { NodeForwarder } from '../../../adapters/nodes/forwarder.ts';
import {
  createForwarding,
  type Forwarding,
  type Lookup,
} from '../../../adapters/nodes/forwarding.ts';
import { misdirected, type Forwarded } from '../../../adapters/nodes/hop.ts';
import { renewEveryMs, reserveMsMax } from '../../../adapters/nodes/limits.ts';
import { Places } from '../../../adapters/nodes/places.ts';
import { ProcessLease } from '../../../adapters/nodes/process-lease.ts';
import { nodeHash } from '../../../adapters/node-hash.ts';
import {
  openEngine,
  StoreError,
  type Engine,
  type States,
  type World,
} from '../../../core/index.ts';
import { recordOf } from '../engine/reopened-store.ts';
import { createWalletSet } from '../wallet/commands.ts';
import type { SeenOperation } from './history.ts';
import { SharedStore, type PlantedFaults, type Route } from './shared-store.ts';
import { SimulatedTime, type SimulatedProcess } from './simulated-time.ts';

export type Operation =
  | { readonly does: 'write'; readonly id: string }
  /** `takesMs`: until it is answered; by default, none. */
  | { readonly does: 'read'; readonly takesMs?: number }
  | { readonly does: 'reset' }
  | { readonly does: 'remove' }
  /** Begins a removed world again. */
  | { readonly does: 'create' }
  | { readonly does: 'fork'; readonly name: string };

type Seen = SeenOperation['seen'];

/** A request on its way through nodes. */
interface Message {
  readonly world: string;
  readonly operation: Operation;
  readonly lookup: Exclude<Lookup, 'again'>;
  /** It only asks for the world of the operation. */
  readonly reserves?: boolean;
  destroyed: boolean;
}

/** What a node answers; undefined as long as it does not. */
interface Response {
  status?: number;
  seen?: Seen;
}

/** A fault planted by tests of the tests. */
export interface ClusterFaults extends PlantedFaults {
  /** Reads are answered without a lease. */
  readonly noLeaseCheck?: boolean;
  /** A request whose connection was cut is sent again. */
  readonly resends?: boolean;
}

const bodyless = Buffer.alloc(0);
const networkMs = 2;
/** A connection whose answer is lost breaks after so long. */
const breakMs = 1_000;
/** From a change to its commit. */
const commitMs = 1;
/** A process that stops waits so long for the requests under way. */
const closeMsMax = 10_000;
const sleepAfterMs = 3_000;
/** There are as many worlds, and forks of each. */
const worldsMax = 2;

/** A machine with an address: a process of a node runs on it, or none. */
export class Machine {
  readonly address: string;
  readonly route: Route = { ms: 2, losesCalls: false, losesAnswers: false };
  /** Machines that it cannot reach. */
  readonly cutFrom = new Set<string>();
  wallMs = 0;
  running: RunningNode | undefined;

  constructor(address: string) {
    this.address = address;
  }
}

interface RunningNode {
  readonly process: SimulatedProcess;
  readonly engine: Engine;
  readonly lease: ProcessLease;
  readonly drain: Drain;
  readonly forwarding: Forwarding;
}

export class Cluster {
  readonly time = new SimulatedTime();
  readonly store: SharedStore;
  readonly machines: readonly Machine[];
  readonly seen: SeenOperation[] = [];
  /** What became of each request that was forwarded, each time that it was sent. */
  readonly forwarded = new Map<unknown, Forwarded[]>();
  /** The request ids that were issued, each with its world and life. */
  readonly requestIds: string[] = [];
  readonly #faults: ClusterFaults;
  #ids = 0;

  constructor(machines: number, faults: ClusterFaults = {}) {
    this.#faults = faults;
    this.store = new SharedStore(this.time, faults);
    this.machines = Array.from({ length: machines }, (_, index) => new Machine(`node ${index}`));
  }

  newId(): string {
    this.#ids += 1;
    return `id ${this.#ids}`;
  }

  /** Starts a process; one that cannot reach the store ends, and is started again later. */
  start(machine: Machine): void {
    if (machine.running !== undefined) return;
    const process = this.time.startProcess();
    void this.#open(machine, process).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
      process.kill();
    });
  }

  /** Whether the proxy of the clients sends requests there. */
  isReady({ running }: Machine): boolean {
    return running?.lease.isAskedToDrain === false;
  }

  kill(machine: Machine): void {
    const { running } = machine;
    if (running === undefined) return;
    running.process.kill();
    machine.running = undefined;
    for (const cut of this.#cuts.get(running.process) ?? []) cut();
  }

  /** As by SIGTERM. */
  stop(machine: Machine): void {
    const { running } = machine;
    if (running === undefined) return;
    void (async () => {
      await running.drain.beforeStop();
      if (machine.running !== running) return;
      machine.running = undefined; // it accepts no more connections
      const untilMs = this.time.nowMs + closeMsMax;
      const isAnswering = () => (this.#cuts.get(running.process)?.size ?? 0) > 0;
      while (isAnswering() && this.time.nowMs < untilMs) await this.time.sleep(10);
      await running.engine.close();
      await running.lease.leave();
      running.process.kill();
      for (const cut of this.#cuts.get(running.process) ?? []) cut();
    })();
  }

  /** A client sends a request to a node, and notes what it sees. */
  send(machine: Machine, world: string, operation: Operation): void {
    const startMs = this.time.nowMs;
    void this.#deliver(undefined, machine, {
      world,
      operation,
      lookup: 'first',
      destroyed: false,
    }).then(({ seen }) => {
      const none: Seen = { kind: 'unknown' };
      this.seen.push({ world, startMs, endMs: this.time.nowMs, seen: seen ?? none });
    });
  }

  /** What is called if the process ends before it has answered. */
  readonly #cuts = new Map<SimulatedProcess, Set<() => void>>();

  /** Resolves with the answer; without a status if the connection is cut, with status 0 if nothing could be sent. */
  async #deliver(
    from: Machine | undefined,
    to: Machine,
    message: Message,
    onOpen: (cut: () => void) => void = () => undefined,
  ): Promise<Response> {
    return new Promise((resolve) => {
      this.time.after(networkMs, () => {
        const { running } = to;
        const isCut =
          from !== undefined && (from.cutFrom.has(to.address) || to.cutFrom.has(from.address));
        if (running === undefined || isCut) return resolve({ status: 0 });
        const cuts = this.#cuts.get(running.process) ?? new Set();
        this.#cuts.set(running.process, cuts);
        const cut = () => {
          cuts.delete(cut);
          resolve({});
        };
        cuts.add(cut);
        onOpen(cut);
        running.process.after(0, () =>
          this.#handle(running, message, (response) => {
            running.process.after(0, () =>
              this.time.after(networkMs, () => {
                cuts.delete(cut);
                // An answer of a process that was cut off meanwhile is lost.
                const isLost = from !== undefined && to.cutFrom.has(from.address);
                if (isLost) this.time.after(breakMs, () => resolve({}));
                else resolve(response);
              }),
            );
          }),
        );
      });
    });
  }

  #handle(node: RunningNode, message: Message, answer: (response: Response) => void): void {
    const response: Response = {};
    const reply = (status: number, seen: Seen) => answer({ status, seen });
    const { world, operation } = message;
    const refused: Seen =
      operation.does === 'write' ? { kind: 'refused', id: operation.id } : { kind: 'unknown' };
    node.forwarding.request(
      message as unknown as IncomingMessage,
      response as unknown as ServerResponse,
      {
        raw: { ...askedFor(world), headers: {} },
        here: (onAnswered) =>
          void this.#answerHere(node, world, operation)
            .finally(onAnswered)
            .then(
              (seen) => reply(200, seen),
              (error: unknown) => {
                const isUncertain = !(error instanceof StoreError) || error.isUncertain;
                reply(503, isUncertain ? { kind: 'unknown' } : refused);
              },
            ),
        withBody: (then) => void then(bodyless),
        refuse: (status) => reply(status, refused),
        reply: (status) => reply(status, refused),
        cut: () => reply(503, { kind: 'unknown' }),
        onHandled: () => answer(response),
      },
    );
  }

  async #answerHere({ engine }: RunningNode, name: string, operation: Operation): Promise<Seen> {
    if (operation.does === 'create') {
      await engine.create(recordOf(name));
      return { kind: 'unknown' };
    }
    const opened = engine.open(name);
    const world = opened instanceof Promise ? await opened : opened;
    if (world === undefined) throw new StoreError('unknown-world', `There is no world ${name}.`);
    const release = engine.keepAwake(world);
    try {
      this.requestIds.push(`${name}/${world.record.resets ?? 0}/${world.requestId()}`);
      const seen = await answerIn(engine, world, operation);
      if (operation.does === 'read' && operation.takesMs !== undefined) {
        await this.time.sleep(operation.takesMs);
      }
      return seen;
    } finally {
      release();
    }
  }

  /** Another node, reached over the network. */
  #forwarderOf(machine: Machine): NodeForwarder {
    const open = new Map<string, Set<() => void>>();
    const machineAt = (address: string) =>
      this.machines.find((other) => other.address === address) as Machine;
    const once = async (
      message: Message,
      response: Response,
      address: string,
      isReserved: boolean,
    ): Promise<Forwarded> => {
      const to = machineAt(address);
      const cuts = open.get(address) ?? new Set();
      open.set(address, cuts);
      let opened: (() => void) | undefined;
      const lookup = isReserved ? 'reserved' : 'hop';
      const answered = await this.#deliver(machine, to, { ...message, lookup }, (cut) => {
        opened = cut;
        cuts.add(cut);
      });
      if (opened !== undefined) cuts.delete(opened);
      if (answered.status === 0) return 'unreachable';
      if (answered.status === undefined) return 'cut';
      if (answered.status === misdirected) return 'misdirected';
      Object.assign(response, answered);
      return 'answered';
    };
    return {
      readHop(request) {
        const { lookup, reserves, world } = request as unknown as Message;
        return { lookup, reserves: reserves === true ? askedFor(world) : undefined };
      },
      reserve: async (request, address) => {
        const message = request as unknown as Message;
        const { status } = await Promise.race([
          this.#deliver(machine, machineAt(address), { ...message, lookup: 'hop', reserves: true }),
          this.time.sleep(reserveMsMax).then((): Response => ({})),
        ]);
        if (status === undefined || status === 0) return 'unreachable';
        return status === misdirected ? 'misdirected' : 'reserved';
      },
      answer: async (request, response, address, _body, isReserved) => {
        const message = request as unknown as Message;
        const given = response as unknown as Response;
        const first = await once(message, given, address, isReserved);
        this.forwarded.set(request, [...(this.forwarded.get(request) ?? []), first]);
        return first === 'cut' && this.#faults.resends === true
          ? once(message, given, address, isReserved)
          : first;
      },
      openSocket: async () => 'unreachable', // there are no sockets
      endStreams: () => undefined,
      cutOff: (address) => {
        for (const cut of open.get(address) ?? []) cut();
      },
    };
  }

  async #open(machine: Machine, process: SimulatedProcess): Promise<void> {
    const store = this.store.open(process, machine.route);
    const { leases } = store;
    if (leases === undefined) return;
    const monotonicMs = () => this.time.nowMs;
    const lease = await ProcessLease.begin({
      leases,
      node: { address: machine.address, version: '1', process: '' },
      monotonicMs,
      wallMs: () => this.time.nowMs + machine.wallMs,
      hasEnded: () => false,
      pause: process.pause,
    });
    const isHeld = () => this.#faults.noLeaseCheck === true || lease.isHeld();
    const engine = await openEngine({
      store,
      host: { hash: nodeHash, monotonicMs, defer: (task) => process.after(commitMs, task) },
      lease: { isHeld, isDraining: lease.isDraining, goneMs: lease.goneMs },
      loads: 'on-demand',
      sleepAfterMs,
      worldsMax,
    });
    const forwarder = this.#forwarderOf(machine);
    const clock = { monotonicMs, pause: process.pause };
    const drain = new Drain({ engine, lease, isPinned: () => false }, clock);
    lease.observe({
      worlds: () => engine.worlds().length,
      load: () => 0,
      onDraining: () => void drain.round(),
      onLost: engine.abandonAll,
      onHeldAgain: () => undefined,
      onStoreAway: () => undefined,
      onGone(addresses) {
        for (const gone of addresses) forwarder.cutOff(gone);
        engine.takeOver();
      },
    });
    const renew = () => void lease.renew().then(() => process.after(renewEveryMs, renew));
    process.after(renewEveryMs, renew);
    const { pause } = process;
    const mayForward = () => true;
    const places = new Places({ engine, open: engine.open, leases, lease, pause, mayForward });
    const forwarding = createForwarding(places.of, forwarder, clock);
    if (machine.running === undefined && process.isAlive()) {
      machine.running = { process, engine, lease, drain, forwarding };
    } else process.kill();
  }
}

function askedFor(world: string) {
  return { method: 'POST', url: `/w/${world}/v1/w3s` };
}

/** The names of wallet sets, in the order in which they were created. */
function idsIn({ walletSets }: States['wallet']): string[] {
  return [...walletSets.values()].map(({ name = '' }) => name);
}

async function answerIn(
  engine: Engine,
  world: World,
  operation: Exclude<Operation, { readonly does: 'create' }>,
): Promise<Seen> {
  const life = world.record.resets ?? 0;
  switch (operation.does) {
    case 'write': {
      const { id } = operation;
      return world.send<Seen, 'wallet'>({
        domain: 'wallet',
        prepare: () => ({ command: createWalletSet({ name: id }) }),
        respond: (_outcome, states) => {
          const ids = idsIn(states.wallet);
          return { kind: 'written', id, at: { life, length: ids.indexOf(id) + 1 } };
        },
      });
    }
    case 'read':
      return world.read<Seen>(({ wallet }) => ({ kind: 'read', life, ids: idsIn(wallet) }));
    case 'reset':
      await engine.reset(world.record.name);
      return { kind: 'ended', life };
    case 'remove':
      await engine.remove(world.record.name);
      return { kind: 'ended', life };
    case 'fork':
      await engine.fork(world, { name: operation.name });
      return { kind: 'unknown' };
  }
}
