// A session of /v1/agent/converse that is served by this process: frames to commands, events to frames.

import { omitUndefined, speech, type ClockMode } from '../../../../core/index.ts';
import type { Frame } from '../../../protocol/channel.ts';
import { createAudioPipeline, type AudioPipeline } from '../audio/pipeline.ts';
import { ReceivedStream } from '../audio/received-stream.ts';
import type { ResumedAudio } from '../audio/resume.ts';
import { formOf } from '../audio/stream-form.ts';
import { unknownMembersRule } from '../../unknown-members.ts';
import { speechConfigOf } from '../config.ts';
import type { FrameCommand } from '../frame-command.ts';
import { SpeechOutbox, type AudioOf } from '../outbox.ts';
import { agentItems } from '../sent-items.ts';
import type { ServedSession, SessionParts } from '../served-session.ts';
import type { StruckFrames } from '../session-events.ts';
import { agentCommandOf, type AgentFrameCommand } from './messages.ts';
import type { AgentRules } from './rules.ts';
import { secretVaultOf } from './secrets.ts';
import { skipThrough } from './skipping.ts';

export interface AgentParts extends SessionParts {
  readonly audioOf: AudioOf;
  /** Whether requests may be sent to the host. */
  readonly isAllowed: AgentRules['isAllowed'];
}

/** A conversation that goes on. */
export interface ResumedConversation {
  readonly settings: speech.MessageSettings;
  /** Null before Settings. */
  readonly audio: ResumedAudio | null;
}

export class AgentSession implements ServedSession {
  readonly #id: string;
  readonly #parts: AgentParts;
  readonly #outbox: SpeechOutbox;
  /** Null before Settings. */
  #settings: speech.MessageSettings;
  #pipeline: AudioPipeline | undefined;
  #isOver = false;

  constructor(id: string, parts: AgentParts, { settings, audio }: ResumedConversation) {
    this.#id = id;
    this.#parts = parts;
    this.#outbox = new SpeechOutbox(parts.peer, parts.audioOf);
    this.#settings = settings;
    if (audio !== null) this.#pipeline = this.#pipelineOf(audio);
  }

  attach(): void {
    this.#parts.events.add(this.#id, this);
  }

  detach(): void {
    this.#parts.events.remove(this.#id, this);
  }

  release(): void {
    this.#outbox.stop();
    this.#pipeline?.close();
  }

  onEvent(event: speech.SessionEvent, strikes: StruckFrames): void {
    if (!speech.isOfChannel(event, '/v1/agent/converse')) return;
    if (event.type === 'SettingsApplied') this.#begin(event.settings);
    if (event.type === 'ReplyStarted') this.#prepareAudio(event);
    this.#outbox.push(agentItems(event, this.#settings), strikes);
    if (event.type === 'SessionEnded') this.#end();
  }

  onWorldEnded(): void {
    this.#end();
    this.release();
    this.#parts.peer.close(1001, 'The world of this session was removed or reset.');
  }

  async receive(frame: Frame): Promise<void> {
    if (this.#isOver) return;
    if (frame.kind === 'text') await this.#receiveText(frame.text);
    else await this.#receiveAudio(frame.data);
    await this.#outbox.whenSent();
    await this.#parts.peer.drained();
  }

  async closed(code: number): Promise<void> {
    const isEnded = this.#isOver;
    this.#end();
    this.detach();
    this.release();
    if (isEnded) return;
    await this.#send({ type: 'EndSession', code });
  }

  hasUnsent(): boolean {
    return this.#outbox.isSending;
  }

  #end(): void {
    this.#isOver = true;
    secretVaultOf(this.#parts.world).deleteSession(this.#id);
  }

  async #receiveText(text: string): Promise<void> {
    const { world, isAllowed, request } = this.#parts;
    const isConfigured = (model: string) => speechConfigOf(world).models.includes(model);
    const rule = unknownMembersRule(request ?? {}, world);
    const rules = { isConfigured, isAllowed, ...omitUndefined({ unknownMembers: rule }) };
    const read = agentCommandOf(text, rules, request);
    await this.#execute(read.command, { prepared: (state) => this.#keepSecrets(read, state) });
  }

