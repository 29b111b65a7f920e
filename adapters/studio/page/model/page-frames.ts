// The frames that the browser draws.

import type { Frames } from './playback.ts';

export const pageFrames: Frames = {
  next(callback) {
    const frame = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(frame);
  },
};
