// Draws speech sessions: a bar each, how loud the client was, and the words that were heard and said.

import { rangeOf } from './bins.ts';
import { livesIn, type EntityLife } from './event-lanes.ts';
import { fittingText } from './fitting-text.ts';
import { rowMiddle, type PlacedLane } from './lane-layout.ts';
import { paintMark, paintRing } from './paint-marks.ts';
import { columnsOf, xOf, type TimelineScene } from './scene.ts';

/** Narrower places for words stay empty. */
const wordsWidthMin = 24;
/** Words in the span; above it none are drawn, since none would be readable. */
const wordsMax = 500;

export function paintSessions(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  placed: PlacedLane,
): void {
  const { lanes, colors, span } = scene;
  const lives = livesIn(lanes.lanes.sessions, span);
  for (const life of lives) {
    const [from, to] = [xOf(scene, life.firstMs), xOf(scene, life.lastMs)];
    const y = placed.top + life.row * placed.rowHeight;
    context.save();
    context.globalAlpha = 0.16;
    context.fillStyle = colors['lane-sessions'];
    context.fillRect(from, y + 1, Math.max(2, to - from), placed.rowHeight - 2);
    context.restore();
  }
  paintLoudness(context, scene, placed, lives);
  paintWords(context, scene, placed, lives);
}

/** The loudest frame of each column, from the bottom of the bar. */
function paintLoudness(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  placed: PlacedLane,
  lives: readonly EntityLife[],
): void {
  const { words, span, colors, layout } = scene;
  const rows = new Map(lives.map(({ stream, row }) => [stream, row]));
  const columns = columnsOf(scene);
  const loudest = new Map<number, Float32Array>();
  const { first, end } = rangeOf(words.frameInstants, span);
  for (let index = first; index < end; index += 1) {
    const row = rows.get(words.frameStreams[index] ?? '');
    if (row === undefined) continue;
    const ofRow = loudest.get(row) ?? new Float32Array(columns);
    loudest.set(row, ofRow);
    const column = Math.floor(xOf(scene, words.frameInstants[index] ?? 0) - layout.left);
    ofRow[column] = Math.max(ofRow[column] ?? 0, words.loudness[index] ?? 0);
  }
  context.save();
  context.globalAlpha = 0.45;
  context.fillStyle = colors['lane-sessions'];
  for (const [row, ofRow] of loudest) {
    const bottom = placed.top + (row + 1) * placed.rowHeight - 1;
    ofRow.forEach((level, column) => {
      const height = Math.round(level * (placed.rowHeight - 2));
      if (height > 0) context.fillRect(layout.left + column, bottom - height, 1, height);
    });
  }
  context.restore();
}

/** Each up to the next words of its session. */
function paintWords(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  placed: PlacedLane,
  lives: readonly EntityLife[],
): void {
  const { words, span, colors } = scene;
  const { first, end } = rangeOf(words.instants, span);
  if (end - first > wordsMax) return;
  const ends = new Map(lives.map(({ stream, lastMs }) => [stream, xOf(scene, lastMs)]));
  const rows = new Map(lives.map(({ stream, row }) => [stream, row]));
  context.fillStyle = colors.text;
  for (let index = end - 1; index >= first; index -= 1) {
    const word = words.words[index];
    const row = word === undefined ? undefined : rows.get(word.stream);
    if (word === undefined || row === undefined) continue;
    const x = xOf(scene, words.instants[index] ?? 0) + 5;
    const width = (ends.get(word.stream) ?? x) - x - 4;
    ends.set(word.stream, x - 5);
    if (width < wordsWidthMin) continue;
    const text = `${word.side === 'heard' ? '◂' : '▸'} ${word.text}`;
    const y = placed.top + (row + 0.5) * placed.rowHeight + 2;
    context.fillText(fittingText(context, text.slice(0, 200), width), x, y);
  }
}

/** A tick at the top of the bar, below which words stand; frames of audio are seen by their loudness. */
export function paintSessionEvent(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  placed: PlacedLane,
  position: number,
): void {
  const place = scene.lanes.placeOf(position);
  if (place === undefined) return;
  const x = xOf(scene, place.atMs);
  const y = placed.top + place.row * placed.rowHeight;
  if (scene.search.has(position))
    paintRing(context, x, rowMiddle(placed, place.row), scene.colors.warn);
  if (place.tone === 'bad') return paintMark(context, x, y + 6, 'bad', scene.colors.bad);
  context.fillStyle = scene.colors['lane-sessions'];
  context.fillRect(Math.round(x), y + 1, 1.5, 4);
}
