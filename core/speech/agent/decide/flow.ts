// The events of one decision about a conversation, each applied to the session at once, since the next one depends on it.

import type { Context } from '../../../kernel/context.ts';
import { ok } from '../../../kernel/result.ts';
import { agentEnding } from '../endings.ts';
import type { KeepAliveReceived } from '../../session/events.ts';
import type { AgentChannelEvent, AgentEvent } from '../events.ts';
import { conversed } from '../evolve.ts';
import type { AgentSessionRecord, AppliedSettings } from '../record.ts';
import { scriptId, type SpeechScript } from '../../recognition/script/script.ts';
import type { RecognitionState } from '../../recognition/state.ts';
import { endedBy, type SpeechDecision } from '../../session/decision.ts';

export class AgentFlow {
  readonly context: Context;
  readonly script: SpeechScript | undefined;
  readonly #events: AgentChannelEvent[] = [];
  #session: AgentSessionRecord;
  #hasFailed = false;

  constructor(
    session: AgentSessionRecord,
    { scripts }: Pick<RecognitionState, 'scripts'>,
    context: Context,
  ) {
    this.#session = session;
    this.context = context;
    this.script = scripts.get(scriptId);
  }

  /** The session after all events so far. */
  get session(): AgentSessionRecord {
    return this.#session;
  }

  /** Rules that read this run only after Settings. */
  get settings(): AppliedSettings {
    return this.#session.settings as AppliedSettings;
  }

  emit(event: AgentEvent | KeepAliveReceived): void {
    this.#events.push(event);
    if (event.type === 'KeepAliveReceived') return;
    this.#session = conversed(this.#session, event, this.context.nowMs);
  }

  /** Adds an event that the caller has applied. */
  emitApplied(event: AgentChannelEvent, session: AgentSessionRecord): void {
    this.#events.push(event);
    this.#session = session;
  }

  warn(code: string, description: string): void {
    this.#events.push({ type: 'SessionWarned', sessionId: this.#session.id, code, description });
  }

  /** Whether the session ends with an Error. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Sends an Error, and ends the session. */
  fail({ code, description }: { readonly code: string; readonly description: string }): void {
    this.#hasFailed = true;
    this.emit({ type: 'AgentFailed', sessionId: this.#session.id, code, description });
    this.#events.push(endedBy(this.#session, agentEnding));
  }

  get decision(): SpeechDecision<AgentChannelEvent> {
    return ok(this.#events);
  }
}
