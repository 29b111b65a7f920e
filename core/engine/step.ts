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

/** Moves time to `untilMs`, fires what is due on the way, and adds its events, each with its cause, to `into`. */
export function passTime(world: WorldState, untilMs: number, into: Envelope[]): void {
  invariant(untilMs >= world.nowMs, 'time never goes back');
  for (let fired = 0; ; fired += 1) {
    const due = world.dues.takeUntil(untilMs);
    if (due === undefined) break;
    invariant(fired < duesPerStepMax, 'a step does not fire dues for ever');
    world.nowMs = Math.max(world.nowMs, due.dueMs);
    world.fired += 1;
    const { domain, command } = due.command;
    const decided = decide(world, domain, command);
    // A due that has lost its point is refused or decides nothing; both mean that nothing happens.
    if (decided.ok) record(world, domain, decided.value, into, due.setBy);
  }
  world.nowMs = untilMs;
}

/** Decides an input behind the events that time has brought, and makes its journal entry. */
export function carryOut(
  world: WorldState,
  input: Input,
  events: Envelope[],
): { entry: JournalEntry; outcome: Outcome } {
  let outcome: Outcome = ok([]);
  if (input.kind === 'command') {
    const domain = domainName(input.domain);
    const decided = decide(world, domain, input.command);
    outcome = decided.ok ? ok(record(world, domain, decided.value, events)) : decided;
  }
  invariant(input.n === world.inputs + 1, 'inputs are numbered without gaps');
  note(world, input);
  return { entry: { input, events, digest: world.digest }, outcome };
}

/** The whole of a journaled input: time first, then the input itself. */
export function step(world: WorldState, input: Input): { entry: JournalEntry; outcome: Outcome } {
  const events: Envelope[] = [];
  passTime(world, input.atMs, events);
  return carryOut(world, input, events);
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

/** Applies events and adds their envelopes to `into`; returns the new ones. */
function record(
  world: WorldState,
  name: DomainName,
  events: readonly Event[],
  into: Envelope[],
  cause?: number,
): readonly Envelope[] {
  const recorded: Envelope[] = [];
  for (const event of events) {
    const stream = `${name}/${domains[name].streamOf(event)}`;
    const version = (world.versions.get(stream) ?? 0) + 1;
    const place = { position: world.position + 1, stream, version, atMs: world.nowMs, event };
    const envelope = seal(cause === undefined ? place : { ...place, cause });
    apply(world, envelope);
    world.digest = extendDigest(world.hash, world.digest, envelope.text);
    recorded.push(envelope);
    into.push(envelope);
  }
  return recorded;
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
