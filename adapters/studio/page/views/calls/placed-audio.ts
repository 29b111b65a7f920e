// The audio of one side of a call on the axis of virtual time. Both sides sound at the pace of speech: audio that is sent faster than it
// sounds waits for what was sent before.

/** Adjacent audio of one side. Instants are virtual, in ms since 1970. */
export interface PlacedAudio {
  readonly startMs: number;
  readonly endMs: number;
  /** Its first sample among all of its side. */
  readonly fromSample: number;
  readonly samples: number;
  /** Whether it was sent, but an interruption came before it could sound. */
  readonly isDropped: boolean;
}

/** Audio as it was sent, or received. */
interface SentAudio {
  readonly atMs: number;
  readonly samples: number;
  /** In Hz; 0 while it is unknown. */
  readonly sampleRate: number;
}

/** Gaps up to this long, in ms, are rounding. */
const gapMsMax = 1;

/** Audio that a client receives sounds from its arrival on. `cutsMs`: when clients drop what has not sounded yet, in order. */
export function placeReceived(
  frames: Iterable<SentAudio>,
  cutsMs: readonly number[] = [],
): readonly PlacedAudio[] {
  return placed(frames, ({ atMs }) => atMs, cutsMs);
}

/** Audio that a client sends has sounded when it arrives, but not before its session was open. */
export function placeSent(frames: Iterable<SentAudio>, openedMs: number): readonly PlacedAudio[] {
  return placed(frames, (frame) => Math.max(openedMs, frame.atMs - lengthMs(frame)), []);
}

function placed(
  frames: Iterable<SentAudio>,
  earliestMs: (frame: SentAudio) => number,
  cutsMs: readonly number[],
): readonly PlacedAudio[] {
  const all: PlacedAudio[] = [];
  let fromSample = 0;
  let freeMs = -Infinity;
  let cuts = 0;
  const cutUntil = (atMs: number) => {
    for (let cut = cutsMs[cuts]; cut !== undefined && cut <= atMs; cut = cutsMs[cuts]) {
      if (freeMs > cut) dropAfter(all, cut);
      freeMs = Math.min(freeMs, cut);
      cuts += 1;
    }
  };
  for (const frame of frames) {
    const { samples } = frame;
    cutUntil(frame.atMs);
    if (samples === 0) continue;
    const last = all.at(-1);
    const startMs = Math.max(freeMs, earliestMs(frame));
    const isNext = last !== undefined && !last.isDropped && startMs - last.endMs <= gapMsMax;
    if (isNext) {
      freeMs = last.endMs + lengthMs(frame);
      all[all.length - 1] = { ...last, endMs: freeMs, samples: last.samples + samples };
    } else {
      freeMs = startMs + lengthMs(frame);
      all.push({ startMs, endMs: freeMs, fromSample, samples, isDropped: false });
    }
    fromSample += samples;
  }
  cutUntil(Infinity);
  return all;
}

/** Divides the parts that sound at a cut, or after it. */
function dropAfter(all: PlacedAudio[], cutMs: number): void {
  for (const [index, part] of [...all.entries()].reverse()) {
    if (part.endMs <= cutMs || part.isDropped) return;
    if (part.startMs >= cutMs) {
      all[index] = { ...part, isDropped: true };
      continue;
    }
    const { startMs, endMs, fromSample, samples } = part;
    const heard = Math.round((samples * (cutMs - startMs)) / (endMs - startMs));
    const rest = { fromSample: fromSample + heard, samples: samples - heard, isDropped: true };
    all.splice(
      index,
      1,
      { ...part, endMs: cutMs, samples: heard },
      { startMs: cutMs, endMs, ...rest },
    );
  }
}

function lengthMs({ samples, sampleRate }: SentAudio): number {
  return sampleRate === 0 ? 0 : (samples * 1_000) / sampleRate;
}

/** The instant of a sample; that of the end if there are not so many. */
export function instantOfSample(placed: readonly PlacedAudio[], sample: number): number {
  const found = placed.findLast(({ fromSample }) => fromSample <= sample) ?? placed[0];
  if (found === undefined) return 0;
  const { startMs, endMs, fromSample, samples } = found;
  const part = samples === 0 ? 0 : Math.min(1, Math.max(0, (sample - fromSample) / samples));
  return startMs + part * (endMs - startMs);
}
