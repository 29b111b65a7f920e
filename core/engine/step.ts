// What an input does to a world: first everything due up to its instant happens in order, then it is decided.
// Pure up to the world's own state; `refold` gives the same state from what was stored, without deciding again.

import { createContext } from '../kernel/context.ts';
import { extendDigest } from '../kernel/digest.ts';
import type { Input, JournalEntry } from '../kernel/input.ts';
import { invariant } from '../kernel/invariant.ts';
import { seal, type Command, type Envelope, type Event } from '../kernel/message.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import type { ReadonlyState } from '../kernel/table.ts';
import { domains, type DomainName, type Refusal } from './registry.ts';
import type { WorldState } from './world-state.ts';

/** The most dues that one step may fire: a reaction that never settles is our bug. */
const duesPerStepMax = 10_000_000;

/** A command's fate: the events that it led to, or why it was refused. */
export type Outcome = Result<readonly Envelope[], Refusal>;

/** Moves time to `untilMs` and fires what is due on the way. Returns the events, each with its cause. */
export function passTime(world: WorldState, untilMs: number): Envelope[] {
  invariant(untilMs >= world.nowMs, 'time never goes back');
  const events: Envelope[] = [];
  for (let fired = 0; ; fired += 1) {
    const due = world.dues.takeUntil(untilMs);
    if (due === undefined) break;
    invariant(fired < duesPerStepMax, `a step fires at most ${duesPerStepMax} dues`);
    world.nowMs = Math.max(world.nowMs, due.dueMs);
    world.fired += 1;
    const { domain, command } = due.command;
    const decided = decide(world, domain, command);
    // A due that has lost its point is refused or decides nothing; both mean that nothing happens.
    if (decided.ok) events.push(...record(world, domain, decided.value, due.setBy));
  }
  world.nowMs = untilMs;
  return events;
}

/** Decides a command at the world's present instant and, unless refused, records its events. */
export function decideCommand(world: WorldState, domain: DomainName, command: Command): Outcome {
  const decided = decide(world, domain, command);
  return decided.ok ? ok(record(world, domain, decided.value)) : err(decided.error);
}

/** The whole of a journaled input, as a replay does it. */
export function step(world: WorldState, input: Input): { entry: JournalEntry; outcome: Outcome } {
  const events = passTime(world, input.atMs);
  let outcome: Outcome = ok([]);
  if (input.kind === 'command') {
    outcome = decideCommand(world, domainName(input.domain), input.command);
    if (outcome.ok) events.push(...outcome.value);
  }
  return { entry: finish(world, input, events), outcome };
}

/** Counts an input that has been carried out and makes its journal entry. */
export function finish(world: WorldState, input: Input, events: readonly Envelope[]): JournalEntry {
  invariant(input.n === world.inputs + 1, 'inputs are numbered without gaps');
  note(world, input);
  return { input, events, digest: world.digest };
}

/** Brings a world from one stored entry to the next by its events alone. Names what is wrong with an entry. */
export function refold(world: WorldState, entry: JournalEntry): Result<void, string> {
  const { input, events } = entry;
  if (input.n !== world.inputs + 1) return err(`input ${world.inputs + 1} is missing`);
  if (input.atMs < world.nowMs) return err(`input ${input.n} lies before the one before it`);
  const gap = events.findIndex(({ position }, index) => position !== world.position + 1 + index);
  if (gap !== -1) {
    const [missing, found] = [world.position + 1 + gap, events[gap]?.position];
    return err(`event ${missing} is missing, ${found} stands in its place`);
  }
  // Held against its digest before anything of it is taken in: an edited event may tell of what never was.
  const texts = events.map(({ text }) => text);
  const digest = texts.reduce(
    (before, text) => extendDigest(world.hash, before, text),
    world.digest,
  );
  if (digest !== entry.digest) return err(`the events of input ${input.n} do not fit its digest`);
  const own = events.findIndex((envelope) => envelope.cause === undefined);
  const dueEvents = own === -1 ? events : events.slice(0, own);
  for (const envelope of dueEvents) apply(world, envelope);
  while (world.dues.takeUntil(input.atMs) !== undefined); // all of them fired before the input was decided
  world.nowMs = input.atMs;
  for (const envelope of events.slice(dueEvents.length)) apply(world, envelope);
  world.digest = digest;
  note(world, input);
  return ok(undefined);
}

/** The instant of the next progress due, if it lies within the limit. */
export function nextProgress(world: WorldState, limitMs: number): number | undefined {
  const due = world.dues.next('progress');
  return due === undefined || due.dueMs > limitMs ? undefined : Math.max(due.dueMs, world.nowMs);
}

function domainName(name: string): DomainName {
  invariant(Object.hasOwn(domains, name), `there is a domain named ${name}`);
  return name as DomainName;
}

function decide(
  world: WorldState,
  name: DomainName,
  command: Command,
): Result<readonly Event[], Refusal> {
  const context = createContext(world.genesis, world.hash, world.nowMs);
  const state = world.states[name] as ReadonlyState<unknown>;
  return domains[name].decider.decide(command, state, context);
}

function record(
  world: WorldState,
  name: DomainName,
  events: readonly Event[],
  cause?: number,
): Envelope[] {
  return events.map((event) => {
    const stream = `${name}/${domains[name].streamOf(event)}`;
    const place = {
      position: world.position + 1,
      stream,
      version: (world.versions.get(stream) ?? 0) + 1,
      atMs: world.nowMs,
      event,
    };
    const envelope = seal(cause === undefined ? place : { ...place, cause });
    apply(world, envelope);
    world.digest = extendDigest(world.hash, world.digest, envelope.text);
    return envelope;
  });
}

function apply(world: WorldState, envelope: Envelope): void {
  const { stream, event, atMs, position } = envelope;
  const name = domainName(stream.slice(0, stream.indexOf('/')));
  const { decider, react } = domains[name];
  decider.evolve(world.states[name], event, atMs);
  for (const change of react(event, world.states[name] as ReadonlyState<unknown>, atMs)) {
    if (change.change === 'clear') world.dues.clear(change.subject, change.name);
    else
      world.dues.set({ ...change, command: { domain: name, command: change.command } }, position);
  }
  world.versions.set(stream, envelope.version);
  world.position = position;
}

function note(world: WorldState, input: Input): void {
  world.inputs = input.n;
  if (input.kind === 'clock') world.clock = input.clock;
  if (input.kind === 'command' && input.nonce !== undefined) world.nonces.add(input.nonce);
}
