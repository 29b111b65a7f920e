// Applies an input to a world: first everything due up to its instant fires in order, then the input is decided. `foldEntry`
// reaches the same state from a stored entry without deciding again. Both change nothing but the world's state.

import { createContext, type Context } from '../kernel/context.ts';
import { digestAfter, extendDigest } from '../kernel/digest.ts';
import type { Question } from '../kernel/due.ts';
import type { PendingDue } from './due-queue.ts';
import type { Input, JournalEntry } from '../kernel/input.ts';
import { invariant, InvariantError } from '../kernel/invariant.ts';
import { toEnvelope, type Command, type Envelope, type Event } from '../kernel/message.ts';
import { atOnce, type InPieces } from '../kernel/pieces.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import type { ReadonlyState } from '../tables/index.ts';
import type { OracleAnswer } from './oracle-cache.ts';
import type { AnyDomain, WorldEnvelope, AnyRejection } from './registry.ts';
import {
  statesOf,
  type DomainCommand,
  type StreamVersion,
  type WorldState,
} from './world-state.ts';

/** The most dues in one step: reactions that never settle are our bug. */
const duesPerStepMax = 10_000_000;

export type InputOutcome = Result<readonly Envelope[], AnyRejection>;

/** The end of a move of time: an instant, and optionally the sequence of the last due to fire at it. */
export type Until = Pick<Input, 'atMs' | 'through'>;

/** A due whose oracle has not answered yet. */
export type Blocked = PendingDue<DomainCommand> & { readonly needs: Question };

/** Dues in one slice of a long task: one that signs a transaction takes about a millisecond. */
export const duesPerSlice = 4;

const slicesPerStepMax = duesPerStepMax / duesPerSlice;

/** Throws InvariantError if a step has had too many slices to be finite. */
export function checkSlices(slices: number): void {
  invariant(slices < slicesPerStepMax, 'a step does not fire dues for ever');
}

/** Dues are left: a slice ended, or the events are as many as may be. Time is at the last due that fired. */
export type Paused = 'paused' | 'full';

/** Default: no limits. */
export interface StepLimits {
  readonly duesMax?: number | undefined;
  /** Of `into`. The events of one due are never split: they may exceed it. */
  readonly eventsMax?: number;
}

/**
 * Moves time, fires all dues on the way, and appends their events to `into`, each with its cause. Returns early before a
 * due whose answer is missing, or at a limit.
 */
export function fireDueUntil(
  world: WorldState,
  until: Until,
  into: Envelope[],
  { duesMax = duesPerStepMax, eventsMax = Infinity }: StepLimits = {},
): Blocked | Paused | undefined {
  checkInstant(world, until);
  for (let fired = 0; fired < duesMax; fired += 1) {
    if (into.length >= eventsMax && isDueBy(world, until)) return 'full';
    const due = fireNextDue(world, until, into);
    if (due === undefined) {
      world.nowMs = until.atMs;
      return undefined;
    }
    if ('needs' in due) return due;
  }
  if (duesMax < duesPerStepMax) return 'paused';
  throw new InvariantError('A step does not fire dues for ever.');
}

function isDueBy({ dues }: WorldState, { atMs, through }: Until): boolean {
  return dues.nextBy(atMs, through) !== undefined;
}

/** Fires the next due by then. Returns its sequence; undefined if there is none; the due itself if it is blocked. */
export function fireNextDue(
  world: WorldState,
  { atMs, through }: Until,
  into: Envelope[],
): { readonly sequence: number } | Blocked | undefined {
  const due = world.dues.nextBy(atMs, through);
  if (due === undefined) return undefined;
  const answered = due.needs === undefined ? undefined : world.rules.oracles.answerTo(due.needs);
  if (due.needs !== undefined && answered === undefined) return { ...due, needs: due.needs };
  const cause = world.dues.causeOf(due);
  world.dues.pop(due);
  world.nowMs = Math.max(world.nowMs, due.dueMs);
  world.fired += 1;
  const domain = domainOf(world, due.command.domain);
  const decided = decide(world, domain, due.command.command, answered);
  // A due that no longer applies is refused or decides nothing; neither has an effect.
  if (decided.ok) {
    for (const event of decided.value) appendEvent(world, domain, event, into, cause);
  }
  return { sequence: due.sequence };
}

