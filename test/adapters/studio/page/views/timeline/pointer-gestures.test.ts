// Pointers on the canvas.

import { describe, expect, it } from 'vitest';
import { PointerGestures } from '../../../../../../adapters/studio/page/views/timeline/pointer-gestures.ts';

function watched() {
  const seen: string[] = [];
  const note =
    (name: string) =>
    (...values: readonly number[]) =>
      void seen.push([name, ...values].join(' '));
  const gestures = new PointerGestures({
    pan: note('pan'),
    zoom: note('zoom'),
    click: note('click'),
    scrub: note('scrub'),
    hover: note('hover'),
    isScrubbing: (_, y) => y < 20,
  });
  return { seen, gestures };
}

describe('a pointer', () => {
  it('hovers, clicks, or pans', () => {
    const { seen, gestures } = watched();
    gestures.move(1, 10, 50);
    gestures.down(1, 10, 50);
    gestures.move(1, 12, 50);
    gestures.up(1, 12, 50);
    gestures.down(1, 10, 50);
    gestures.move(1, 30, 50);
    gestures.move(1, 25, 50);
    gestures.up(1, 25, 50);
    expect(seen).toEqual(['hover 10 50', 'click 12 50', 'pan 10 30', 'pan 30 25']);
  });

  it('moves the scrubber from the axis on', () => {
    const { seen, gestures } = watched();
    gestures.down(1, 10, 5);
    gestures.move(1, 40, 90);
    gestures.up(1, 40, 90);
    expect(seen).toEqual(['scrub 10', 'scrub 40']);
  });

  it('pinches with a second one, around the one that rests', () => {
    const { seen, gestures } = watched();
    gestures.down(1, 100, 50);
    gestures.down(2, 200, 50);
    gestures.move(2, 300, 50);
    gestures.move(1, 200, 50);
    gestures.move(1, 400, 50); // they cross
    gestures.up(1, 400, 50);
    gestures.up(2, 300, 50);
    expect(seen).toEqual(['zoom 2 100', 'zoom 0.5 300']);
    expect(gestures.isDragging).toBe(false);
  });

  it('is forgotten when it is cancelled', () => {
    const { seen, gestures } = watched();
    gestures.down(1, 100, 50);
    gestures.cancel(1);
    gestures.up(1, 100, 50);
    expect(seen).toEqual([]);
  });
});
