// Types of the part of the `@echogarden/fvad-wasm` package that tests use: the C functions of libfvad.

declare module '@echogarden/fvad-wasm' {
  export interface Fvad {
    readonly HEAP16: Int16Array;
    readonly _malloc: (bytes: number) => number;
    readonly _fvad_new: () => number;
    readonly _fvad_set_mode: (detector: number, mode: number) => number;
    readonly _fvad_set_sample_rate: (detector: number, rate: number) => number;
    /** 1 for voice, 0 for none. */
    readonly _fvad_process: (detector: number, samples: number, count: number) => number;
  }
  export default function load(): Promise<Fvad>;
}