/** Throws InvariantError unless an input of a recording fits the world: its instant and its domain. */
export function checkInputFits(world: WorldState, input: Input): void {
  checkInstant(world, input);
  if (input.kind === 'command') domainOf(world, input.domain);
}

function checkInstant({ nowMs }: WorldState, { atMs }: Until): void {
  invariant(atMs >= nowMs, 'time never goes back');
}

/** An input that was applied. */
export interface AppliedInput {
  readonly entry: JournalEntry;
  readonly outcome: InputOutcome;
}

/** Decides an input, after its dues have fired with these events, and returns its journal entry. */
export function applyInput(world: WorldState, input: Input, events: Envelope[]): AppliedInput {
  return atOnce(applyInputInPieces(world, input, events));
}

/** As `applyInput`; between its pieces the state may have a part of the events. */
export function* applyInputInPieces(
  world: WorldState,
  input: Input,
  events: Envelope[],
): InPieces<AppliedInput> {
  let outcome: InputOutcome = ok([]);
  world.dues.endPass();
  if (input.kind === 'command') {
    const domain = domainOf(world, input.domain);
    const decided = yield* decideInPieces(world, domain, input.command);
    outcome = decided.ok
      ? ok(yield* appendInPieces(world, domain, decided.value, events))
      : decided;
  }
  invariant(input.n === world.inputs + 1, 'inputs are numbered without gaps');
  completeInput(world, input);
  return { entry: { input, events, digest: world.digest }, outcome };
}

/** As `fireDueUntil`, to the end: waits for answers, and yields between slices. */
export async function fireDueUntilAsync(
  world: WorldState,
  until: Until,
  into: Envelope[],
  yieldToLoop: () => Promise<void>,
): Promise<void> {
  for (let slices = 0; ; slices += 1) {
    checkSlices(slices);
    const blocked = fireDueUntil(world, until, into, { duesMax: duesPerSlice });
    if (blocked === undefined) return;
    const isBlocked = typeof blocked === 'object';
    await (isBlocked ? world.rules.oracles.whenAnswered(blocked.needs) : yieldToLoop());
  }
}

/** Fires the dues up to an input, then applies it. All answers that the dues need must be cached. */
export function step(world: WorldState, input: Input): AppliedInput {
  const events: Envelope[] = [];
  const blocked = fireDueUntil(world, input, events);
  invariant(blocked === undefined, 'every answer that a step needs is there');
  return applyInput(world, input, events);
}

/** Applies the events of a stored entry without deciding again. Returns the reason if an entry does not fit. */
export function foldEntry(world: WorldState, entry: JournalEntry): Result<void, string> {
  const folding = foldEntryInPieces(world, entry);
  for (;;) {
    const next = folding.next();
    if (next.done === true) return next.value;
  }
}

/** Events folded at once: some milliseconds of work. */
const eventsPerPiece = 50;

