// Tells in words what the events of a recording mean, for people who read it.

export interface StoryEvent {
  readonly type: string;
  readonly stream: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Remembers names and amounts of the events so far, in their order. */
export interface StoryTeller {
  /**
   * What an event says, beside its type; undefined for one that says nothing else. Ids are written in full: the reader shortens them.
   * May throw for events of other versions.
   */
  eventText(event: StoryEvent): string | undefined;
  /** Whether an event only notes that audio was sent or received, or that a client is alive. Absent: none does. */
  isRoutine?(event: Pick<StoryEvent, 'type'>): boolean;
  /** What a webhook with this body reports. */
  webhookText?(body: Readonly<Record<string, unknown>>): string | undefined;
}
