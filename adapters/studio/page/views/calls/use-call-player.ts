// The player of a call in a component: loads the audio of both sides, and moves with the scrubber, as the scrubber moves with it.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useSignalEffect } from '@preact/signals';
import { address } from '../../model/address.ts';
import type { Viewpoint } from '../../model/viewpoint.ts';
import { sentenceOf } from '../../model/sentence.ts';
import { instantAt, positionAt } from './call-axis.ts';
import { CallPlayer, type CallSounds } from './call-player.ts';
import type { CallSideName } from './call-sound.ts';
import { loadSound } from './load-sound.ts';
import type { ShownCall } from './call.ts';

/** While it plays, the scrubber moves at most so often, in ms. */
const scrubEveryMs = 150;

export interface PlayedCall {
  readonly player: CallPlayer;
  /** Moves the playhead, and the scrubber with it. */
  readonly seek: (atMs: number) => void;
  readonly sounds: CallSounds;
  /** Why a side cannot be heard, a sentence each. */
  readonly problems: readonly string[];
  readonly isLoading: boolean;
}

export function useCallPlayer(call: ShownCall, viewpoint: Viewpoint): PlayedCall {
  const position = viewpoint.position.value;
  const player = useMemo(() => new CallPlayer(call, instantAt(call.axis, position)), []);
  const user = useSound(call, viewpoint, 'user');
  const agent = useSound(call, viewpoint, 'agent');
  const sounds = useMemo(
    (): CallSounds => ({
      ...(user.sound === undefined ? {} : { user: user.sound }),
      ...(agent.sound === undefined ? {} : { agent: agent.sound }),
    }),
    [user.sound, agent.sound],
  );
  useEffect(() => player.update(call, sounds), [call, sounds]);
  useEffect(() => () => player.pause(), []);
  const moved = useRef({ position, atMs: 0 });
  const scrubTo = (atMs: number) => {
    const next = positionAt(call.axis, atMs);
    moved.current = { position: next, atMs };
    viewpoint.scrub(next);
  };
  useSignalEffect(() => {
    const atMs = player.atMs.value;
    if (!player.isPlaying.value || Math.abs(atMs - moved.current.atMs) < scrubEveryMs) return;
    scrubTo(atMs);
  });
  useEffect(() => {
    const isOwn = moved.current.position === position;
    const isThere =
      positionAt(call.axis, player.atMs.peek()) ===
      positionAt(call.axis, instantAt(call.axis, position));
    if (!isOwn && !isThere) player.seek(instantAt(call.axis, position));
    moved.current = { ...moved.current, position };
  }, [position]);
  return {
    player,
    seek(atMs) {
      player.seek(atMs);
      scrubTo(player.atMs.peek());
    },
    sounds,
    problems: [user.problem, agent.problem].filter((problem) => problem !== undefined),
    isLoading: user.isLoading || agent.isLoading,
  };
}

interface LoadedSound {
  readonly sound?: CallSounds[CallSideName];
  readonly problem?: string;
  readonly isLoading: boolean;
}

/** The audio of a side, once there is some; all of it when the session is over. */
function useSound(
  { axis, session }: ShownCall,
  viewpoint: Viewpoint,
  side: CallSideName,
): LoadedSound {
  const { samples } = axis[side];
  const { world } = address.value;
  const [loaded, setLoaded] = useState<LoadedSound>({ isLoading: samples > 0 });
  const isOver = session.ended !== undefined;
  useEffect(() => {
    if (samples === 0) return undefined;
    let isCurrent = true;
    const order = { world, sessionId: session.id, side, samples };
    const show = (next: LoadedSound) => {
      if (isCurrent) setLoaded(next);
    };
    loadSound(viewpoint.source, order).then(
      (sound) =>
        show(
          sound === undefined
            ? { isLoading: false, problem: `The file does not have the audio of the ${side}.` }
            : { isLoading: false, sound },
        ),
      (error: unknown) =>
        show({
          isLoading: false,
          problem: `The audio of the ${side} cannot be heard: ${sentenceOf(error)}`,
        }),
    );
    return () => {
      isCurrent = false;
    };
  }, [world, session.id, isOver, samples > 0]);
  return loaded;
}
