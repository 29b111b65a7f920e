// Which recordings of the worlds of a store in memory are running.

import type { NotedRecording, RunningRecordings } from '../../../core/index.ts';

/** A world is what the name has at present: one that was removed, or reset, is another. */
export function createMemoryRecordings(worlds: ReadonlyMap<string, object>): RunningRecordings {
  const noted = new WeakMap<object, NotedRecording>();
  const find = (name: string) => {
    const world = worlds.get(name);
    return world && noted.get(world);
  };
  return {
    async begin(recording) {
      const world = worlds.get(recording.world);
      if (world !== undefined) noted.set(world, recording);
    },
    async end({ world: name, file, node }) {
      const [world, last] = [worlds.get(name), find(name)];
      if (world !== undefined && last?.file === file && last.node === node) noted.delete(world);
    },
    find: async (name) => find(name),
  };
}