/** As `foldEntry`; yields within a long entry. */
export function* foldEntryInPieces(
  world: WorldState,
  entry: JournalEntry,
): Generator<undefined, Result<void, string>, void> {
  const { input, events } = entry;
  if (input.n !== world.inputs + 1) return err(`input ${world.inputs + 1} is missing`);
  if (input.atMs < world.nowMs) return err(`input ${input.n} is earlier than the one before it`);
  const gap = events.findIndex(({ position }, index) => position !== world.position + 1 + index);
  if (gap !== -1) {
    const [missing, found] = [world.position + 1 + gap, events[gap]?.position];
    return err(`event ${missing} is missing, event ${found} is in its place`);
  }
  // The digest first: an edited event must not be applied.
  let { digest } = world;
  for (let from = 0; from < events.length; from += eventsPerPiece) {
    if (from > 0) yield;
    digest = digestAfter(world.rules.hash, digest, events.slice(from, from + eventsPerPiece));
  }
  if (digest !== entry.digest) return err(`the events of input ${input.n} do not fit its digest`);
  const own = events.findIndex((envelope) => envelope.cause === undefined);
  const dueEvents = own === -1 ? events : events.slice(0, own);
  for (const { stream } of events) nextVersion(world, stream);
  const applyOne = (envelope: Envelope) =>
    applyEvent(world, domainOfStream(world, envelope), envelope);
  for (let from = 0; from < dueEvents.length; from += eventsPerPiece) {
    if (from > 0) yield;
    for (const envelope of dueEvents.slice(from, from + eventsPerPiece)) applyOne(envelope);
  }
  while (world.dues.popBy(input.atMs, input.through) !== undefined); // all of them fired before the input was decided
  world.dues.endPass();
  world.nowMs = input.atMs;
  for (const envelope of events.slice(dueEvents.length)) applyOne(envelope);
  world.digest = digest;
  completeInput(world, input);
  return ok(undefined);
}

/** The instant of the next progress due, if it lies within the limit. */
export function nextProgress(world: WorldState, limitMs: number): number | undefined {
  const due = world.dues.next('progress');
  return due === undefined || due.dueMs > limitMs ? undefined : Math.max(due.dueMs, world.nowMs);
}

function domainOf(world: WorldState, name: string): AnyDomain {
  const { domains } = world.rules;
  const domain = Object.hasOwn(domains, name) ? domains[name] : undefined;
  invariant(domain !== undefined, `there is a domain named ${name}`);
  return domain;
}

function domainOfStream(world: WorldState, { stream }: Envelope): AnyDomain {
  return domainOf(world, stream.slice(0, stream.indexOf('/')));
}

function decide(
  world: WorldState,
  { name, decider }: AnyDomain,
  command: Command,
  answered?: OracleAnswer,
): Result<readonly Event[], AnyRejection> {
  const state = world.states[name] as ReadonlyState<unknown>;
  return decider.decide(command, state, contextOf(world, answered));
}

function* decideInPieces(
  world: WorldState,
  { name, decider }: AnyDomain,
  command: Command,
): InPieces<Result<readonly Event[], AnyRejection>> {
  const state = world.states[name] as ReadonlyState<unknown>;
  const context = contextOf(world);
  const pieces = decider.decideInPieces?.(command, state, context);
  return pieces === undefined ? decider.decide(command, state, context) : yield* pieces;
}

function contextOf(world: WorldState, answered?: OracleAnswer): Context {
  const { seed, epochMs, settings, rules, nowMs } = world;
  const genesis = { seed, forkSeed: settings.forkSeed, epochMs, ids: settings.ids };
  return createContext(genesis, rules.hash, nowMs, answered);
}

/** Increments a stream's version. Returns the first string with its name, so that the name is stored once. */
function nextVersion({ versions }: WorldState, name: string): StreamVersion {
  const last = versions.get(name);
  const next = { stream: last?.stream ?? name, version: (last?.version ?? 0) + 1 };
  if (last === undefined) versions.insert(next);
  else versions.replace(next);
  return next;
}

/** Applies events and appends their envelopes to `into`; returns the new ones. */
function* appendInPieces(
  world: WorldState,
  domain: AnyDomain,
  events: readonly Event[],
  into: Envelope[],
): InPieces<readonly Envelope[]> {
  const appended: Envelope[] = [];
  for (const event of events) {
    if (appended.length > 0) yield;
    const envelope = nextEnvelope(world, domain, event);
    const evolving = inPiecesOf(world, domain, envelope);
    if (evolving === undefined) evolve(world, domain, envelope);
    else {
      yield;
      yield* evolving;
    }
    completeEvent(world, domain, envelope, into);
    appended.push(envelope);
  }
  return appended;
}

