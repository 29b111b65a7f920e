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
    for (const kind of ['input', 'select', 'textarea', 'audio', '[role="application"]']) {
      expect(scrubberAction(pressed('ArrowRight'), within(kind))).toBeUndefined();
      expect(scrubberAction(pressed(' '), within(kind))).toBeUndefined();
    }
    // A table or a text that is wider than the window is moved by them.
    for (const kind of ['.scrolling', '.virtual', '.long-text', 'pre']) {
      expect(scrubberAction(pressed('ArrowRight'), within(kind))).toBeUndefined();
    }
    for (const kind of ['button', 'a[href]', 'summary']) {
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