  /** Right before the command is decided: a thought that was asked earlier keeps its own, later ones need these. */
  #keepSecrets({ command, secrets }: AgentFrameCommand, state: SpeechState): void {
    if (secrets === undefined) return;
    const vault = secretVaultOf(this.#parts.world);
    const agent = command.type === 'ApplySettings' ? command.settings.agent : undefined;
    const inFlight = speech.thoughtInFlight(state, this.#id);
    if (typeof agent === 'string') vault.setSessionAgent(this.#id, agent, inFlight);
    else vault.setSession(this.#id, secrets, inFlight);
  }

  async #receiveAudio(data: Buffer): Promise<void> {
    if (data.length === 0) return this.#execute({ type: 'KeepAlive' });
    if (this.#pipeline === undefined) return this.#execute({ type: 'RejectEarlyAudio' });
    return this.#pipeline.receive(data);
  }

  #begin(settings: NonNullable<speech.MessageSettings>): void {
    this.#settings = settings;
    const stream = new ReceivedStream(formOf(settings.audio.input));
    this.#pipeline ??= this.#pipelineOf({ stream, sound: speech.initialSound });
  }

  #pipelineOf(audio: ResumedAudio): AudioPipeline {
    return createAudioPipeline({
      ...audio,
      deliver: (command, attachment) => this.#execute(command, { attachment }),
      isOver: () => this.#isOver,
    });
  }

  /** The audio of later sentences, while the first one is being sent. */
  #prepareAudio({
    sentences,
    voice,
  }: Extract<speech.AgentEvent, { readonly type: 'ReplyStarted' }>): void {
    if (this.#settings === null) return;
    const { encoding, sampleRate } = this.#settings.audio.output;
    for (const text of sentences) {
      void this.#prepared({ voice, text, encoding, sampleRate });
    }
  }

  async #prepared(question: speech.SynthesisQuestion): Promise<void> {
    try {
      await this.#parts.audioOf(question);
    } catch {
      // Unspeakable: the oracle answers so.
    }
  }

  async #execute(command: FrameCommand, own: CommandParts = {}): Promise<void> {
    const effect = await this.#send(command, own);
    if (effect !== undefined) await this.#goOn(effect);
  }

  /** What the command made due now happens behind it; with a clock in mode `skip`, all that the agent does by itself. */
  async #goOn({ view, isAudioAlone, clockMode: mode }: Effect): Promise<void> {
    const { world } = this.#parts;
    if (!view.isProgressing && !view.isCalling) return;
    if (mode === 'frozen' && !isAudioAlone) await world.advance({ byMs: 0 });
    if (mode === 'skip') await skipThrough(world, this.#id, () => this.#isOver);
  }

  #send(
    command: FrameCommand,
    { attachment, prepared }: CommandParts = {},
  ): Promise<Effect | undefined> {
    const complete = { ...command, sessionId: this.#id } as speech.SessionCommand;
    return this.#parts.world.send({
      domain: 'speech',
      prepare: ({ speech: state }) => {
        prepared?.(state);
        return { command: complete, attachment };
      },
      respond: (outcome, { speech: state }, describe) => {
        const view = speech.conversationView(state, this.#id);
        if (!outcome.ok || view === undefined) return undefined;
        const isAudioAlone = outcome.value.every(({ event }) => event.type === 'AudioReceived');
        return { view, isAudioAlone, clockMode: describe().clock.mode };
      },
    });
  }
}

type SpeechState = Parameters<typeof speech.conversationView>[0];

interface CommandParts {
  readonly attachment?: Uint8Array | undefined;
  /** Called with the state in which the command is decided. */
  readonly prepared?: (state: SpeechState) => void;
}

/** What a command has led to. */
interface Effect {
  readonly view: speech.ConversationView;
  /** Whether nobody has begun or ended a turn with it. */
  readonly isAudioAlone: boolean;
  /** That of the world when it was decided. */
  readonly clockMode: ClockMode;
}
