// Decides who speaks next in a call: the user speaks once the agent has finished, interrupts a reply, or gives up waiting for one.

/** A polite pause before the user speaks. */
const pauseMs = 500;
/** The user does not wait longer for an agent that is silent. */
const patienceMs = 10_000;

/** When all audio of each side has been played. */
export interface SideEnds {
  readonly agentMs: number;
  readonly userMs: number;
}

export class CallTurns {
  #awaitsReply: boolean;
  /** When the last message came, or the user was last heard. */
  #newsMs = 0;
  #replyStartMs: number | undefined;

  constructor({ hasGreeting }: { readonly hasGreeting: boolean }) {
    this.#awaitsReply = hasGreeting;
  }

  /** Whether the user may speak; with `interruptAfterMs` also so long after the reply has begun to play. */
  isOfUser(nowMs: number, { agentMs, userMs }: SideEnds, interruptAfterMs?: number): boolean {
    const isIdle = !this.#awaitsReply && nowMs >= Math.max(agentMs, userMs) + pauseMs;
    if (isIdle || nowMs >= Math.max(this.#newsMs, agentMs) + patienceMs) return true;
    if (interruptAfterMs === undefined || this.#replyStartMs === undefined) return false;
    return nowMs >= this.#replyStartMs + interruptAfterMs;
  }

  userBegins(): void {
    this.#replyStartMs = undefined;
  }

  userEnds(atMs: number): void {
    this.#awaitsReply = true;
    this.#newsMs = atMs;
  }

  /** `playsMs`: when it is played. */
  audioComes(atMs: number, playsMs: number): void {
    this.#newsMs = atMs;
    this.#replyStartMs ??= playsMs;
  }

  messageComes(type: string, atMs: number): void {
    this.#newsMs = atMs;
    if (type === 'UserStartedSpeaking') this.#replyStartMs = undefined;
    if (type === 'UserStartedSpeaking' || type === 'FunctionCallRequest') this.#awaitsReply = true;
    if (type === 'AgentAudioDone') this.#awaitsReply = false;
  }
}
