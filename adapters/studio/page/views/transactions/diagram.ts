// The state diagram of a transaction as a drawing: each state has a place, each transition of the domain's table a line.

import { wallet } from '../../../../../core/index.ts';
import { timesTaken, transitionKey, type PathStep, type State } from './life.ts';

/** In columns and rows. */
const places: Readonly<Record<State, readonly [column: number, row: number]>> = {
  STUCK: [3, 0],
  INITIATED: [0, 1],
  CLEARED: [1, 1],
  QUEUED: [2, 1],
  SENT: [3, 1],
  CONFIRMED: [4, 1],
  COMPLETE: [5, 1],
  DENIED: [0, 2],
  CANCELLED: [2, 2],
  FAILED: [4, 2],
};

const boxWidth = 96;
const boxHeight = 34;
const columnWidth = 132;
const rowHeight = 92;
const margin = 8;

export interface DiagramState {
  readonly state: State;
  readonly x: number;
  readonly y: number;
  /** Now at the scrubber, passed before, or never. */
  readonly role: 'now' | 'passed' | 'apart';
}

export interface DiagramTransition {
  readonly from: State;
  readonly to: State;
  /** The data of an SVG path. */
  readonly path: string;
  /** How often it was taken so far. */
  readonly times: number;
}

export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly boxWidth: number;
  readonly boxHeight: number;
  readonly states: readonly DiagramState[];
  /** Those taken last, so that they are drawn above the others. */
  readonly transitions: readonly DiagramTransition[];
}

/** `path`: up to the scrubber. */
export function diagramOf(path: readonly PathStep[]): Diagram {
  const passed = new Set(path.map(({ state }) => state));
  const now = path.at(-1)?.state;
  const times = timesTaken(path);
  const states = (Object.keys(wallet.transitions) as State[]).map((state): DiagramState => {
    const [x, y] = placeOf(state);
    return { state, x, y, role: state === now ? 'now' : passed.has(state) ? 'passed' : 'apart' };
  });
  const transitions = states.flatMap(({ state: from }) =>
    wallet.transitions[from].map((to): DiagramTransition => {
      const taken = times.get(transitionKey(from, to)) ?? 0;
      return { from, to, path: lineOf(from, to), times: taken };
    }),
  );
  const [columns, rows] = [0, 1].map((axis) =>
    Math.max(...Object.values(places).map((place) => place[axis] ?? 0)),
  );
  return {
    width: columnWidth * (columns ?? 0) + boxWidth + 2 * margin,
    height: rowHeight * (rows ?? 0) + boxHeight + 2 * margin,
    boxWidth,
    boxHeight,
    states,
    transitions: transitions.toSorted((one, other) => one.times - other.times),
  };
}

/** The middle of a state's box. */
function placeOf(state: State): readonly [number, number] {
  const [column, row] = places[state];
  return [margin + column * columnWidth + boxWidth / 2, margin + row * rowHeight + boxHeight / 2];
}

/** From the edge of one box to that of another. Both directions between two states lie beside each other. */
function lineOf(from: State, to: State): string {
  const [x1, y1] = placeOf(from);
  const [x2, y2] = placeOf(to);
  const isBothWays = wallet.transitions[to].includes(from);
  if (y1 === y2) {
    const isNext = x2 - x1 === columnWidth;
    if (isNext && !isBothWays) return `M${x1 + boxWidth / 2} ${y1}L${x2 - boxWidth / 2} ${y2}`;
    if (isNext) return `M${x1 + boxWidth / 2} ${y1 - 7}L${x2 - boxWidth / 2} ${y2 - 7}`;
    if (x2 - x1 === -columnWidth) {
      return `M${x1 - boxWidth / 2} ${y1 + 7}L${x2 + boxWidth / 2} ${y2 + 7}`;
    }
    const top = y1 - boxHeight / 2;
    const bend = top - 30;
    return `M${x1 + 20} ${top}C${x1 + 40} ${bend} ${x2 - 40} ${bend} ${x2 - 10} ${top}`;
  }
  const down = y2 > y1 ? 1 : -1;
  const start = y1 + (down * boxHeight) / 2;
  const end = y2 - (down * boxHeight) / 2;
  if (x1 === x2) {
    const aside = isBothWays ? 9 * down : 0;
    return `M${x1 + aside} ${start}L${x2 + aside} ${end}`;
  }
  // Lines into one box end beside each other, in the order of where they come from.
  const slant = Math.max(-1, Math.min(1, (x1 - x2) / (3 * columnWidth)));
  const x = x2 + slant * (boxWidth / 2 - 8);
  const leave = x1 + Math.sign(x2 - x1) * (boxWidth / 4);
  return `M${leave} ${start}L${x} ${end}`;
}
