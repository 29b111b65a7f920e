// The types of the CommonJS build: those of the ES module. esbuild.config.mjs writes the build beside it.

export type * from './index.js' with { 'resolution-mode': 'import' };
import type * as testing from './index.js' with { 'resolution-mode': 'import' };

export declare const OptionsError: typeof testing.OptionsError;
export type OptionsError = testing.OptionsError;
export declare const RepriseError: typeof testing.RepriseError;
export type RepriseError = testing.RepriseError;
export declare const createPlayback: typeof testing.createPlayback;
export declare const startReprise: typeof testing.startReprise;
