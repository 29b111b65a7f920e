// A line of a timeline: entry number, time, channel, and what happened in words.

import { ShortIds } from '../../recording/inspect/short-ids.ts';
import { virtualOffset } from '../../recording/format/virtual-time.ts';
import { escapeControlChars, type Colours } from '../support/terminal-text.ts';
import { clipped } from '../../wording.ts';

/** The most characters shown of what happened. */
const charsShown = 160;
const channelChars = 10;
const numberChars = 6;

export interface LineOptions {
  readonly colours: Colours;
  /** 0 for lines of any length. */
  readonly columns: number;
  /** Whether ids are printed in full. */
  readonly isFull: boolean;
}

export interface TimelineLine {
  /** The number of the entry. */
  readonly n: number;
  /** Since the beginning. */
  readonly offsetMs: number;
  readonly channel: string;
  readonly text: string;
  readonly paint: (text: string) => string;
}

/** Prints the lines of one recording. */
export class LinePrinter {
  readonly #options: LineOptions;
  readonly #ids = new ShortIds();

  constructor(options: LineOptions) {
    this.#options = options;
  }

  line({ n, offsetMs, channel, text, paint }: TimelineLine): string {
    const { colours, columns, isFull } = this.#options;
    const place = `${String(n).padStart(numberChars)}  ${virtualOffset(offsetMs).padEnd(13)}  `;
    const channelCell = `${clipped(escapeControlChars(channel), 24).padEnd(channelChars)}  `;
    const room =
      columns === 0 ? Infinity : Math.max(20, columns - place.length - channelCell.length);
    const shown = isFull ? short(text, Infinity) : short(this.#ids.shorten(text), charsShown);
    return `${colours.dim(place)}${colours.cyan(channelCell)}${paint(clipped(shown, room))}`.trimEnd();
  }
}

function short(text: string, charsMax: number): string {
  return clipped(escapeControlChars(text), charsMax);
}
