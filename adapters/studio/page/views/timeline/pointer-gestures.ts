// Pointers on the canvas: one drags or clicks, two pinch. Places are in CSS pixels from the left of the canvas.

/** A pointer that moved less has clicked. */
const clickDistanceMax = 4;

export interface GestureTarget {
  readonly pan: (fromX: number, toX: number) => void;
  /** `factor` above 1 shows more detail. */
  readonly zoom: (factor: number, x: number) => void;
  readonly click: (x: number, y: number) => void;
  readonly scrub: (x: number) => void;
  readonly hover: (x: number, y: number) => void;
  /** Whether a drag that begins there moves the scrubber. */
  readonly isScrubbing: (x: number, y: number) => boolean;
}

interface Held {
  readonly startX: number;
  readonly startY: number;
  readonly isScrubbing: boolean;
  x: number;
  hasMoved: boolean;
}

export class PointerGestures {
  readonly #target: GestureTarget;
  readonly #held = new Map<number, Held>();

  constructor(target: GestureTarget) {
    this.#target = target;
  }

  get isDragging(): boolean {
    return this.#held.size > 0;
  }

  down(id: number, x: number, y: number): void {
    const isScrubbing = this.#target.isScrubbing(x, y);
    this.#held.set(id, { startX: x, startY: y, isScrubbing, x, hasMoved: false });
    if (isScrubbing) this.#target.scrub(x);
  }

  move(id: number, x: number, y: number): void {
    const held = this.#held.get(id);
    if (held === undefined) return this.#target.hover(x, y);
    const distance = Math.max(Math.abs(x - held.startX), Math.abs(y - held.startY));
    held.hasMoved ||= distance > clickDistanceMax;
    if (!held.hasMoved) return;
    const other = [...this.#held].find(([otherId]) => otherId !== id)?.[1];
    if (other !== undefined) this.#pinch(held, other, x);
    else if (held.isScrubbing) this.#target.scrub(x);
    else this.#target.pan(held.x, x);
    held.x = x;
  }

  /** The moment under the finger that rests stays there; fingers that cross change nothing. */
  #pinch(moving: Held, resting: Held, x: number): void {
    const before = moving.x - resting.x;
    const after = x - resting.x;
    resting.hasMoved = true;
    if (before * after <= 0) return;
    this.#target.zoom(after / before, resting.x);
  }

  up(id: number, x: number, y: number): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    if (held !== undefined && !held.hasMoved && !held.isScrubbing) this.#target.click(x, y);
  }

  cancel(id: number): void {
    this.#held.delete(id);
  }
}
