// The states that things pass through in a run, in the words of their services.

import type { LifeStep, LifeTeller, SpokenLine } from '../../contracts/lives.ts';
import { services } from '../../services/index.ts';
import type { StoryEvent } from '../../contracts/story.ts';
import type { LifePoint } from './consequences.ts';
import type { RunHistory } from './run-history.ts';

export interface EntityPath {
  readonly name: string;
  readonly what: string | undefined;
  readonly points: readonly LifePoint[];
  /** Whether its instants say nothing by themselves. */
  readonly isUntimed: boolean;
}

export interface SpokenAt extends SpokenLine {
  readonly atMs: number;
  readonly position: number;
}

/** What services tell of a run, by the streams of things. */
export interface RunLives {
  readonly paths: ReadonlyMap<string, EntityPath>;
  readonly said: ReadonlyMap<string, readonly SpokenAt[]>;
}

/** `earlier`: the events before the recording, from which names are learnt. */
export function runLives({ events }: RunHistory, earlier: readonly StoryEvent[]): RunLives {
  const tellers = new Map(
    services.flatMap(({ name, lives }) =>
      lives === undefined ? [] : [[name, lives.teller()] as const],
    ),
  );
  const tellerOf = ({ stream }: StoryEvent) => tellers.get(stream.split('/')[0] ?? '');
  for (const event of earlier) told(() => tellerOf(event)?.stepAt(event));

  const paths = new Map<string, EntityPath & { what: string | undefined; points: LifePoint[] }>();
  const said = new Map<string, SpokenAt[]>();
  for (const event of events) {
    const teller: LifeTeller | undefined = tellerOf(event);
    const { at: atMs, position } = event;
    const step: LifeStep | undefined = told(() => teller?.stepAt(event));
    if (step !== undefined) {
      const { name, what, isUntimed = false } = step;
      const path = paths.get(step.stream) ?? { name, what, points: [], isUntimed };
      path.what = what;
      if (path.points.at(-1)?.state !== step.state) path.points.push({ state: step.state, atMs });
      paths.set(step.stream, path);
    }
    const line = told(() => teller?.spokenAt?.(event));
    if (line !== undefined) {
      said.set(line.stream, [...(said.get(line.stream) ?? []), { ...line, atMs, position }]);
    }
  }
  return { paths, said };
}

/** An event of another version may lack what its teller needs. */
function told<Value>(tell: () => Value | undefined): Value | undefined {
  try {
    return tell();
  } catch {
    return undefined;
  }
}
