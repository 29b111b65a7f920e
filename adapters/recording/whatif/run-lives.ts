// The states that the entities of a run pass through, in the words of their services.

import type { LifeStep, LifeTeller, SpokenLine } from '../../contracts/lives.ts';
import { services } from '../../services/index.ts';
import type { StoryEvent } from '../../contracts/story.ts';
import type { LifePoint } from './consequences.ts';
import type { EarlierEvent } from '../base/earlier-events.ts';
import type { RunHistory } from './run-history.ts';

export interface EntityPath {
  readonly name: string;
  readonly what: string | undefined;
  /** The first one is from before the recording, if the entity is. */
  readonly points: readonly LifePoint[];
  /** Whether its instants say nothing by themselves. */
  readonly isUntimed: boolean;
}

export interface SpokenAt extends SpokenLine {
  readonly atMs: number;
  readonly position: number;
}

/** What services tell of a run, by the streams of entities. */
export interface RunLives {
  readonly paths: ReadonlyMap<string, EntityPath>;
  readonly said: ReadonlyMap<string, readonly SpokenAt[]>;
}

/** `earlier`: the events before the recording, of which entities keep their names and their last state. */
export function runLives({ events }: RunHistory, earlier: readonly EarlierEvent[]): RunLives {
  const tellers = new Map(
    services.flatMap(({ name, lives }) =>
      lives === undefined ? [] : [[name, lives.teller()] as const],
    ),
  );
  const tellerOf = ({ stream }: StoryEvent): LifeTeller | undefined =>
    tellers.get(stream.split('/')[0] ?? '');
  const paths = new Map<string, EntityPath & { what: string | undefined; points: LifePoint[] }>();
  const addStep = (event: StoryEvent, atMs: number, isEarlier: boolean) => {
    const step: LifeStep | undefined = told(() => tellerOf(event)?.stepAt(event));
    if (step === undefined) return;
    const { name, what, state, isUntimed = false } = step;
    const path = paths.get(step.stream) ?? { name, what, points: [], isUntimed };
    path.what = what;
    if (isEarlier) path.points = [];
    if (path.points.at(-1)?.state !== state) path.points.push({ state, atMs });
    paths.set(step.stream, path);
  };
  for (const event of earlier) addStep(event, event.atMs, true);

  const said = new Map<string, SpokenAt[]>();
  for (const event of events) {
    const { at: atMs, position } = event;
    addStep(event, atMs, false);
    const line = told(() => tellerOf(event)?.spokenAt?.(event));
    if (line === undefined) continue;
    const lines = said.get(line.stream) ?? [];
    said.set(line.stream, lines);
    lines.push({ ...line, atMs, position });
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
