// The worlds of one test, for test runners: they end with it, and leave their recordings if it fails.

import { relative } from 'node:path';
import { writeFailurePage, type FailurePages } from './failure-page.ts';
import type { TestReprise } from './start-reprise.ts';
import { standingStill } from './standing-still.ts';
import type { TestWorld } from './test-world.ts';
import { markEnded, rememberedFiles, rememberFiles, write, type WorldFiles } from './test-place.ts';

export interface TestCase {
  /** The server, whose `createWorld` creates worlds of the test. */
  readonly reprise: TestReprise;
  /** Of a test that has failed: prints which worlds stand still, and writes recordings and pages with how to read them. Returns the files. */
  readonly writeRecordings: (
    title: string,
    pages: FailurePages,
  ) => Promise<readonly WrittenRecording[]>;
  /** Call as soon as the test is over: no matcher writes a recording from then on. */
  readonly end: () => void;
  readonly dispose: () => Promise<void>;
}

export interface WrittenRecording {
  readonly file: string;
  /** Undefined for the fixture `world`. */
  readonly world: string | undefined;
  /** One HTML file that shows it; absent if none was written. */
  readonly page?: string;
}

/** The path of a file from the working directory. */
export const shownPath = (file: string): string => relative(process.cwd(), file);

/** `filesOf` names the files of a further world, and without a name those of the fixture `world`. */
export function createTestCase(
  server: TestReprise,
  filesOf: (world: string | undefined) => WorldFiles,
): TestCase {
  const worlds = new Set<TestWorld>();
  /** By name; the last one, if a test has disposed of a world and uses its name again. */
  const recorded = new Map<string, TestWorld>();

  const worldsByName = () => [...worlds].map((world) => [world.name, world] as const);

  return {
    reprise: {
      ...server,
      createWorld: async (options) => {
        const world = await server.createWorld(options);
        worlds.add(world);
        if (options?.record !== false) recorded.set(world.name, world);
        rememberFiles(world, filesOf(world.name));
        return world;
      },
    },
    writeRecordings: async (title, pages) => {
      const main = filesOf(undefined).result;
      for (const [name, world] of worldsByName()) {
        const reason = await standingStill(world, name);
        // oxlint-disable-next-line no-console -- the test runner shows it below the failure
        if (reason !== undefined) console.error(reason);
      }
      const written: WrittenRecording[] = [];
      for (const [name, world] of recorded) {
        const file = rememberedFiles(world)?.result ?? filesOf(name).result;
        await write(file, await world.recording());
        written.push({ file, world: file === main ? undefined : name });
      }
      const shown: WrittenRecording[] = [];
      for (const one of written) {
        const { file, world } = one;
        const whose = world === undefined ? '' : `, world '${world}'`;
        // oxlint-disable-next-line no-console -- the test runner shows it below the failure
        console.error(
          `The recording of '${title}'${whose}: npx reprise inspect ${shownPath(file)}`,
        );
        const page = await writeFailurePage({ recording: file, title, pages });
        if (page === undefined) shown.push(one);
        else if ('file' in page) {
          shown.push({ ...one, page: page.file });
          // oxlint-disable-next-line no-console -- as above
          console.error(`  to look at it, open in a browser: ${shownPath(page.file)}`);
        } else {
          shown.push(one);
          // oxlint-disable-next-line no-console -- as above
          console.error(`  without a page to look at: ${page.problem}`);
        }
      }
      return shown;
    },
    end: () => worlds.forEach(markEnded),
    dispose: async () => {
      await Promise.all([...worlds].map((world) => world.dispose()));
    },
  };
}
