// Keys of the scrubber.

import { describe, expect, it } from 'vitest';
import { scrubberAction } from '../../../../../adapters/studio/page/model/scrubber-keys.ts';

const pressed = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  defaultPrevented: false,
  ...more,
});

/** The focus is in an element of this kind. */
const within = (kind: string) => (selector: string) =>
  selector.split(',').some((part) => part.trim() === kind);

const nowhere = () => false;

describe('keys of the scrubber', () => {
  it('step by event, with Shift by input, and play', () => {
    expect(scrubberAction(pressed('ArrowRight'), nowhere)).toEqual({
      kind: 'step',
      by: 1,
      unit: 'event',
    });
    expect(scrubberAction(pressed('ArrowLeft', { shiftKey: true }), nowhere)).toEqual({
      kind: 'step',
      by: -1,
      unit: 'input',
    });
    expect(scrubberAction(pressed(' '), nowhere)).toEqual({ kind: 'play' });
    expect(scrubberAction(pressed('a'), nowhere)).toBeUndefined();
  });

  it('are left to the element that uses them', () => {
    for (const kind of ['select', 'textarea', 'audio', '.virtual', '.long-text', 'pre']) {
      expect(scrubberAction(pressed('ArrowRight'), within(kind))).toBeUndefined();
      expect(scrubberAction(pressed(' '), within(kind))).toBeUndefined();
    }
    // A range, the timeline and a table that is wider than the window have no use for Space.
    for (const kind of ['input', '[role="application"]', '.scrolling']) {
      expect(scrubberAction(pressed('ArrowRight'), within(kind))).toBeUndefined();
      expect(scrubberAction(pressed(' '), within(kind))).toEqual({ kind: 'play' });
    }
    for (const kind of ['input:not([type="range"])', 'button', 'summary', '.rows']) {
      expect(scrubberAction(pressed(' '), within(kind))).toBeUndefined();
      expect(scrubberAction(pressed('ArrowRight'), within(kind))).toBeDefined();
    }
  });

  it.each(['ctrlKey', 'altKey', 'metaKey', 'defaultPrevented'])('are not taken with %s', (name) => {
    for (const key of [' ', 'ArrowLeft']) {
      expect(scrubberAction(pressed(key, { [name]: true }), nowhere)).toBeUndefined();
    }
  });
});