/** Applies an event and appends its envelope to `into`, then the events of its reactions. */
function appendEvent(
  world: WorldState,
  domain: AnyDomain,
  event: Event,
  into: Envelope[],
  cause: number,
): void {
  const envelope = nextEnvelope(world, domain, event, cause);
  evolve(world, domain, envelope);
  completeEvent(world, domain, envelope, into);
}

function nextEnvelope(
  world: WorldState,
  domain: AnyDomain,
  event: Event,
  cause?: number,
): Envelope {
  const { stream, version } = nextVersion(world, `${domain.name}/${domain.streamOf(event)}`);
  const place = { position: world.position + 1, stream, version, atMs: world.nowMs, event };
  return toEnvelope(cause === undefined ? place : { ...place, cause });
}

/** What follows from an event that the state has. */
function completeEvent(
  world: WorldState,
  domain: AnyDomain,
  envelope: Envelope,
  into: Envelope[],
): void {
  for (const question of react(world, domain, envelope)) world.rules.oracles.request(question);
  world.digest = extendDigest(world.rules.hash, world.digest, envelope.text);
  if (domain.sends?.(envelope.event) === true) world.sent += 1;
  into.push(envelope);
  runReactions(world, envelope, into);
}

/** Their events are caused by the event. A command that is refused has no effect. */
function runReactions(world: WorldState, envelope: Envelope, into: Envelope[]): void {
  const { position } = envelope;
  for (const reaction of world.rules.reactions) {
    for (const { domain: name, command } of reaction(envelope as WorldEnvelope, statesOf(world))) {
      const domain = domainOf(world, name);
      const decided = decide(world, domain, command);
      if (!decided.ok) continue;
      for (const event of decided.value) appendEvent(world, domain, event, into, position);
    }
  }
}

function applyEvent(world: WorldState, domain: AnyDomain, envelope: Envelope): void {
  evolve(world, domain, envelope);
  react(world, domain, envelope);
}

/** The event of an envelope has its members in canonical order. */
function evolve(world: WorldState, { name, decider }: AnyDomain, { event, atMs }: Envelope): void {
  decider.evolve(world.states[name], event, atMs);
}

function inPiecesOf(
  world: WorldState,
  { name, decider }: AnyDomain,
  { event, atMs }: Envelope,
): InPieces<void> | undefined {
  return decider.evolveInPieces?.(world.states[name], event, atMs);
}

/** Sets and clears the dues of an event that the state has, and returns the questions that new ones will need answered. */
function react(
  world: WorldState,
  { name, react: changesOf }: AnyDomain,
  { event, atMs, position }: Envelope,
): readonly Question[] {
  const changes = changesOf(event, world.states[name] as ReadonlyState<unknown>, atMs);
  // The switches of domains have no default: an event of a later version arrives here without an effect.
  if (changes === undefined) throw new InvariantError(unknownEvent(event));
  let questions: Question[] = noQuestions;
  for (const change of changes) {
    if (change.change === 'clear') {
      world.dues.clear(change.subject, change.name);
      continue;
    }
    const command = { domain: name, command: change.command };
    const dueMs = Math.max(change.dueMs, atMs); // an overdue one is due now
    world.dues.set({ ...change, command, dueMs }, position);
    if (change.needs !== undefined) questions = [...questions, change.needs];
  }
  world.position = position;
  return questions;
}

const noQuestions: Question[] = [];

function unknownEvent({ type }: Event): string {
  return `This version has no events of type ${type}; use the version of Reprise that wrote them.`;
}

/** Counts the input and applies what it changes besides events. */
function completeInput(world: WorldState, input: Input): void {
  world.inputs = input.n;
  switch (input.kind) {
    case 'clock':
      world.clock = input.clock;
      return;
    case 'config':
      world.settings = input.settings;
      return;
    case 'command':
      if (input.nonce !== undefined) world.nonces.set(input.nonce, input.nonce);
      return;
    case 'hold':
      return world.dues.hold(input.subject, input.name);
    case 'release':
      return world.dues.release(input.subject, input.name, input.atMs);
    case 'time':
      return;
  }
}
