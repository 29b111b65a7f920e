// Draws a call: a ruler, the waveform and the words of both sides, what the agent does, and where it was interrupted.

import type { SoundSide } from './call-axis.ts';
import { printPlace } from './call-times.ts';
import type { CallTurn } from './call-turns.ts';
import { rulerMarks, type CallWindow } from './call-window.ts';
import type { CallResult, CallWord } from './call-words.ts';
import type { ShownCall } from './call.ts';
import { heightOf, hopMs, loudest } from './sound-levels.ts';

export interface CallColors {
  readonly text: string;
  readonly dim: string;
  readonly line: string;
  readonly back: string;
  readonly raised: string;
  readonly user: string;
  readonly agent: string;
  readonly warn: string;
  readonly bad: string;
  readonly font: string;
}

export interface CallDrawing {
  readonly call: ShownCall;
  readonly window: CallWindow;
  readonly atMs: number;
  /** The levels of the agent; undefined until its audio is there. */
  readonly agentLevels: Uint8Array | undefined;
  readonly colors: CallColors;
}

/** The lanes from top to bottom, by their heights. */
const lanes = {
  ruler: 20,
  user: 64,
  userWords: 20,
  interim: 20,
  deeds: 22,
  agent: 64,
  agentWords: 20,
};

export type CallLane = keyof typeof lanes;

/** The lanes that a call has something for. */
export function lanesOf({ axis, results, turns }: ShownCall): readonly CallLane[] {
  const hasUser = axis.user.samples > 0;
  const hasAgent = axis.agent.samples > 0;
  return [
    'ruler',
    ...(hasUser ? (['user', 'userWords'] as const) : []),
    ...(results.length > 0 ? (['interim'] as const) : []),
    ...(turns.length > 0 ? (['deeds'] as const) : []),
    ...(hasAgent ? (['agent', 'agentWords'] as const) : []),
  ];
}

export function heightOfLanes(shown: readonly CallLane[]): number {
  return shown.reduce((sum, lane) => sum + lanes[lane], 0);
}

/** Draws into a context whose unit is a pixel of CSS. */
export function drawCall(
  context: CanvasRenderingContext2D,
  width: number,
  drawing: CallDrawing,
): void {
  const shown = lanesOf(drawing.call);
  const painter = new CallPainter(context, width, drawing);
  context.clearRect(0, 0, width, heightOfLanes(shown));
  let top = 0;
  for (const lane of shown) {
    painter.lane(lane, top, lanes[lane]);
    top += lanes[lane];
  }
  painter.playhead(top);
}

class CallPainter {
  readonly #context: CanvasRenderingContext2D;
  readonly #width: number;
  readonly #drawing: CallDrawing;

  constructor(context: CanvasRenderingContext2D, width: number, drawing: CallDrawing) {
    this.#context = context;
    this.#width = width;
    this.#drawing = drawing;
    context.textBaseline = 'middle';
    context.lineWidth = 1;
  }

