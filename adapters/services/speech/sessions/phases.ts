// The phases of a session that this process serves, the same on every channel. One table drives them. It does not cover work in
// progress, which goes on in every phase: a frame that is being handled checks `isOver` between its pieces, and the last messages of
// a session are sent after it is over, at the pace of its client.

/** Frames are handled while the session is `open`. It is `closing` after the client has asked for the end, until the world ends it. */
export type Phase = 'open' | 'closing' | 'over';

/** `ended`: the world has ended the session. `worldEnded`: it was removed or reset. `disconnected`: the socket is closed. */
export type PhaseChange = 'closing' | 'ended' | 'worldEnded' | 'disconnected';

/** `release`: stop sending and decoding. `detach`: receive no more events. `close`: close the socket. `report`: tell the world of the disconnect. */
export type PhaseAction = 'release' | 'detach' | 'close' | 'report';

/** The phase after a change, then the actions, in order. */
export const phases: Readonly<
  Record<Phase, Readonly<Record<PhaseChange, readonly [Phase, ...PhaseAction[]]>>>
> = {
  open: {
    closing: ['closing'],
    ended: ['over'],
    worldEnded: ['over', 'release', 'close'],
    disconnected: ['over', 'release', 'detach', 'report'],
  },
  closing: {
    closing: ['closing'],
    ended: ['over'],
    worldEnded: ['over', 'release', 'close'],
    disconnected: ['over', 'release', 'detach', 'report'],
  },
  over: {
    closing: ['over'],
    ended: ['over'],
    worldEnded: ['over', 'release', 'close'],
    disconnected: ['over', 'release', 'detach'],
  },
};
