// The place of a test: its file and titles give its world a seed and a name, and its recordings their paths.

import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { worldNameCharsMax } from '../protocol/limits.ts';
import { nodeHash } from '../node-hash.ts';
import type { TestWorld } from './test-world.ts';

export interface TestPlace {
  /** The path of the test file. */
  readonly file: string;
  /** The same from the root of the project, with slashes. */
  readonly fileName: string;
  /** The names of suites and test, outermost first. */
  readonly titles: readonly string[];
  /** 2, 3, … for further tests of the file with the same titles; undefined for the first. */
  readonly ordinal?: number;
}

/** A task of vitest: a test or a suite. */
interface Task {
  readonly name: string;
  readonly suite?: Task | undefined;
  /** Of a suite or a file. */
  readonly tasks?: readonly Task[];
  readonly file: TaskFile;
}

interface TaskFile {
  readonly name: string;
  readonly filepath: string;
  readonly tasks: readonly Task[];
}

export function placeOf(task: Task): TestPlace {
  const { file } = task;
  const titles = titlesOf(task);
  const place: TestPlace = { file: file.filepath, fileName: file.name, titles };
  const ordinal = ordinalsIn(file).get(task) ?? 1;
  return ordinal === 1 ? place : { ...place, ordinal };
}

function titlesOf(task: Task): readonly string[] {
  const titles: string[] = [];
  for (let at: Task | undefined = task; at !== undefined; at = at.suite) titles.unshift(at.name);
  return titles;
}

const ordinals = new WeakMap<TaskFile, ReadonlyMap<Task, number>>();

/** Counts the tests of a file by their titles, in the order of the file, so that an ordinal is the same in each run. */
function ordinalsIn(file: TaskFile): ReadonlyMap<Task, number> {
  const known = ordinals.get(file);
  if (known !== undefined) return known;
  const counted = new Map<Task, number>();
  const counts = new Map<string, number>();
  const count = (task: Task): void => {
    if (task.tasks !== undefined) return task.tasks.forEach(count);
    const title = seedOf({ fileName: file.name, titles: titlesOf(task) });
    const ordinal = (counts.get(title) ?? 0) + 1;
    counts.set(title, ordinal);
    counted.set(task, ordinal);
  };
  file.tasks.forEach(count);
  ordinals.set(file, counted);
  return counted;
}

/** The same for each run of a test, and another one for each title. */
export function seedOf({ fileName, titles }: Pick<TestPlace, 'fileName' | 'titles'>): string {
  return [fileName, ...titles].join(' > ');
}

/** A name of a world that a reader of its URL recognises. `run`: how often this test has had a world before. */
export function worldNameOf(place: TestPlace, run: number): string {
  const hash = nodeHash(seedOf(place)).slice(0, 8);
  const end = run === 0 ? hash : `${hash}-${run + 1}`;
  const title = slug(place.titles.at(-1) ?? '', worldNameCharsMax - end.length - 1);
  return title === '' ? end : `${title}-${end}`;
}

/** The file of a recording that a test compares with. */
export function expectedFile(file: string, name: string): string {
  return join(dirname(file), '__recordings__', `${name}.jsonl`);
}

/**
 * The file in which a failing test leaves the recording of its world, below the working directory; `world`: the name of another
 * world that it created.
 */
export function resultFile(place: TestPlace, world?: string): string {
  const end = world === undefined ? '' : `-${world}`;
  return join(resultFolder(place), `${resultName(place)}${end}.jsonl`);
}

/** Removes what an earlier run of the test left. */
export async function removeResults(place: TestPlace): Promise<void> {
  const folder = resultFolder(place);
  if (!existsSync(folder)) return;
  const own = resultName(place);
  for (const name of await readdir(folder)) {
    const isOwn = name === `${own}.jsonl` || name === `${own}.html` || name.startsWith(`${own}-`);
    if (isOwn) await rm(join(folder, name));
  }
}

/** Writes a recording, and creates its folder. */
export async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function resultFolder({ fileName }: TestPlace): string {
  return resolve('test-results', slug(basename(fileName), titleCharsMax));
}

function resultName(place: TestPlace): string {
  const { titles, ordinal } = place;
  const name = slug(titles.join(' '), titleCharsMax);
  const numbered = ordinal === undefined ? name : `${name}-${ordinal}`;
  return `${numbered}-${nodeHash(seedOf(place)).slice(0, 8)}`;
}

const titleCharsMax = 80;

/** Lower-case words with dashes in between. */
function slug(text: string, charsMax: number): string {
  const words = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return words.replace(/^-/, '').slice(0, charsMax).replace(/-$/, '');
}

/** Files of the world of a test. */
export interface WorldFiles {
  /** The test file. */
  readonly test: string;
  /** The test: its file and titles. */
  readonly owner: string;
  /** The recording that the world leaves if the test fails. */
  readonly result: string;
}

const files = new WeakMap<TestWorld, WorldFiles>();

/** Worlds whose test is over, or that are gone. The same world may have several objects with other clocks. */
const ended = new WeakSet<TestWorld['running']>();

/** Call when the test of a world ends: its body may go on after a time-out. */
export function markEnded({ running }: Pick<TestWorld, 'running'>): void {
  ended.add(running);
}

export function hasEnded({ running }: Pick<TestWorld, 'running'>): boolean {
  return ended.has(running);
}

export function rememberFiles(world: TestWorld, its: WorldFiles): void {
  files.set(world, its);
}

/** Undefined for a world that no test created. */
export function rememberedFiles(world: TestWorld): WorldFiles | undefined {
  return files.get(world);
}