  lane(lane: CallLane, top: number, height: number): void {
    const { call, agentLevels, colors } = this.#drawing;
    const { axis, words } = call;
    switch (lane) {
      case 'ruler':
        return this.#ruler(top, height);
      case 'user':
        return this.#wave('user', axis.user, axis.user.levels, colors.user, top, height);
      case 'agent':
        return this.#wave('agent', axis.agent, agentLevels, colors.agent, top, height);
      case 'userWords':
        return this.#words(
          words.filter(({ side }) => side === 'user'),
          top,
          height,
        );
      case 'agentWords':
        return this.#words(
          words.filter(({ side }) => side === 'agent'),
          top,
          height,
        );
      case 'interim':
        return this.#interim(call.results, top, height);
      case 'deeds':
        return this.#deeds(call.drawnTurns, top, height);
    }
  }

  playhead(height: number): void {
    const { atMs, call, colors } = this.#drawing;
    for (const { interruption } of call.drawnTurns) {
      if (interruption === undefined) continue;
      this.#vertical(interruption.atMs, height, colors.bad, [4, 3]);
      const text = interruption.by === 'user' ? 'barge-in' : 'interrupted';
      this.#label(text, this.#x(interruption.atMs) + 4, lanes.ruler + 8, colors.bad);
    }
    this.#vertical(atMs, height, colors.text, []);
  }

  #x(atMs: number): number {
    const { fromMs, toMs } = this.#drawing.window;
    return ((atMs - fromMs) / (toMs - fromMs)) * this.#width;
  }

  #ms(x: number): number {
    const { fromMs, toMs } = this.#drawing.window;
    return fromMs + (x / this.#width) * (toMs - fromMs);
  }

  #ruler(top: number, height: number): void {
    const { call, window, colors } = this.#drawing;
    const context = this.#context;
    const gapMs = ((window.toMs - window.fromMs) * 70) / Math.max(1, this.#width);
    context.fillStyle = colors.dim;
    context.strokeStyle = colors.line;
    context.font = `11px ${colors.font}`;
    for (const atMs of rulerMarks(window, gapMs, call.startMs)) {
      const x = this.#x(atMs);
      context.beginPath();
      context.moveTo(x, top + height - 6);
      context.lineTo(x, top + height);
      context.stroke();
      context.fillText(printPlace(atMs - call.startMs), x + 3, top + height / 2);
    }
  }

  #label(text: string, x: number, y: number, color: string): void {
    const context = this.#context;
    const { back, font } = this.#drawing.colors;
    context.font = `11px ${font}`;
    // A waveform may be below it.
    context.fillStyle = back;
    context.fillRect(x - 2, y - 7, context.measureText(text).width + 4, 14);
    context.fillStyle = color;
    context.fillText(text, x, y);
  }

  #wave(
    name: string,
    side: SoundSide,
    levels: Uint8Array | undefined,
    color: string,
    top: number,
    height: number,
  ): void {
    const context = this.#context;
    const { line, dim } = this.#drawing.colors;
    const middle = top + height / 2;
    context.fillStyle = line;
    context.fillRect(0, middle, this.#width, 1);
    this.#label(name, 4, top + 8, dim);
    for (const part of side.placed) {
      const [from, to] = [
        Math.max(0, this.#x(part.startMs)),
        Math.min(this.#width, this.#x(part.endMs)),
      ];
      if (to <= from) continue;
      context.globalAlpha = part.isDropped ? 0.35 : 1;
      context.fillStyle = color;
      if (levels === undefined) context.fillRect(from, middle - 3, to - from, 6);
      else this.#bars(side, part, levels, from, to, middle, height);
      context.globalAlpha = 1;
      if (part.isDropped) this.#hatch(from, to, top, height);
    }
  }

  #bars(
    { sampleRate }: SoundSide,
    part: SoundSide['placed'][number],
    levels: Uint8Array,
    from: number,
    to: number,
    middle: number,
    height: number,
  ): void {
    const firstHop = (part.fromSample * 1_000) / sampleRate / hopMs;
    const hopAt = (x: number) => firstHop + (this.#ms(x) - part.startMs) / hopMs;
    for (let x = Math.floor(from); x < to; x += 1) {
      const level = loudest(levels, hopAt(x), hopAt(x + 1));
      const half = Math.max(0.5, (heightOf(level) * (height - 8)) / 2);
      this.#context.fillRect(x, middle - half, 1, half * 2);
    }
  }

  /** Words side by side; those without room are left out. */
  #words(words: readonly CallWord[], top: number, height: number): void {
    const { colors } = this.#drawing;
    const context = this.#context;
    let free = -Infinity;
    for (const { text, startMs, endMs, state } of words) {
      const [from, to] = [this.#x(startMs), this.#x(endMs)];
      if (to < 0 || from > this.#width) continue;
      context.fillStyle = state === 'dropped' ? colors.bad : colors.text;
      context.fillRect(from, top, Math.max(1, to - from - 1), 2);
      context.font = `12px ${colors.font}`;
      const width = context.measureText(text).width;
      if (from < free) continue;
      const isFitting = width <= to - from + 40;
      if (!isFitting) continue;
      context.fillText(text, from, top + height / 2 + 1);
      if (state === 'dropped') context.fillRect(from, top + height / 2, width, 1);
      free = from + width + 4;
    }
  }

  /** Interim results: dashed and in italics, where they were about new audio. */
  #interim(results: readonly CallResult[], top: number, height: number): void {
    const { colors } = this.#drawing;
    const context = this.#context;
    let free = -Infinity;
    context.font = `italic 12px ${colors.font}`;
    context.fillStyle = colors.dim;
    context.strokeStyle = colors.dim;
    for (const { isFinal, added, addedFromMs, endMs } of results) {
      if (isFinal || added === '') continue;
      const [from, to] = [this.#x(addedFromMs), this.#x(endMs)];
      if (to < 0 || from > this.#width) continue;
      context.setLineDash([3, 2]);
      context.strokeRect(from + 0.5, top + 2.5, Math.max(1, to - from - 2), height - 5);
      context.setLineDash([]);
      const width = context.measureText(added).width;
      if (from < free || width > to - from) continue;
      context.fillText(added, from + 3, top + height / 2);
      free = from + width + 6;
    }
  }

  /** What the agent does between the turns: waiting time, thinking, functions. */
  #deeds(turns: readonly CallTurn[], top: number, height: number): void {
    const { colors } = this.#drawing;
    for (const { user, thinking, functions, firstAudioMs, latencyMs } of turns) {
      for (const { startMs, endMs } of thinking) {
        this.#box(startMs, endMs ?? startMs, 'thinking', colors.raised, top, height);
      }
      for (const { startMs, endMs, name, hasFailed } of functions) {
        const text = `ƒ ${name}${hasFailed === true ? ' failed' : ''}`;
        this.#box(startMs, endMs ?? startMs, text, colors.raised, top, height);
      }
      if (user === undefined || firstAudioMs === undefined || latencyMs === undefined) continue;
      this.#context.fillStyle = colors.warn;
      const [from, to] = [this.#x(user.endMs), this.#x(firstAudioMs)];
      this.#context.fillRect(from, top + height - 3, Math.max(1, to - from), 3);
    }
  }

  #box(
    startMs: number,
    endMs: number,
    text: string,
    color: string,
    top: number,
    height: number,
  ): void {
    const { colors } = this.#drawing;
    const context = this.#context;
    const [from, to] = [this.#x(startMs), this.#x(endMs)];
    if (to < 0 || from > this.#width) return;
    const width = Math.max(3, to - from);
    context.fillStyle = color;
    context.fillRect(from, top + 1, width, height - 5);
    context.strokeStyle = colors.dim;
    context.strokeRect(from + 0.5, top + 1.5, width - 1, height - 6);
    context.font = `11px ${colors.font}`;
    if (context.measureText(text).width > width - 6) return;
    context.fillStyle = colors.text;
    context.fillText(text, from + 3, top + height / 2 - 1);
  }

  #hatch(from: number, to: number, top: number, height: number): void {
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(from, top, to - from, height);
    context.clip();
    context.strokeStyle = this.#drawing.colors.bad;
    context.beginPath();
    for (let x = from - height; x < to; x += 6) {
      context.moveTo(x, top + height);
      context.lineTo(x + height, top);
    }
    context.stroke();
    context.restore();
  }

  #vertical(atMs: number, height: number, color: string, dash: readonly number[]): void {
    const x = Math.round(this.#x(atMs)) + 0.5;
    if (x < 0 || x > this.#width + 1) return;
    const context = this.#context;
    context.strokeStyle = color;
    context.setLineDash([...dash]);
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, height);
    context.stroke();
    context.setLineDash([]);
  }
}
