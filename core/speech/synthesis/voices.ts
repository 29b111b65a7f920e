// The voice of each model: one of four base voices, shifted in pitch and pace.

import { fluxVoices, newerSpeakModels } from './models.ts';

/** A type alias, since interfaces are not assignable to JSON. */
export type Voice = {
  /** A woman's voice (slt), two men's (rms, awb), a plain one (kal16). */
  readonly base: 'slt' | 'rms' | 'awb' | 'kal16';
  /** Percent of the pitch of the base voice. */
  readonly pitch: number;
  /** Percent of the pace of the base voice. */
  readonly pace: number;
};

/** A name for a voice: "slt 104 106". */
export function voiceName({ base, pitch, pace }: Voice): string {
  return `${base} ${pitch} ${pace}`;
}

type VoiceRow = readonly [base: Voice['base'], pitch: number, pace: number];

/** No two models have the same voice. Models of other languages than English share the plain base, which English models do not use. */
const rows: Readonly<Record<string, VoiceRow>> = {
  'aura-asteria-en': ['slt', 100, 100],
  'aura-luna-en': ['slt', 92, 100],
  'aura-stella-en': ['slt', 108, 100],
  'aura-athena-en': ['slt', 96, 100],
  'aura-hera-en': ['slt', 114, 100],
  'aura-orion-en': ['rms', 100, 100],
  'aura-arcas-en': ['awb', 100, 100],
  'aura-perseus-en': ['rms', 94, 100],
  'aura-angus-en': ['awb', 94, 100],
  'aura-orpheus-en': ['rms', 106, 100],
  'aura-helios-en': ['awb', 106, 100],
  'aura-zeus-en': ['rms', 90, 100],
  'aura-2-amalthea-en': ['slt', 104, 100],
  'aura-2-andromeda-en': ['slt', 88, 100],
  'aura-2-apollo-en': ['awb', 90, 100],
  'aura-2-arcas-en': ['rms', 110, 100],
  'aura-2-aries-en': ['awb', 110, 100],
  'aura-2-asteria-en': ['slt', 118, 100],
  'aura-2-athena-en': ['slt', 99, 100],
  'aura-2-atlas-en': ['rms', 97, 100],
  'aura-2-aurora-en': ['slt', 110, 100],
  'aura-2-callista-en': ['slt', 94, 100],
  'aura-2-cordelia-en': ['slt', 100, 94],
  'aura-2-cora-en': ['slt', 92, 94],
  'aura-2-delia-en': ['slt', 108, 94],
  'aura-2-draco-en': ['awb', 97, 100],
  'aura-2-electra-en': ['slt', 96, 94],
  'aura-2-harmonia-en': ['slt', 114, 94],
  'aura-2-helena-en': ['slt', 104, 94],
  'aura-2-hera-en': ['slt', 88, 94],
  'aura-2-hermes-en': ['rms', 100, 93],
  'aura-2-hyperion-en': ['awb', 100, 93],
  'aura-2-iris-en': ['slt', 118, 94],
  'aura-2-janus-en': ['slt', 99, 94],
  'aura-2-juno-en': ['slt', 110, 94],
  'aura-2-jupiter-en': ['rms', 94, 93],
  'aura-2-luna-en': ['slt', 94, 94],
  'aura-2-mars-en': ['awb', 94, 93],
  'aura-2-minerva-en': ['slt', 100, 106],
  'aura-2-neptune-en': ['rms', 106, 93],
  'aura-2-odysseus-en': ['awb', 106, 93],
  'aura-2-ophelia-en': ['slt', 92, 106],
  'aura-2-orion-en': ['rms', 90, 93],
  'aura-2-orpheus-en': ['awb', 90, 93],
  'aura-2-pandora-en': ['slt', 108, 106],
  'aura-2-phoebe-en': ['slt', 96, 106],
  'aura-2-pluto-en': ['rms', 110, 93],
  'aura-2-saturn-en': ['awb', 110, 93],
  'aura-2-selene-en': ['slt', 114, 106],
  'aura-2-thalia-en': ['slt', 104, 106],
  'aura-2-theia-en': ['slt', 88, 106],
  'aura-2-vesta-en': ['slt', 118, 106],
  'aura-2-zeus-en': ['rms', 97, 93],
  'aura-2-sirio-es': ['kal16', 96, 100],
  'aura-2-nestor-es': ['kal16', 90, 100],
  'aura-2-carina-es': ['kal16', 140, 100],
  'aura-2-celeste-es': ['kal16', 132, 100],
  'aura-2-alvaro-es': ['kal16', 102, 100],
  'aura-2-diana-es': ['kal16', 148, 100],
  'aura-2-aquila-es': ['kal16', 93, 100],
  'aura-2-selena-es': ['kal16', 136, 100],
  'aura-2-estrella-es': ['kal16', 144, 100],
  'aura-2-javier-es': ['kal16', 99, 100],
  ...rowsOf(newerSpeakModels, ['kal16'], { pitch: 90, step: 3, count: 20, paces: [94, 106] }),
  ...rowsOf(fluxVoices.women, ['slt'], { pitch: 88, step: 2, count: 16, paces: [97, 103] }),
  ...rowsOf(fluxVoices.men, ['rms', 'awb'], { pitch: 90, step: 2, count: 11, paces: [97, 103] }),
};

/** Voices in even steps of the pitch, first at one pace, then at the next. */
function rowsOf(
  models: readonly string[],
  bases: readonly Voice['base'][],
  {
    pitch,
    step,
    count,
    paces,
  }: Pick<Voice, 'pitch'> & {
    readonly step: number;
    readonly count: number;
    readonly paces: readonly number[];
  },
): Readonly<Record<string, VoiceRow>> {
  const rowAt = (index: number): VoiceRow => {
    const place = Math.floor(index / bases.length);
    const base = bases[index % bases.length] ?? 'slt';
    return [base, pitch + step * (place % count), paces[Math.floor(place / count)] ?? 100];
  };
  return Object.fromEntries(models.map((model, index) => [model, rowAt(index)]));
}

const otherBases = ['slt', 'rms', 'awb'] as const;

/** The voice of a model; any other name has a stable voice too. */
export function voiceOf(model: string): Voice {
  const row = Object.hasOwn(rows, model) ? rows[model] : undefined;
  const [base, pitch, pace] = row ?? rowByHash(model);
  return { base, pitch, pace };
}

/** The same voice at a multiple of its pace. */
export function atSpeed(voice: Voice, speed = 1): Voice {
  return speed === 1 ? voice : { ...voice, pace: Math.round(voice.pace * speed) };
}

/** The language in the name of a model: `en` of `aura-asteria-en`. */
export function languageOf(model: string): string | undefined {
  return /-([a-z]{2})$/.exec(model)?.[1];
}

/** Pitch 88 to 118, pace 92 to 108, in even steps. */
function rowByHash(name: string): VoiceRow {
  const hash = hashOf(name);
  const base = otherBases[hash % 3] ?? 'slt';
  const pitch = 88 + 2 * (Math.floor(hash / 3) % 16);
  const pace = 92 + 2 * (Math.floor(hash / 48) % 9);
  return [base, pitch, pace];
}

/** FNV-1a over UTF-16 units, with its bits mixed once more. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
