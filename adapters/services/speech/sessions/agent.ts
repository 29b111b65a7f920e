// A session of /v1/agent/converse that is served by this process: frames to commands, events to frames.

import { omitUndefined, speech, type ClockMode, type States } from '../../../../core/index.ts';
import type { Frame } from '../../../protocol/channel.ts';
import { createAudioPipeline, type AudioPipeline } from '../audio/pipeline.ts';
import { ReceivedStream } from '../audio/received-stream.ts';
import type { ResumedAudio } from '../audio/resume.ts';
import { formOf } from '../audio/stream-form.ts';
import { unknownMembersRule } from '../../unknown-members.ts';
import { speechConfigOf } from '../config.ts';
import type { FrameCommand } from '../frame-command.ts';
import { SpeechOutbox, type AudioOf } from './outbox.ts';
import { agentItems } from './sent-items.ts';
import { ServedSession, type SessionParts } from './served-session.ts';
import type { StruckFrames } from './session-events.ts';
import { agentCommandOf, type AgentFrameCommand } from '../agent/messages.ts';
import type { AgentRules } from '../agent/rules.ts';
import { secretVaultOf } from '../agent/secrets.ts';
import { skipThrough } from '../agent/skipping.ts';

export interface AgentParts extends SessionParts {
  readonly audioOf: AudioOf;
  /** Whether requests may be sent to the host. */
  readonly isAllowed: AgentRules['isAllowed'];
}

/** A conversation, new or resumed. */
export interface ResumedConversation {
  readonly settings: speech.MessageSettings;
  /** Null before Settings. */
  readonly audio: ResumedAudio | null;
}

export class ServedAgentSession extends ServedSession<AgentParts> {
  readonly #outbox: SpeechOutbox;
  /** Null before Settings. */
  #settings: speech.MessageSettings;
  #pipeline: AudioPipeline | undefined;

  constructor(id: string, parts: AgentParts, { settings, audio }: ResumedConversation) {
    super(id, parts);
    this.#outbox = new SpeechOutbox(parts.peer, parts.audioOf);
    this.#settings = settings;
    if (audio !== null) this.#pipeline = this.#pipelineOf(audio);
  }

  override readonly hasUnsent = () => this.#outbox.isSending;

  override release(): void {
    this.#outbox.stop();
    this.#pipeline?.close();
  }

  protected override async handle(frame: Frame): Promise<void> {
    if (frame.kind === 'text') await this.#handleText(frame.text);
    else await this.#handleAudio(frame.data);
    await this.#outbox.whenSent();
    await this.parts.peer.drained();
  }

  protected override deliver(event: speech.SessionEvent, strikes: StruckFrames): void {
    if (event.type === 'SettingsApplied') this.#applySettings(event.settings);
    if (event.type === 'ReplyStarted') this.#prepareAudio(event);
    this.#outbox.push(agentItems(event, this.#settings), strikes);
  }

  protected override onOver(): void {
    secretVaultOf(this.parts.world).deleteSession(this.id);
  }

  async #handleText(text: string): Promise<void> {
    const { world, isAllowed, request } = this.parts;
    const isConfigured = (model: string) => speechConfigOf(world).models.includes(model);
    const rule = unknownMembersRule(request ?? {}, world);
    const rules = { isConfigured, isAllowed, ...omitUndefined({ unknownMembers: rule }) };
    const read = agentCommandOf(text, rules, request);
    await this.#execute(read.command, { onPrepared: (state) => this.#storeSecrets(read, state) });
  }

  /** Called right before the command is decided: a thought in flight keeps its secrets, later ones use these. */
  #storeSecrets({ command, secrets }: AgentFrameCommand, state: States['speech']): void {
    if (secrets === undefined) return;
    const vault = secretVaultOf(this.parts.world);
    const agent = command.type === 'ApplySettings' ? command.settings.agent : undefined;
    const inFlight = speech.thoughtInFlight(state, this.id);
    if (typeof agent === 'string') vault.setSessionAgent(this.id, agent, inFlight);
    else vault.setSession(this.id, secrets, inFlight);
  }

  async #handleAudio(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return this.#execute({ type: 'KeepAlive' });
    if (this.#pipeline === undefined) return this.#execute({ type: 'RejectEarlyAudio' });
    return this.#pipeline.receive(bytes);
  }

  #applySettings(settings: NonNullable<speech.MessageSettings>): void {
    this.#settings = settings;
    const stream = new ReceivedStream(formOf(settings.audio.input));
    this.#pipeline ??= this.#pipelineOf({ stream, sound: speech.initialSound });
  }

  #pipelineOf(audio: ResumedAudio): AudioPipeline {
    return createAudioPipeline({
      ...audio,
      deliver: (command, attachment) => this.#execute(command, { attachment }),
      isOver: () => this.isOver,
    });
  }

  /** Computes the audio of later sentences while the first one is sent. */
  #prepareAudio({ sentences, voice }: ReplyStarted): void {
    if (this.#settings === null) return;
    const { encoding, sampleRate } = this.#settings.audio.output;
    for (const text of sentences) {
      void this.#computeAudio({ voice, text, encoding, sampleRate });
    }
  }

  async #computeAudio(question: speech.SynthesisQuestion): Promise<void> {
    try {
      await this.parts.audioOf(question);
    } catch {
      // Unspeakable: the oracle answers so.
    }
  }

  async #execute(command: FrameCommand, how: CommandParts = {}): Promise<void> {
    const effect = await this.send({
      command,
      ...how,
      respond: (outcome, { speech: state }, describe): CommandEffect | undefined => {
        const view = speech.conversationView(state, this.id);
        if (!outcome.ok || view === undefined) return undefined;
        const isAudioAlone = outcome.value.every(({ event }) => event.type === 'AudioReceived');
        return { view, isAudioAlone, clockMode: describe().clock.mode };
      },
    });
    if (effect !== undefined) await this.#advance(effect);
  }

  /** Runs the dues of this instant after the command; with a clock in mode `skip`, all that the agent does by itself. */
  async #advance({ view, isAudioAlone, clockMode: mode }: CommandEffect): Promise<void> {
    const { world } = this.parts;
    if (!view.isProgressing && !view.isCalling) return;
    if (mode === 'frozen' && !isAudioAlone) await world.advance({ byMs: 0 });
    if (mode === 'skip') await skipThrough(world, this.id, () => this.isOver);
  }
}

type ReplyStarted = Extract<speech.AgentEvent, { readonly type: 'ReplyStarted' }>;

interface CommandParts {
  readonly attachment?: Uint8Array | undefined;
  readonly onPrepared?: (state: States['speech']) => void;
}

interface CommandEffect {
  readonly view: speech.ConversationView;
  /** Whether its events begin or end no turn. */
  readonly isAudioAlone: boolean;
  /** The clock of the world when the command was decided. */
  readonly clockMode: ClockMode;
}
