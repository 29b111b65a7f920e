// What a client sees of the speech channels, as their rules read it. Messages are as they were shown: of a real service nothing is
// certain.

export type ShownMessage = Readonly<Record<string, unknown>>;

export type ChannelName = 'speak' | 'listen' | 'turns' | 'agent';

interface OfConnection {
  /** The number of the entry that shows it. */
  readonly n: number;
  /** The connection. */
  readonly conn: number;
}

export interface ConnectionOpened extends OfConnection {
  readonly kind: 'opened';
  readonly channel: ChannelName;
  /** The last value of each parameter. */
  readonly query: Readonly<Record<string, string>>;
}

/** A text frame; one that is no JSON object is an empty message. */
export interface MessageShown extends OfConnection {
  readonly kind: 'message';
  readonly by: 'client' | 'server';
  readonly message: ShownMessage;
}

export interface AudioShown extends OfConnection {
  readonly kind: 'audio';
  readonly by: 'client' | 'server';
  readonly bytes: number;
}

export interface ConnectionClosed extends OfConnection {
  readonly kind: 'closed';
  readonly by: 'client' | 'server';
  readonly code: number;
}

/** A fault has struck frames: what follows on open connections is not what the service has sent. */
export interface FramesStruck {
  readonly kind: 'struck';
  readonly n: number;
}

export type SessionObservation = ConnectionOpened | MessageShown | AudioShown | ConnectionClosed;

export type SpeechObservation = SessionObservation | FramesStruck;
