// The client's side of a conversation with the voice agent: it says what the user says, in pieces as time passes, answers functions, and
// plays what comes.

import { decode, encode } from '../../audio/encoding.ts';
import type { Frame } from '../../protocol/channel.ts';
import type { ExplainedThought } from '../../client/index.ts';
import { CallSide } from './converse-call.ts';
import { FunctionAnswers, type RequestedFunction } from './converse-functions.ts';
import { agentPath, type CallTarget, type Line } from './converse-line.ts';
import { CallTurns } from './converse-turns.ts';
import type { VoiceForm } from './converse-voice.ts';

export interface UserTurn {
  /** As it is spoken; undefined if it is not known. */
  readonly text: string | undefined;
  readonly audio: Buffer;
  /** Milliseconds after the agent begins to reply. Undefined: once it has finished. */
  readonly interruptAfterMs?: number | undefined;
}

export interface ConversationOptions {
  /** The member `agent` of Settings. */
  readonly agent: unknown;
  readonly hasGreeting: boolean;
  readonly form: VoiceForm;
  /** Answers of client-side functions, by name. */
  readonly functions: Readonly<Record<string, readonly unknown[]>>;
  readonly onMessage: (message: CallMessage) => void;
  readonly onThought?: ((thought: ExplainedThought, atMs: number) => void) | undefined;
  /** Whether nothing is sent while the user says nothing, except for KeepAlive. */
  readonly isMuted?: boolean;
}

/** A message of either side, except for audio. */
export interface CallMessage {
  readonly atMs: number;
  readonly from: 'agent' | 'user';
  readonly message: { readonly type: string; readonly [member: string]: unknown };
}

/** Audio is sent in pieces of this length. */
const tickMs = 100;
/** A muted microphone is open for so long after the user's voice, since silence ends a turn. */
const openMs = 1_000;
const keepAliveMs = 5_000;

export class Conversation {
  readonly user: CallSide;
  readonly agent: CallSide;
  readonly #target: CallTarget;
  readonly #options: ConversationOptions;
  readonly #functions: FunctionAnswers;
  readonly #turns: CallTurns;
  #line: Line | undefined;
  #toSend: object[] = [];
  #closed: { readonly code: number; readonly reason: string } | undefined;
  #hasHungUp = false;
  #error: string | undefined;
  #sentMs = 0;

  constructor(target: CallTarget, options: ConversationOptions) {
    this.#target = target;
    this.#options = options;
    this.#functions = new FunctionAnswers(options.functions);
    this.#turns = new CallTurns(options);
    this.user = new CallSide(options.form.sampleRate);
    this.agent = new CallSide(options.form.sampleRate);
  }

  /** Why the agent ended the conversation; undefined if it did not. */
  get ending(): string | undefined {
    if (this.#closed === undefined) return undefined;
    const { code, reason } = this.#closed;
    return this.#error ?? `${code} ${reason}`.trim();
  }

  async begin(): Promise<void> {
    this.#line = await this.#target.dial(agentPath, {
      onFrame: (frame, atMs) => this.#receive(frame, atMs),
      onClosed: (code, reason) => {
        if (!this.#hasHungUp) this.#closed = { code, reason };
      },
      onThought: this.#options.onThought,
    });
    const { agent, form } = this.#options;
    const audio = { encoding: form.encoding, sample_rate: form.sampleRate };
    await this.#send({
      type: 'Settings',
      audio: { input: audio, output: { ...audio, container: 'none' } },
      agent,
    });
    await this.#target.pass(0);
  }

  /** Says it when the agent has finished, or interrupts it. */
  async say({ text, audio, interruptAfterMs }: UserTurn): Promise<void> {
    await this.#silentUntil(() => this.#isTurnOfUser(interruptAfterMs));
    if (this.#closed !== undefined) return;
    const from = this.#target.nowMs();
    const said = text === undefined ? {} : { text };
    this.#options.onMessage({ atMs: from, from: 'user', message: { type: 'UserSpeech', ...said } });
    this.#turns.userBegins();
    const { encoding } = this.#options.form;
    this.user.add(decode(audio, encoding), from);
    const silence = this.#silence();
    const bytes = silence.length;
    const rest = (bytes - (audio.length % bytes)) % bytes;
    const sent = Buffer.concat([audio, silence.subarray(0, rest)]);
    for (let at = 0; at < sent.length && this.#closed === undefined; at += bytes) {
      await this.#tick(sent.subarray(at, at + bytes));
    }
    this.#turns.userEnds(this.#target.nowMs());
  }

  /** Waits in silence while something else is awaited; time passes only if it does by itself. */
  async waitFor<T>(awaited: Promise<T>): Promise<T> {
    let isPending = this.#target.isLive;
    const done = awaited.finally(() => (isPending = false));
    while (isPending && this.#closed === undefined) await this.#tick(undefined);
    return done;
  }

  /** Hears the agent out, and hangs up. */
  async end(): Promise<void> {
    await this.#silentUntil(() => this.#isTurnOfUser(undefined));
    this.#hasHungUp = true;
    await this.#line?.close();
  }

  #isTurnOfUser(interruptAfterMs: number | undefined): boolean {
    const ends = { agentMs: this.agent.endMs, userMs: this.user.endMs };
    return this.#turns.isOfUser(this.#target.nowMs(), ends, interruptAfterMs);
  }

  async #silentUntil(isReached: () => boolean): Promise<void> {
    while (this.#closed === undefined && !isReached()) await this.#tick(undefined);
  }

  /** `audio`: of the user, who is silent without. */
  async #tick(audio: Buffer | undefined): Promise<void> {
    const now = this.#target.nowMs();
    for (const message of this.#toSend.splice(0)) await this.#send(message);
    if (audio !== undefined || this.#options.isMuted !== true || now < this.user.endMs + openMs) {
      await this.#line?.send({ kind: 'binary', data: audio ?? this.#silence() });
      this.#sentMs = now;
    } else if (now >= this.#sentMs + keepAliveMs) await this.#send({ type: 'KeepAlive' });
    await this.#target.pass(tickMs);
  }

  async #send(message: object): Promise<void> {
    this.#sentMs = this.#target.nowMs();
    await this.#line?.send({ kind: 'text', text: JSON.stringify(message) });
  }

  #receive(frame: Frame, atMs: number): void {
    if (frame.kind === 'binary') {
      this.#turns.audioComes(atMs, Math.max(atMs, this.agent.endMs));
      return this.agent.add(decode(frame.data, this.#options.form.encoding), atMs);
    }
    const message = JSON.parse(frame.text) as CallMessage['message'];
    this.#options.onMessage({ atMs, from: 'agent', message });
    this.#turns.messageComes(message.type, atMs);
    switch (message.type) {
      case 'UserStartedSpeaking':
        return this.agent.cut(atMs);
      case 'FunctionCallRequest':
        return this.#answer(message['functions'] as readonly RequestedFunction[], atMs);
      case 'Error':
        this.#error = `${String(message['code'])}: ${String(message['description'])}`;
        return;
      default:
    }
  }

  #answer(calls: readonly RequestedFunction[], atMs: number): void {
    for (const message of this.#functions.to(calls)) {
      this.#toSend.push(message);
      this.#options.onMessage({ atMs, from: 'user', message: { ...message } });
    }
  }

  /** A piece of it. */
  #silence(): Buffer {
    const { encoding, sampleRate } = this.#options.form;
    return Buffer.from(encode(new Int16Array((sampleRate * tickMs) / 1_000), encoding));
  }
}
